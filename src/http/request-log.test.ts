import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { jsonLog, type LogWriter, terminalLog } from './request-log.ts';

const entry = {
  time: '2026-01-31T13:45:00.000Z',
  method: 'GET',
  url: '/feed/tunnelco/api?report=x',
  status: 400,
  ms: 3,
  outcome: 'malformed-id',
  why: 'It is none.',
};
const bug = { time: entry.time, bug: 'Error: no\n    at here' };

function written(log: (write: (line: string) => void) => LogWriter, one: Parameters<LogWriter>[0]) {
  const lines: string[] = [];
  log((line) => lines.push(line))(one);
  return lines.join('');
}

test.each([entry, bug])('for programs, an entry is one line of JSON', (one) => {
  const text = written(jsonLog, one);
  expect(text).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(text)).toEqual(one);
});

test.each([
  [entry, '13:45:00 GET    /feed/tunnelco/api?report=x 400 3 ms  malformed-id: It is none.\n'],
  [bug, '13:45:00 BUG Error: no\n    at here\n'],
])('for people, an entry is readable', (one, text) => {
  expect(written(terminalLog, one)).toBe(text);
});

test('input of a client cannot control the terminal, stays on one line, and is complete', () => {
  const why = 'It has "x\ny\u2028\u{e0001}\u001b[2J\u202e".';
  expect(written(terminalLog, { ...entry, why })).toMatch(
    /^[^\n]*It has "x\\u000ay\\u2028\\udb40\\udc01\\u001b\[2J\\u202e"\.\n$/,
  );
});

test('every request is logged with its outcome, and no token ever is', async () => {
  const entries: Parameters<LogWriter>[0][] = [];
  await using server = await startServer({ log: (one) => void entries.push(one) });
  const sent: [string, RequestInit, string][] = [
    ['/feed/tunnelco/api?report=x', { headers: { Authorization: 'token-reader' } }, 'malformed-id'],
    ['/private/sample/abc', { headers: { Authorization: 'token-secret' } }, 'unknown-token'],
    [
      '/feed/tunnelco/api',
      { method: 'POST', headers: { Authorization: 'token-reader' } },
      'wrong-content-type',
    ],
    ['/nowhere', { headers: { Authorization: 'token-reader' } }, 'unknown-path'],
  ];
  for (const [path, init] of sent) await (await fetch(`${server.baseUrl}${path}`, init)).text();
  const logged = sent.map(([url, , outcome]) => ({ url, outcome }));
  await expect.poll(() => entries).toMatchObject(logged);
  for (const one of entries) expect(one).toMatchObject({ ms: expect.any(Number) });
  expect(JSON.stringify(entries)).not.toMatch(/token-|authorization":/i);
});
