import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../start-server.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran, start } from '../terminal.test.support.ts';
import { passing, targetFile } from '../verify/verify.test.support.ts';

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
  const { code, out, err } = await ran(['replay', 'cause-1.json', ...args], { cwd });
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

test('calls of a limited token are made only where that is allowed', async () => {
  await using server = await startServer();
  const target = ['--target', targetFile(server)];
  const lookup = {
    operation: 'lookup',
    caller: 'tokens.limited[0]',
    about: { hash: 'a'.repeat(64) },
  };
  const counted = { ...cause, calls: [lookup] };
  expect((await replayed(counted, ...target)).output).toContain('--spend allows that');
  const spent = await replayed(counted, ...target, '--spend');
  expect(spent.output).not.toContain('--spend');
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

function then(operation: string, caller: string, report = '{{report-1}}') {
  return {
    operation,
    caller,
    about: { service: 'tunnelco', report },
  };
}

const researcher = 'tokens.researcher';
const reader = 'tokens.reader';

const given = 'fetch/gives-the-report-asked-for';

function asked(report: string) {
  return then('fetch', researcher, report);
}

const elsewhere = {
  ...asked('{{upper-report-1}}'),
  about: { service: 'dyndnsco', report: '{{upper-report-1}}' },
};

test.each<[string, number, object, string]>([
  [
    'a report that does not exist, and is refused now',
    0,
    { clause: given, calls: [create(researcher), asked('{{neighbour-report-1}}')] },
    'NOT REPRODUCED',
  ],
  [
    'a report that was lost, and is found now, though nothing else is created meanwhile',
    0,
    {
      clause: 'create/parallel-creates-are-all-kept',
      calls: [create(researcher), asked('{{report-1}}')],
    },
    'NOT REPRODUCED',
  ],
  [
    'a report that exists, and is refused now',
    3,
    {
      clause: given,
      calls: [create(researcher), elsewhere],
    },
    'none of the responses is one that the clause judges',
  ],
  [
    'a refusal that differs from that of any token',
    0,
    { calls: [create(reader)] },
    'NOT REPRODUCED',
  ],
  [
    'calls that did not show it when it was found',
    3,
    { calls: [create(reader)], shown: 0, of: 20 },
    'what led to it is not among them',
  ],
  [
    'calls that broke nothing at first when it was found',
    3,
    { calls: [create(reader)], isLater: true },
    'such requests broke nothing at first',
  ],
  [
    'no answer that the clause judges',
    3,
    { calls: [create(researcher)] },
    'none of the responses is one that the clause judges',
  ],
  [
    'a report that cannot be created any more',
    3,
    {
      clause: 'delete/creator-may-delete',
      calls: [create(reader), then('delete', researcher)],
    },
    'the create by tokens.reader that the other requests need is refused now (403)',
  ],
  [
    'a report that is refused for what it says',
    0,
    {
      clause: 'create/stores-valid-tags',
      calls: [create(researcher, { ...draft, tags: 'rat' }), then('fetch', researcher)],
    },
    'NOT REPRODUCED',
  ],
])('%s: exit code %i', async (_, code, changes, says) => {
  await using server = await startServer();
  const about = { clause: 'create/researchers-only', ...often, ...changes };
  const result = await replayed(about, '--target', targetFile(server));
  expect(result.output).toContain(says);
  expect(result.code).toBe(code);
  expect(server.state().reports.some(({ createdBy }) => createdBy === 'reader')).toBe(false);
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
  const command = start(['replay', 'cause-1.json', '--target', targetFile({ baseUrl })], { cwd });
  expect(await command.ended).toBe(3);
  expect(command.output.err).toBe('abuse-feed: Stopped before the end.\n');
  expect(noted).toContain(`{"creating":{"nth":1,"about":{"service":"tunnelco"}`);
  expect(server.state().reports).toHaveLength(before);
  expect(files()).toEqual([]);
});
