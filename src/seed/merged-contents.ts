import { isDeepStrictEqual } from 'node:util';
import type { Contents } from '../store/contents.ts';
import { type SeedPart, seedParts } from './seed-files.ts';

/** The number of entries, by part, that keep the changes made since the start. */
export type KeptCounts = { readonly [part in SeedPart]: number };

type Keyed = { readonly [part in SeedPart]: (entry: never) => string };

const keyOf: Keyed = {
  services: (name: string) => name,
  callers: ({ id }: { id: string }) => id,
  analyses: ({ sha256Hash }: { sha256Hash: string }) => sha256Hash,
  reports: ({ id }: { id: string }) => id.toLowerCase(),
};

/**
 * Contents that began with one seed, as if they had begun with another: whatever the seeds agree on,
 * and whatever is in neither, keeps its current state.
 */
export function mergedContents(
  began: Contents,
  begins: Contents,
  now: Contents,
): { readonly contents: Contents; readonly kept: KeptCounts } {
  const merged = seedParts.map((part) => ({ part, ...mergedPart(part, began, begins, now) }));
  const entries = merged.map(({ part, all }) => [part, all]);
  return {
    contents: { ...now, ...Object.fromEntries(entries) },
    kept: Object.fromEntries(merged.map(({ part, kept }) => [part, kept])) as KeptCounts,
  };
}

function mergedPart(part: SeedPart, began: Contents, begins: Contents, now: Contents) {
  const byKey = (contents: Contents): Map<string, unknown> =>
    new Map((contents[part] as never[]).map((entry) => [keyOf[part](entry), entry]));
  const [old, fresh, present] = [byKey(began), byKey(begins), byKey(now)];
  let kept = 0;
  const all: unknown[] = [];
  for (const [key, entry] of fresh) {
    const isSame = isDeepStrictEqual(old.get(key), entry);
    if (isSame && !isDeepStrictEqual(present.get(key), entry)) kept += 1;
    if (!isSame) all.push(entry);
    else if (present.has(key)) all.push(present.get(key));
  }
  for (const [key, entry] of present) {
    if (old.has(key) || fresh.has(key)) continue;
    kept += 1;
    all.push(entry);
  }
  return { all, kept };
}
