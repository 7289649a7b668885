import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../src/start-server.ts';
import { installed, toolFolder } from '../harness/packages.ts';
import { ran, savedDocument, type Try } from './outcome.ts';

interface Generator {
  /** The command that generates a client from openapi.json. */
  readonly command: readonly [string, ...string[]];
  /** A program that looks up `hash` as `token` at `url` with that client, into `found`. */
  readonly call: string;
}

const clients: { readonly [name: string]: Generator } = {
  'hey-api': {
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'api', '-c', '@hey-api/client-fetch'],
    call: `
      import { getStaticAnalysis } from './api/sdk.gen.js';
      const { data: found } = await getStaticAnalysis(
        { path: { hash }, baseUrl: url, headers: { Authorization: token } });
    `,
  },
  oazapfts: {
    command: ['oazapfts', 'openapi.json', 'api.ts'],
    call: `
      import { defaults, getStaticAnalysis } from './api.js';
      defaults.baseUrl = url;
      const answer = await getStaticAnalysis(hash, { headers: { Authorization: token } });
      const found = 'data' in answer ? answer.data : undefined;
    `,
  },
};

const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
  ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [], outDir: 'out' },
  ...{ rewriteRelativeImportExtensions: true },
};

/** Clients generated from the served document compile and work: under the default dialect and under `contrary`. */
export const generators: Try = async (server, cwd) => {
  installed('generators', '.bin', 'tsc');
  const notes: string[] = [];
  let total = 0;
  for (const dialect of ['default', 'contrary'] as const) {
    server.setDialect(dialect);
    for (const [name, generator] of Object.entries(clients)) {
      total += 1;
      const folder = join(cwd, dialect, name);
      const problem = await problemWith(generator, server, folder);
      if (problem !== undefined) notes.push(`${name}, ${dialect}: ${problem}`);
    }
  }
  return { total, passed: total - notes.length, notes };
};

async function problemWith(
  { command, call }: Generator,
  server: RunningServer,
  folder: string,
): Promise<string | undefined> {
  const { baseUrl } = server;
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(toolFolder('generators'), 'node_modules'), join(folder, 'node_modules'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  await savedDocument(server, folder);
  write('package.json', JSON.stringify({ type: 'module' }));

  const hash = server.state().analyses[0]?.sha256Hash ?? '';
  const known = { url: baseUrl, hash, token: server.tokens.analyst };
  const constants = Object.entries(known).map(([n, value]) => `const ${n} = '${value}';`);
  // Under any dialect, an analysis has its hash.
  const shown = `
    const isAnalysis = typeof found === 'object' && found !== null && 'sha256Hash' in found;
    const sha256: string = isAnalysis ? found.sha256Hash : 'none';
    (globalThis as unknown as { console: { log(text: string): void } }).console.log(sha256);
  `;
  write('call.ts', `${constants.join('\n')}\n${call}\n${shown}`);
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['call.ts'] }));

  const bin = (name: string) => join(folder, 'node_modules', '.bin', name);
  const [program, ...args] = command;
  const steps: [string, readonly string[]][] = [
    [bin(program), args],
    [bin('tsc'), []],
    [bin('esbuild'), ['call.ts', '--bundle', '--format=esm', '--outfile=call.mjs']],
    [process.execPath, ['call.mjs']],
  ];
  for (const [step, given] of steps) {
    const { code, output } = await ran(step, given, folder);
    if (code !== 0) return `${[step.split('/').at(-1), ...given].join(' ')}: ${output.slice(-600)}`;
    if (step === process.execPath && !output.includes(hash)) return `it found ${output.trim()}`;
  }
  return undefined;
}
