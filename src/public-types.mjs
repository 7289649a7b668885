// The types of the package, each entry in one file: what it does not reach is not shipped. The same text without
// its comments is the report of the public surface, which stands beside each entry.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What can be imported from the package, by its name in `dist`. */
export const library = { index: 'src/index', verify: 'contract-tests/verify' };

/** The names that an entry has at run time; a class that it exports as a type is none of them. */
async function valuesOf(root, entry) {
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
 * @param {string} entry such as src/index
 * @param {string} from what the compiler has made of it, or else its source, which takes longer
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

/** What `npm run generate` makes follows from openapi.yaml and clauses.yaml, and is said there. */
const generated =
  /^(?:interface (?:paths|components|operations|Answers) \{\n.*?^\}\n|type ClauseId =.*?;\n)/gms;

/** What an entry exports and what that drags along, without comments. */
export async function surfaceOf(types, entry) {
  const { default: ts } = await import('typescript');
  const file = ts.createSourceFile('x.d.ts', types.replace(generated, ''), ts.ScriptTarget.Latest);
  const plain = ts.createPrinter({ removeComments: true }).printFile(file);
  return `// The public surface of ${entry}.ts. Made by \`npm run api\`. Do not edit.\n${plain}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  for (const entry of Object.values(library)) {
    const surface = await surfaceOf(await bundledTypes(root, entry), entry);
    writeFileSync(join(root, `${entry}.api.txt`), surface);
  }
}
