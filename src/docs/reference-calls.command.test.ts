import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import { dialectNames } from '../dialects/named.ts';
import { operationNames } from '../domain/operation.ts';
import { packageRoot } from '../spec/package-root.ts';
import { startServer } from '../start-server.ts';

const run = promisify(execFile);

/** The code samples of the page, as text. */
async function callsOn(url: string): Promise<Map<string, string>> {
  const text = await (await fetch(`${url}/docs/`)).text();
  const entities: { [name: string]: string } = {
    lt: '<',
    gt: '>',
    amp: '&',
    quot: '"',
    '#39': "'",
  };
  const found = text.matchAll(
    /aria-label="(\w+) in [^"]*"><code data-call="(\w+)">(.*?)<\/code>/gs,
  );
  return new Map(
    [...found].map(([, operation, language, code = '']) => [
      `${operation} ${language}`,
      code
        .replace(/<[^>]+>/g, '')
        .replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '?'),
    ]),
  );
}

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

test.each(dialectNames)('every call on the page works as it stands, %s', async (dialect) => {
  await using server = await startServer({ dialect });
  const calls = await callsOn(server.baseUrl);
  expect(calls.size).toBe(4 * operationNames.length);
  for (const language of ['fetch', 'typed']) {
    for (const name of operationNames) {
      await javascript(calls.get(`${name} ${language}`) ?? '');
      const seen = server.requests().at(-1);
      expect([language, name, seen?.operation, seen?.outcome]).toEqual([
        ...[language, name, name],
        expect.stringMatching(/^(created|fetched|deleted|found)$/),
      ]);
    }
    await server.reset();
    server.setDialect(dialect);
  }
});

/** Runs TypeScript as JavaScript, without types and imports. */
async function javascript(code: string): Promise<void> {
  const plain = code.replace(/^import .*$/gm, '').replace('<paths>', '');
  const Async = (async () => {}).constructor as FunctionConstructor;
  await Async('createClient', 'console', plain)(createClient, { log: () => {} });
}

test('the calls for a shell and for Python work as well', async () => {
  await using server = await startServer();
  const calls = await callsOn(server.baseUrl);
  for (const [language, file, flag] of [
    ['curl', 'sh', '-c'],
    ...(hasPython ? [['python', 'python3', '-c'] as const] : []),
  ] as const) {
    for (const name of operationNames) {
      const { stdout } = await run(file, [flag, calls.get(`${name} ${language}`) ?? '']);
      expect([language, name, stdout]).toEqual([
        language,
        name,
        expect.stringMatching(/id|true|date/i),
      ]);
      expect(server.requests().at(-1)).toMatchObject({
        operation: name,
        status: name === 'create' ? 201 : 200,
      });
    }
    await server.reset();
  }
});

test('the calls of the typed client are right for the compiler', async () => {
  await using server = await startServer();
  const calls = await callsOn(server.baseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-calls-'));
  for (const name of operationNames) {
    writeFileSync(join(folder, `${name}.ts`), calls.get(`${name} typed`) ?? '');
  }
  const inPackage = (path: string) => [join(packageRoot, path)];
  const paths = {
    'abuse-feed-kit': inPackage('src/spec/api.generated.ts'),
    'openapi-fetch': inPackage('node_modules/openapi-fetch'),
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
        ...{ target: 'es2022', module: 'preserve', lib: ['es2023', 'dom'], types: [], paths },
      },
      include: ['*.ts'],
    }),
  );
  const tsc = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  const compiled = run(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) => ({ stdout }));
  expect((await compiled).stdout).toBe('');
});
