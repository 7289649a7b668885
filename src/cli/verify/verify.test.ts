import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allClauses, verify as judge, readTarget } from '../../../contract-tests/index.ts';
import { startServer } from '../../index.ts';
import { packageRoot } from '../../spec/package-root.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { verify } from './verify.ts';

const example = join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');

const ran = async (...args: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  let printed = '';
  const output = { write: (text: string) => (printed += text) };
  const io: Io = {
    stdout: output,
    stderr: output,
    env: {},
    cwd: folder,
    signal: new AbortController().signal,
  };
  let code: ExitCode;
  try {
    code = await verify(args, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    code = 2;
    printed += error.message;
  }
  return { code, printed, file: (name: string) => readFileSync(join(folder, name), 'utf8') };
};

test('the reference server conforms, and no report holds a secret', async () => {
  const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];
  const { code, printed, file } = await ran(...reports);
  expect(printed).toContain('CONFORMS');
  expect(code).toBe(0);
  const { tokens } = readTarget(example, { env: {}, cwd: '/' });
  const { limited, ...single } = tokens;
  const secrets = [...Object.values(single), ...limited.map(({ token }) => token)];
  const written = [printed, file('r.json'), file('r.xml'), file('r.html')].join('\n');
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  expect(file('r.xml')).toContain('<testsuites');
  expect(JSON.parse(file('r.json'))).toMatchObject({ verdict: 'conforms', leftovers: [] });
});

test('a run leaves nothing behind and can be repeated', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  const flags = { baseUrl: server.baseUrl, analysisUrl: server.analysisUrl };
  const target = readTarget(example, { env: {}, cwd: '/', flags });
  expect((await judge(target)).exitCode).toBe(0);
  expect(server.state().reports).toHaveLength(before);
  const again = await judge(target);
  expect(again.exitCode).toBe(0);
  expect(again.clauses.find(({ id }) => id === 'lookup/counts-once')).toMatchObject({
    verdict: 'not-testable',
    reason: expect.stringContaining('tokens.limited[0] had no requests left'),
  });
});

test('what a run never asked for is not judged', async () => {
  const { code, printed } = await ran('--only', 'delete/flag-is-success');
  expect(code).toBe(0);
  expect(printed).toContain('1 met, 0 broken, 0 not testable');
});

test.each([
  [['--only', 'delete/flag-is-sucess'], 'Did you mean delete/flag-is-success?'],
  [['--section', '9'], 'No clause is of section 9'],
  [['--only', 'create/id-type', '--section', '4.4'], 'both in --only and in --section'],
  [['--targt', 'x'], 'Did you mean --target?'],
  [['--target', 'absent.yaml'], 'absent.yaml: no such file'],
  [['my.yaml'], 'Did you mean --target?'],
])('%j is wrong usage, said in one line', async (args, message) => {
  const { code, printed } = await ran(...args);
  expect(code).toBe(2);
  expect(printed).toContain(message);
});

test('--list names every clause', async () => {
  const { code, printed } = await ran('--list');
  expect(code).toBe(0);
  expect(allClauses().filter(({ id }) => !printed.includes(id))).toEqual([]);
});

const targetFile = (change: (text: string) => string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  const file = join(folder, 'mine.yaml');
  writeFileSync(file, change(readFileSync(example, 'utf8')));
  return file;
};

test('a server that is not there is inconclusive, by the line of its URL', async () => {
  const file = targetFile((text) => text.replaceAll(':4010', ':9'));
  const { code, printed } = await ran('--target', file);
  expect(printed).toMatch(/mine\.yaml:5: baseUrl: unreachable/);
  expect(code).toBe(3);
});

test('a web page is no server', async () => {
  const page = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>hello');
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const { port } = page.address() as AddressInfo;
  const file = targetFile((text) => text.replaceAll(':4010', `:${port}`));
  const { code, printed } = await ran('--target', file, '--section', '4.4');
  page.close();
  expect(printed).toMatch(/analysisUrl: no analysis comes/);
  expect(code).toBe(3);
});

test.each([
  ['token-researcher-1', 'nobody-has-this', 'tokens.researcher'],
  ['service: tunnelco', 'service: nosuchco', 'service'],
  ['token-analyst #', 'nobody-has-this #', 'tokens.analyst'],
])('%s written wrong is inconclusive and named', async (right, wrong, key) => {
  await using server = await startServer();
  const file = targetFile((text) =>
    text.replace(right, wrong).replaceAll('http://127.0.0.1:4010', server.baseUrl),
  );
  const { code, printed } = await ran('--target', file);
  expect(printed).toMatch(new RegExp(`mine\\.yaml:\\d+: ${key.replace('.', '\\.')}: `));
  expect(code).toBe(3);
});
