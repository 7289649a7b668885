import type { Contents } from './contents.ts';
import type { DataFolder } from './file/data-folder.ts';
import { memoryStore, type Store } from './store.ts';

export interface StoreSettings {
  /** Called with messages for the operator. */
  readonly notify: (sentence: string) => void;
  /** Tokens that no file may have. */
  readonly hiddenTokens?: ReadonlySet<string> | undefined;
}

/** The store in a folder, which begins with these contents if it is empty; without a folder, in memory. */
export async function openStore(
  folder: string | undefined,
  contents: Contents,
  { notify, hiddenTokens }: StoreSettings,
): Promise<{ readonly store: Store; readonly data: DataFolder | undefined }> {
  if (folder === undefined) return { store: memoryStore(contents), data: undefined };
  // Loaded on demand: a server in memory starts without it.
  const { openDataFolder } = await import('./file/data-folder.ts');
  const unstored = hiddenTokens && { unstoredTokens: hiddenTokens };
  const data = await openDataFolder(folder, () => contents, { notify, ...unstored });
  return { store: data.store, data };
}
