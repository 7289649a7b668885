// Bundles the page scripts. Pages also work from files, where browsers load no modules: each bundle is one
// classic script.
import { join } from 'node:path';

/** The page scripts, by served name. */
export const pageScripts = {
  'console.js': 'src/admin/console/page/console.ts',
  'docs.js': 'src/docs/page/docs.ts',
};

/**
 * @param {string} root
 * @param {keyof typeof pageScripts} name
 * @returns {Promise<string>}
 */
export async function bundledPage(root, name) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(root, pageScripts[name])],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0].text;
}
