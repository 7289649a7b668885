import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran, start } from '../terminal.test.support.ts';
import { passing, targetFile } from './verify.test.support.ts';

const calls = [{ operation: 'delete', caller: 'tokens.reader', about: { service: 'tunnelco' } }];
/** So often that two tries tell. */
const often = { tries: 2, shown: 20, of: 20 };
const cause = {
  clause: 'delete/error-flag-false',
  expected: 'successful: false',
  ...often,
  calls,
};

async function replayed(content: object | string, ...args: string[]) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const cwd = folderWith({ 'cause-1.json': text });
  const { code, out, err } = await ran(['verify', '--cause', 'cause-1.json', ...args], { cwd });
  return { code, output: out + err };
}

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

test('calls of a limited token are not made with --no-spend', async () => {
  await using server = await startServer();
  const target = ['--target', targetFile(server)];
  const lookup = {
    operation: 'lookup',
    caller: 'tokens.limited[0]',
    about: { hash: 'a'.repeat(64) },
  };
  const counted = { ...cause, calls: [lookup] };
  const kept = await replayed(counted, ...target, '--no-spend');
  expect(kept.output).toContain('which --no-spend rules out');
  const spent = await replayed(counted, ...target);
  expect(spent.output).not.toContain('--no-spend');
  expect(spent.code).toBe(3);
});

const draft = {
  tags: ['rat'],
  c2Address: 'c2.example:443',
  file256Hash: '{{hash-1}}',
  referenceLink: 'https://results.example/',
  confidenceScore: 1,
};

function create(caller: string, sent: object = draft) {
  return {
    operation: 'create',
    caller,
    about: { service: 'tunnelco' },
    contentType: 'application/json',
    creates: 'report-1',
    body: JSON.stringify(sent),
  };
}

const researcher = 'tokens.researcher';
test('without an answer it is inconclusive', async () => {
  const target = targetFile({ baseUrl: 'http://127.0.0.1:9' });
  const { code, output } = await replayed(cause, '--target', target);
  expect(output).toContain('CANNOT BE TOLD  delete/error-flag-false: no response came');
  expect(code).toBe(3);
});

test('what is no cause is wrong usage, with what is wrong and where', async () => {
  const { code, output } = await replayed({ clause: 'x' });
  expect(output).toContain('calls is missing; expected a list');
  expect(code).toBe(2);
});

test('creates are on disk before they are sent, and deleted after Ctrl-C', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  const story = [create(researcher), { ...calls[0], after: 9000 }];
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
  const command = start(
    ['verify', '--cause', 'cause-1.json', '--target', targetFile({ baseUrl })],
    { cwd },
  );
  expect(await command.ended).toBe(3);
  expect(command.output.err).toBe('abuse-feed: Stopped before the end.\n');
  expect(noted).toContain(`{"creating":{"nth":1,"about":{"service":"tunnelco"}`);
  expect(server.state().reports).toHaveLength(before);
  expect(files()).toEqual([]);
});
