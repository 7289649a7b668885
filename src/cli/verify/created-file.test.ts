import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { mustBeWritable } from '../written.ts';
import { createdFile } from './created-file.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'created-'));
const ioIn = (cwd: string) => {
  const output = { write: () => true };
  return { stdout: output, stderr: output, env: {}, cwd, signal: new AbortController().signal };
};

test('a report is written down before anything else is done with it', () => {
  const cwd = folder();
  const file = createdFile('mine.yaml', ioIn(cwd));
  expect([file.name(), readdirSync(cwd)]).toEqual([undefined, []]);
  file.listener.created({ service: 'tunnelco', id: 'one', creator: 'tokens.researcher' });
  const lines = readFileSync(join(cwd, file.name() ?? ''), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { target: join(cwd, 'mine.yaml') },
    { created: { service: 'tunnelco', id: 'one', creator: 'tokens.researcher' } },
  ]);
  file.remove();
  expect(readdirSync(cwd)).toEqual([]);
});

test('--cleanup deletes what is left, and then its file; what is gone already is no trouble', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  const target = targetFile(server);
  const cwd = folder();
  const file = createdFile(target, ioIn(cwd));
  for (const nth of [1, 2]) {
    const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { authorization: 'token-researcher-1', 'content-type': 'application/json' },
      body: JSON.stringify({
        tags: ['rat'],
        c2Address: `c2-${nth}.example:1`,
        file256Hash: 'a'.repeat(64),
        referenceLink: `https://results.example/${'a'.repeat(64)}`,
        confidenceScore: 1,
      }),
    });
    const { id } = (await answer.json()) as { id: string };
    file.listener.created({ service: 'tunnelco', id, creator: 'tokens.researcher' });
  }
  const gone = { service: 'tunnelco', id: crypto.randomUUID(), creator: 'tokens.researcher' };
  file.listener.created(gone);
  expect(server.state().reports).toHaveLength(before + 2);
  const path = join(cwd, file.name() ?? '');
  // Cut off in the middle of a line, as a crash leaves it.
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"created":{"serv`);
  const { code, printed } = await ran(['--cleanup', path]);
  expect(printed).toContain('3 of 3 reports are gone.');
  expect(code).toBe(0);
  expect(server.state().reports).toHaveLength(before);
  expect(readdirSync(cwd)).toEqual([]);
});

test('ids that are numbers stop further creation at once, and what is left is listed', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  let number = 0;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'POST' || answer.status !== 201) return answer;
      number += 1;
      return { ...answer, body: JSON.stringify({ id: number, successful: true }) };
    },
  });
  const { code, printed } = await ran(['--target', targetFile({ baseUrl }), '--only', 'create/*']);
  const left = server.state().reports.length - before;
  expect(code).toBe(1);
  expect(left).toBeLessThan(5);
  expect(printed.match(/its id is no text/g)).toHaveLength(left);
});

test('a file that cannot be written is found out before the run', () => {
  const cwd = folder();
  expect(() => mustBeWritable('absent/r.json', ioIn(cwd))).toThrow(
    'absent/r.json cannot be written',
  );
  expect(() => mustBeWritable('.', ioIn(cwd))).toThrow('it is a folder');
  expect(() => mustBeWritable('r.json', ioIn(cwd))).not.toThrow();
});
