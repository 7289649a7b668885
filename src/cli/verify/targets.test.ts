import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createPlainServer } from 'node:net';
import { expect, test } from 'vitest';
import type { RunResult } from '../../../contract-tests/index.ts';
import { makeCertificates } from '../../http/tls/certificates.ts';
import { startServer } from '../../index.ts';
import { listening, passing, ran, targetFile, withLimited } from './verify.test.support.ts';

test('a certificate nobody vouches for is named as that, by the line of the URL', async () => {
  const { key, cert, ca } = await makeCertificates('127.0.0.1');
  const port = await listening(
    createSecureServer({ key, cert: cert + ca }, (_, answer) => answer.end('{}')),
  );
  const { code, printed } = await ran([
    '--target',
    targetFile({ baseUrl: `https://127.0.0.1:${port}` }),
  ]);
  expect(printed).toMatch(/mine\.yaml:5: baseUrl: no secure connection \(TLS\): .*SELF_SIGNED/);
  expect(printed).toMatch(/mine\.yaml:6: analysisUrl: no secure connection \(TLS\)/);
  expect(code).toBe(3);
});

test('a server that does not speak TLS is named as that', async () => {
  const port = await listening(
    createPlainServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('220 mail.example ready\r\n'));
    }),
  );
  const { code, printed } = await ran([
    '--target',
    targetFile({ baseUrl: `https://127.0.0.1:${port}` }),
  ]);
  expect(printed).toMatch(/mine\.yaml:5: baseUrl: no secure connection \(TLS\)/);
  expect(code).toBe(3);
});

test('a host that does not exist is named by its line', async () => {
  const file = targetFile({ baseUrl: 'http://no-such-host.invalid' }, (text) =>
    text.replace('timeoutMs: 10000', 'timeoutMs: 2000'),
  );
  const { code, printed } = await ran(['--target', file]);
  // Without a DNS server the name is not refused: the question times out.
  expect(printed).toMatch(/mine\.yaml:5: baseUrl: no (such host|answer in time)/);
  expect(code).toBe(3);
});

test.each([
  ['a page', 200, 'text/html', '<!doctype html><p>Welcome'],
  ['an error of something in front of it', 502, 'text/plain', 'Bad gateway'],
])('%s in place of the feed is no JSON, and says nothing of the server', async (...what) => {
  const [, status, type, body] = what;
  const server = createServer((asked, answer) => {
    asked.resume();
    answer.writeHead(status, { 'content-type': type }).end(body);
  });
  const baseUrl = `http://127.0.0.1:${await listening(server)}`;
  const { code, printed } = await ran(['--target', targetFile({ baseUrl }), '--section', '4.2']);
  expect(printed).toMatch(
    /mine\.yaml:5: baseUrl: this API does not answer there: (200, <!doctype|502, Bad gateway)/,
  );
  expect(code).toBe(3);
});

const judged = async (file: string): Promise<RunResult & { code: number; printed: string }> => {
  const { code, printed, file: read } = await ran(['--target', file, '--json', 'r.json']);
  return { ...(JSON.parse(read('r.json')) as RunResult), code, printed };
};

test('the two areas may be on two hosts, each below a prefix that ends in a slash', async () => {
  await using server = await startServer();
  const feed = await passing(server.baseUrl, { prefix: '/abuse/v1', only: '/feed/' });
  const lookup = await passing(server.baseUrl, { prefix: '/static', only: '/private/' });
  const { printed, code, leftovers } = await judged(
    targetFile({ baseUrl: `${feed}/`, analysisUrl: `${lookup}/` }),
  );
  expect(printed).toContain('CONFORMS');
  expect([code, leftovers]).toEqual([0, []]);
});

test('a wrong host for the lookup leaves the feed judged', async () => {
  await using server = await startServer();
  const feedOnly = await passing(server.baseUrl, { only: '/feed/' });
  const { code, clauses, printed } = await judged(targetFile({ baseUrl: feedOnly }));
  expect(printed).toMatch(/mine\.yaml:\d+: (analysisUrl|tokens\.analyst|analyses)/);
  expect(code).toBe(3);
  expect(clauses.find(({ id }) => id === 'delete/flag-is-success')?.verdict).toBe('met');
  expect(clauses.find(({ id }) => id === 'lookup/counts-once')?.verdict).toBe('not-testable');
});

/** The lookup alone, which is all that a limited token is for. */
const lookupOnly = (limited: number) => (text: string) =>
  withLimited(limited)(text).replace('areas: [feed, lookup]', 'areas: [lookup]');

test('without a limited token the count is not testable, and the key is named', async () => {
  await using server = await startServer();
  const { code, clauses, printed } = await judged(targetFile(server, lookupOnly(0)));
  expect(printed).not.toContain('uses up lookup requests');
  expect(clauses.find(({ id }) => id === 'lookup/counts-once')).toMatchObject({
    verdict: 'not-testable',
    reason: expect.stringContaining('tokens.limited'),
  });
  expect(code).toBe(0);
});

test.each([1, 2, 3])(
  '%i limited tokens: a verdict, no more calls than said, and none of it held against a second run',
  async (count) => {
    await using server = await startServer();
    let calls = 0;
    const url = await passing(server.baseUrl, {
      alter: (answer, { headers }) => {
        if (String(headers.authorization).startsWith('token-analyst-limited-')) calls += 1;
        return answer;
      },
    });
    const file = targetFile({ baseUrl: url }, lookupOnly(count));
    const first = await judged(file);
    expect([first.verdict, first.code]).toEqual(['conforms', 0]);
    expect(first.clauses.find(({ id }) => id === 'lookup/counts-once')?.verdict).toBe('met');
    const planned = first.spending.reduce((sum, plan) => sum + plan.calls, 0);
    expect(first.spending).toHaveLength(count);
    expect(calls).toBeLessThanOrEqual(planned);

    const second = await judged(file);
    expect([second.verdict, second.code]).toEqual(['conforms', 0]);
    expect(second.summary).toContain('every limited token is used up');
    expect(second.clauses.find(({ id }) => id === 'lookup/counts-once')).toMatchObject({
      verdict: 'not-testable',
      reason: expect.stringContaining('had no requests left'),
    });
  },
);

test('numbers that are stale by as much for every token are asked about, not held against the server', async () => {
  await using server = await startServer();
  const { analyses } = JSON.parse(JSON.stringify(server.state())) as {
    analyses: { sha256Hash: string }[];
  };
  for (const token of [1, 2, 3])
    for (const _ of [1, 2])
      await fetch(`${server.analysisUrl}/private/sample/${analyses[0]?.sha256Hash}`, {
        headers: { authorization: `token-analyst-limited-${token}` },
      });
  const { code, printed, clauses } = await judged(targetFile(server, lookupOnly(3)));
  expect(printed).toMatch(
    /mine\.yaml:\d+: tokens\.limited\[0\]\.remaining: 2 fewer were left than 4/,
  );
  expect(clauses.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  expect(code).toBe(3);
});

test('--require-all makes inconclusive what a spent token leaves untested', async () => {
  await using server = await startServer();
  const file = targetFile(server, lookupOnly(3));
  expect((await judged(file)).code).toBe(0);
  const { code, printed } = await ran(['--target', file, '--require-all']);
  expect(printed).toContain('INCONCLUSIVE');
  expect(code).toBe(3);
});
