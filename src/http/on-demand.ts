import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Loads a package on first use. Node caches failed imports for good, even one that ran out of file
 * descriptors; a different query string makes it a different module, so that a retry can succeed.
 */
export function onDemand<Module>(
  name: string,
  load = (url: string): Promise<Module> => import(/* @vite-ignore */ url),
): () => Promise<Module> {
  const { href } = pathToFileURL(createRequire(import.meta.url).resolve(name));
  let failures = 0;
  let loading: Promise<Module> | undefined;
  return () => {
    loading ??= load(failures === 0 ? href : `${href}?after=${failures}`).catch((error) => {
      failures += 1;
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
