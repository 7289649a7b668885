import { expect, test } from 'vitest';
import { answering, json, runOf } from '../../judging/run/run.test.support.ts';
import { jumpingClock } from '../../judging/talk/pace/clock.test.support.ts';
import { reportOf } from '../model/history.test.support.ts';
import { targetAt } from '../target/target.test.support.ts';
import { explore } from './explore.ts';

const tokens = { researcher: 'r', otherResearcher: 'o', service: 's', reader: 'n', analyst: 'a' };

/** A feed that returns reports that were never sent to all callers with a token, and deletes nothing. */
async function walked(seed: number, requests: number) {
  const asked: string[] = [];
  let made = 0;
  const url = await answering((request, response) => {
    const { method, headers, url: path = '' } = request;
    const { authorization = 'nobody' } = headers;
    const who = authorization.length > 1 ? 'unknown' : authorization;
    asked.push(`${method} ${who} ${headers.accept} ${withoutIds(path)}`);
    const id = /report=(.+)/.exec(path)?.[1];
    made += method === 'POST' ? 1 : 0;
    const created = `${String(made).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const isCreated = method === 'POST' && who.length === 1;
    const body = isCreated
      ? { id: created, successful: true }
      : method === 'GET' && id
        ? { report: reportOf(id), successful: true }
        : { error: 'no', successful: false };
    json(200, body)(request, response);
  });
  const run = runOf(targetAt(url, { tokens, otherService: 'dyndnsco' }), { clock: jumpingClock() });
  const result = await explore(run.context('walk'), { seed, requests });
  return { asked, result, run };
}

/** Hashes are random. */
function withoutIds(path: string): string {
  return path.replace(/[0-9a-f]{32,}/i, 'hash');
}

test('the same seed walks the same way, and another one another', async () => {
  const first = await walked(7, 20);
  const again = await walked(7, 20);
  const other = await walked(8, 20);
  expect(again.asked).toEqual(first.asked);
  expect(other.asked).not.toEqual(first.asked);
});

test('a random walk reports its progress and ends at its limit', async () => {
  const { result, asked } = await walked(1, 40);
  expect(result.requests).toBe(asked.length);
  expect(result.requests).toBeGreaterThanOrEqual(40);
  expect(result.requests).toBeLessThan(60);
  const { visited, of } = result.situations;
  expect(visited).toBeGreaterThan(10);
  expect(of).toBeGreaterThan(visited);
  expect(result.pairs).toBeGreaterThanOrEqual(visited);
});

test('exchanges of a random walk are judged', async () => {
  const { run } = await walked(1, 60);
  expect(run.evidence.brokenIds).toContain('create/keeps-file256-hash');
});
