import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dialectNames } from '../dialects/named.ts';
import { operationNames } from '../domain/operation.ts';
import { startServer } from '../server.ts';

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
  expect(calls.size).toBe(3 * operationNames.length);
  for (const name of operationNames) {
    await javascript(calls.get(`${name} fetch`) ?? '');
    const seen = server.requests().at(-1);
    expect(seen?.operation, name).toEqual(name);
    expect(seen?.outcome, name).toMatch(/^(created|fetched|deleted|found)$/);
  }
});

async function javascript(code: string): Promise<void> {
  const Async = (async () => {}).constructor as FunctionConstructor;
  await Async('console', code)({ log: () => {} });
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
      expect(stdout, `${language} ${name}`).toMatch(/id|true|date/i);
      expect(server.requests().at(-1)).toMatchObject({
        operation: name,
        response: { status: name === 'create' ? 201 : 200 },
      });
    }
    await server.reset();
  }
});
