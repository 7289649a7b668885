import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran, start } from '../terminal.test.support.ts';
import { passing, targetFile } from './verify.test.support.ts';

const deletion = { operation: 'delete', caller: 'tokens.reader', about: { service: 'tunnelco' } };
const counted = {
  operation: 'lookup',
  caller: 'tokens.limited[0]',
  about: { hash: 'a'.repeat(64) },
};

/** A cause, which showed so often that two tries tell. */
function causeOf(...calls: object[]) {
  const often = { tries: 2, shown: 20, of: 20 };
  return { clause: 'delete/error-flag-false', expected: 'successful: false', ...often, calls };
}

async function faulty(baseUrl: string): Promise<string> {
  return passing(baseUrl, {
    alter: (answer) => ({ ...answer, body: answer.body.replace('false', 'true') }),
  });
}

test.each<{
  says: string;
  code: number;
  cause?: object;
  at?: (own: string) => string | Promise<string>;
  args?: string[];
}>([
  {
    says: 'STILL BROKEN  delete/error-flag-false\nexpected  successful: false',
    code: 1,
    at: faulty,
  },
  { says: 'NOT REPRODUCED  delete/error-flag-false', code: 0 },
  {
    says: 'CANNOT BE TOLD  delete/error-flag-false: no response came',
    code: 3,
    at: () => 'http://127.0.0.1:9',
  },
  { says: 'CANNOT BE TOLD', code: 3, cause: causeOf(counted) },
  {
    says: 'which --no-spend rules out',
    code: 3,
    cause: causeOf(counted),
    args: ['--no-spend'],
  },
  { says: 'calls is missing; expected a list', code: 2, cause: { clause: 'x' } },
])(
  'verify --cause $args says "$says", and ends with $code',
  async ({ says, code, cause = causeOf(deletion), at = (own: string) => own, args = [] }) => {
    await using server = await startServer();
    const cwd = folderWith({ 'cause-1.json': JSON.stringify(cause) });
    const target = targetFile({ baseUrl: await at(server.baseUrl) });
    const words = ['verify', '--cause', 'cause-1.json', '--target', target, ...args];
    const found = await ran(words, { cwd });
    expect(found.out + found.err).toContain(says);
    if (args.length === 0) expect(found.out).not.toContain('--no-spend');
    expect(found.code).toBe(code);
  },
);

test('creates are on disk before they are sent, and deleted after Ctrl-C', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  const draft = {
    tags: ['rat'],
    c2Address: 'c2.example:443',
    file256Hash: '{{hash-1}}',
    referenceLink: 'https://results.example/',
    confidenceScore: 1,
  };
  const create = {
    operation: 'create',
    caller: 'tokens.researcher',
    about: { service: 'tunnelco' },
    contentType: 'application/json',
    creates: 'report-1',
    body: JSON.stringify(draft),
  };
  const cause = causeOf(create, { ...deletion, after: 9000 });
  const cwd = folderWith({ 'cause-1.json': JSON.stringify(cause) });
  const files = (): string[] => readdirSync(cwd).filter((name) => name.endsWith('.jsonl'));
  let noted = '';
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'POST') return answer;
      noted = readFileSync(join(cwd, files()[0] ?? 'none'), 'utf8');
      command.stop();
      return answer;
    },
  });
  const words = ['verify', '--cause', 'cause-1.json', '--target', targetFile({ baseUrl })];
  const command = start(words, { cwd });
  expect(await command.ended).toBe(3);
  expect(command.output.err).toBe('abuse-feed: Stopped before the end.\n');
  expect(noted).toContain(`{"creating":{"nth":1,"about":{"service":"tunnelco"}`);
  expect(server.state().reports).toHaveLength(before);
  expect(files()).toEqual([]);
});
