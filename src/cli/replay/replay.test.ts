import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../start-server.ts';
import { folderWith, ran, start } from '../terminal.test.support.ts';
import { passing, targetFile } from '../verify/verify.test.support.ts';

const calls = [{ operation: 'delete', caller: 'tokens.reader', service: 'tunnelco' }];
const cause = { clause: 'delete/error-flag-false', expected: 'successful: false', tries: 1, calls };

const replayed = async (content: object | string, ...args: string[]) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const cwd = folderWith({ 'cause-1.json': text });
  const { code, out, err } = await ran(['replay', 'cause-1.json', ...args], { cwd });
  return { code, output: out + err };
};

test('a remaining fault ends with 1, a fixed one with 0', async () => {
  await using server = await startServer();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer) => ({ ...answer, body: answer.body.replace('false', 'true') }),
  });
  const broken = await replayed(cause, '--target', targetFile({ baseUrl }));
  expect(broken.output).toContain(
    'STILL BROKEN  delete/error-flag-false\nexpected  successful: false',
  );
  expect(broken.code).toBe(1);
  const fixed = await replayed(cause, '--target', targetFile(server));
  expect(fixed.output).toContain('NOT REPRODUCED  delete/error-flag-false');
  expect(fixed.code).toBe(0);
});

test('calls of a limited token are made only where that is allowed', async () => {
  await using server = await startServer();
  const target = ['--target', targetFile(server)];
  const lookup = { operation: 'lookup', caller: 'tokens.limited[0]', hash: 'a'.repeat(64) };
  const counted = { ...cause, calls: [lookup] };
  expect(await replayed(counted, ...target)).toMatchObject({ code: 3 });
  expect(await replayed(counted, ...target, '--spend')).toMatchObject({ code: 0 });
});

test('without an answer it is inconclusive', async () => {
  const target = targetFile({ baseUrl: 'http://127.0.0.1:9' });
  const { code, output } = await replayed(cause, '--target', target);
  expect(output).toContain('CANNOT BE TOLD  delete/error-flag-false: no response came');
  expect(code).toBe(3);
});

test.each([
  ['no JSON', 'expected a map of keys'],
  ['{', 'neither YAML nor JSON'],
  [{ clause: 'x' }, 'calls is missing; expected a list'],
])('%j is no cause', async (content, says) => {
  const { code, output } = await replayed(content);
  expect(code).toBe(2);
  expect(output).toContain(says);
});

test('creates are on disk before they are sent, and deleted after Ctrl-C', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  const draft = {
    ...{ tags: ['rat'], c2Address: 'c2.example:443', file256Hash: '{{hash-1}}' },
    ...{ referenceLink: 'https://results.example/', confidenceScore: 1 },
  };
  const create = { operation: 'create', caller: 'tokens.researcher', service: 'tunnelco' };
  const sends = { contentType: 'application/json', creates: 'report-1' };
  const story = [
    { ...create, ...sends, body: JSON.stringify(draft) },
    { ...calls[0], after: 9000 },
  ];
  const cwd = folderWith({ 'cause-1.json': JSON.stringify({ ...cause, calls: story }) });
  const files = (): string[] => readdirSync(cwd).filter((name) => name.endsWith('.jsonl'));
  let noted = '';
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method === 'POST') {
        noted = readFileSync(join(cwd, files()[0] ?? 'none'), 'utf8');
        command.stop();
      }
      return answer;
    },
  });
  const command = start(['replay', 'cause-1.json', '--target', targetFile({ baseUrl })], { cwd });
  expect(await command.ended).toBe(3);
  expect(command.output.err).toBe('abuse-feed: Stopped before the end.\n');
  expect(noted).toContain(`{"creating":{"nth":1,"service":"tunnelco"`);
  expect([server.state().reports.length, files()]).toEqual([before, []]);
});
