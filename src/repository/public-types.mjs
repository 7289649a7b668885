// The types of the package, one file per entry: unreachable types are not published.
import { join } from 'node:path';

/** The entry points of the package, by name in `dist`. */
export const library = { index: 'src/index', verify: 'contract-tests/verify' };

/** The names that an entry exports at run time; type-only exports of classes are excluded. */
export async function valuesOf(root, entry) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: [join(root, `${entry}.ts`)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
}

/**
 * @param {string} root
 * @param {string} entry e.g. src/index
 * @param {string} from its compiled declarations, or its source, which is slower
 */
export async function bundledTypes(root, entry, from = `${entry}.ts`) {
  const { rollup } = await import('rollup');
  const { dts } = await import('rollup-plugin-dts');
  const tsconfig = join(root, 'tsconfig.build.json');
  const bundle = await rollup({
    input: join(root, from),
    logLevel: 'silent',
    external: (id) => !/^[./\\]|^\w:/.test(id),
    plugins: [dts({ tsconfig })],
  });
  const { output } = await bundle.generate({ format: 'es' });
  const values = await valuesOf(root, entry);
  const names = (list) => [...new Set(list)].sort().join(', ');
  const exported = [];
  const body = output[0].code.replace(/^export (?:type )?\{ (.*) \};\n/gm, (_, list) => {
    exported.push(...list.split(', ').map((one) => one.replace(/^type /, '')));
    return '';
  });
  const isValue = (one) => values.includes(one.split(' as ').at(-1));
  const types = names(exported.filter((one) => !isValue(one)));
  return `${body}export { ${names(exported.filter(isValue))} };\nexport type { ${types} };\n`;
}
