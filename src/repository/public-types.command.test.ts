import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

/** JavaScript, because the build needs it before anything is compiled. */
const { bundledTypes, library, surfaceOf } = (await import(
  join(packageRoot, 'src/repository/public-types.mjs')
)) as {
  bundledTypes: (root: string, entry: string) => Promise<string>;
  library: { readonly [name: string]: string };
  surfaceOf: (types: string, entry: string) => Promise<string>;
};

const types = Object.fromEntries(
  await Promise.all(
    Object.entries(library).map(
      async ([name, entry]) => [name, await bundledTypes(packageRoot, entry)] as const,
    ),
  ),
);

test.each(Object.entries(library))(
  'what %s exports is what its report says; npm run api writes it anew',
  async (name, entry) => {
    const report = readFileSync(join(packageRoot, `${entry}.api.txt`), 'utf8');
    expect(await surfaceOf(types[name] ?? '', entry)).toBe(report);
  },
);

/** A project with the package installed, types only. */
const project = mkdtempSync(join(packageRoot, 'node_modules/.abuse-feed-types-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));
const installed = join(project, 'node_modules/abuse-feed-kit');
mkdirSync(join(installed, 'dist'), { recursive: true });
symlinkSync(join(packageRoot, 'package.json'), join(installed, 'package.json'));
for (const [name, text] of Object.entries(types))
  for (const end of ['d.ts', 'd.cts']) writeFileSync(join(installed, `dist/${name}.${end}`), text);

/** Compiler errors of programs, with the libraries of a plain project. */
function complaints(programs: { readonly [file: string]: string }): string {
  for (const [file, text] of Object.entries(programs)) writeFileSync(join(project, file), text);
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
  const args = [tsc, ...options, '--lib', 'es2022', '--types', 'node', ...Object.keys(programs)];
  return spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' }).stdout;
}

const body = `
async function main(): Promise<void> {
  const server: kit.RunningServer = await kit.startServer({ dialect: 'strict' });
  const { verdict }: judge.VerifyResult = await judge.verify(judge.readTarget('my-server.yaml'));
  console.log(server.baseUrl, verdict);
}
const told = (problem: kit.ControlProblem | judge.TargetError): string => problem.message;
main().catch((error: unknown) => {
  if (error instanceof kit.ControlProblem || error instanceof judge.TargetError) told(error);
});
`;

test('by import and by require, programs compile: options, and classes as types and as values', () => {
  const imported = `import * as kit from 'abuse-feed-kit';
import * as judge from 'abuse-feed-kit/verify';`;
  const required = `import kit = require('abuse-feed-kit');
import judge = require('abuse-feed-kit/verify');`;
  const programs = { 'program.mts': imported + body, 'program.cts': required + body };
  expect(complaints(programs)).toBe('');
});

test('what is a type only, or internal, cannot be had as a value', () => {
  const wrong = [
    "import { RunningServer } from 'abuse-feed-kit';",
    "export * from 'abuse-feed-kit/dist/src/index.js';",
    'new RunningServer();',
    'export const store = (server: RunningServer) => server.data?.store;',
  ].join('\n');
  const codes = complaints({ 'wrong.mts': wrong }).match(/TS\d+/g);
  expect(codes).toEqual(['TS2307', 'TS1362', 'TS2339']);
});
