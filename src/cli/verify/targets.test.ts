import { createServer as createSecureServer } from 'node:https';
import { expect, test } from 'vitest';
import type { RunResult } from '../../../contract-tests/index.ts';
import { authority, tls } from '../../http/tls/tls-for-tests.test.support.ts';
import { startServer } from '../../index.ts';
import { extent } from '../../repository/test-settings.test.support.ts';
import { listening } from '../../traffic/listening.test.support.ts';
import {
  fewer,
  fewerAnalyses,
  passing,
  ran,
  targetFile,
  withLimited,
} from './verify.test.support.ts';

test('a certificate nobody vouches for is named as that, by the line of the URL', async () => {
  const url = await listening(
    createSecureServer({ ...tls, cert: tls.cert + authority }, (_, answer) => answer.end('{}')),
  );
  const file = targetFile({ baseUrl: url.replace('http:', 'https:') });
  const { code, printed } = await ran(['--target', file]);
  expect(printed).toMatch(/mine\.yaml:5: baseUrl: no secure connection \(TLS\): .*SELF_SIGNED/);
  expect(printed).toMatch(/mine\.yaml:6: analysisUrl: no secure connection \(TLS\)/);
  expect(code).toBe(3);
});

/** A clause of the feed, those of one token's count, and a lookup without a count. */
const only = ['--only', 'delete/flag-is-success,lookup/counts-once,lookup/by-sha256'];

async function judged(file: string, ...args: string[]) {
  const {
    code,
    printed,
    file: read,
  } = await ran(['--target', file, '--json', 'r.json', ...only, ...args]);
  const result = JSON.parse(read('r.json')) as RunResult;
  const verdicts = Object.fromEntries(result.clauses.map(({ id, verdict }) => [id, verdict]));
  return { ...result, code, printed, verdicts };
}

test('the two areas may be on two hosts, each below a prefix that ends in a slash', async () => {
  await using server = await startServer();
  const feed = await passing(server.baseUrl, { prefix: '/abuse/v1', only: '/feed/' });
  const lookup = await passing(server.baseUrl, { prefix: '/static', only: '/private/' });
  const file = targetFile({ baseUrl: `${feed}/`, analysisUrl: `${lookup}/` }, fewer);
  const { printed, code, leftovers } = await judged(file);
  expect(printed).toContain('CONFORMS');
  expect(code).toBe(0);
  expect(leftovers).toEqual([]);
});

test('a wrong host for the lookup leaves the feed judged', async () => {
  await using server = await startServer();
  const feedOnly = await passing(server.baseUrl, { only: '/feed/' });
  const { code, verdicts, printed } = await judged(targetFile({ baseUrl: feedOnly }, fewer));
  expect(printed).toMatch(/mine\.yaml:\d+: (analysisUrl|tokens\.analyst|analyses)/);
  expect(code).toBe(3);
  expect(verdicts).toMatchObject({
    'delete/flag-is-success': 'met',
    'lookup/counts-once': 'not-testable',
  });
});

/** A 429 may be a rate limit, so a run waits and asks again; no test here is about that. */
const dialect = { 'lookup.status.no-requests-left': 403 };

/** The lookup alone, which is all that a limited token is for. */
function lookupOnly(limited: number) {
  return (text: string) =>
    withLimited(limited)(fewerAnalyses(text)).replace('areas: [feed, lookup]', 'areas: [lookup]');
}

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

test.each(extent === 'quick' ? [1] : [1, 3])(
  '%i limited tokens: a verdict, no more calls than said, and none of it held against a second run',
  async (count) => {
    await using server = await startServer({ dialect });
    let calls = 0;
    const url = await passing(server.baseUrl, {
      alter: (answer, { headers }) => {
        if (String(headers.authorization).startsWith('token-analyst-limited-')) calls += 1;
        return answer;
      },
    });
    const file = targetFile({ baseUrl: url }, lookupOnly(count));
    const first = await judged(file);
    expect(first.verdict).toBe('conforms');
    expect(first.code).toBe(0);
    expect(first.verdicts['lookup/counts-once']).toBe('met');
    const planned = first.spending.reduce((sum, plan) => sum + plan.calls, 0);
    expect(first.spending).toHaveLength(count);
    expect(calls).toBeLessThanOrEqual(planned);

    const second = await judged(file);
    expect(second.verdict).toBe('conforms');
    expect(second.code).toBe(0);
    expect(second.summary).toContain('every limited token is used up');
    expect(second.clauses.find(({ id }) => id === 'lookup/counts-once')).toMatchObject({
      verdict: 'not-testable',
      reason: expect.stringContaining('had no requests left'),
    });
    const required = await judged(file, '--require-all');
    expect(required.verdict).toBe('inconclusive');
    expect(required.code).toBe(3);
  },
);

test('numbers that are stale by as much for every token are held against the server, with the doubt', async () => {
  await using server = await startServer({ dialect });
  const { analyses } = JSON.parse(JSON.stringify(server.state())) as {
    analyses: { sha256Hash: string }[];
  };
  for (const token of [1, 2, 3])
    for (const _ of [1, 2])
      await fetch(`${server.analysisUrl}/private/sample/${analyses[0]?.sha256Hash}`, {
        headers: { authorization: `token-analyst-limited-${token}` },
      });
  const file = targetFile(server, lookupOnly(3));
  const { code, printed, clauses } = await judged(file);
  expect(printed).toContain('or the target file is out of date: every limited token had lost 2');
  const broken = clauses.filter(({ verdict }) => verdict === 'broken');
  expect(broken.map(({ id }) => id)).toEqual(['lookup/counts-once']);
  expect(code).toBe(1);
});

test('where more is left than the target file says, that is named as a possibility', async () => {
  await using server = await startServer();
  const tooLow = (text: string) => text.replace('remaining: 8', 'remaining: 3');
  const file = targetFile(server, (text) => tooLow(lookupOnly(3)(text)));
  const { code, printed } = await judged(file, '--only', 'lookup/*');
  expect(printed).toMatch(
    /or the target file is out of date, and tokens\.limited\[2\] had more left/,
  );
  expect(code).toBe(1);
});
