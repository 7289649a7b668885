import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Loads a package when it is first needed. Node remembers for ever that a module could not be loaded,
 * be it for want of file handles; with another query it is another module, which is tried afresh.
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
