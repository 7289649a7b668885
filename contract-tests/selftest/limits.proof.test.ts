import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { defaultDialect } from '../../src/dialects/dialect.ts';
import { startServer } from '../../src/start-server.ts';
import { verify } from '../index.ts';
import { jumpingClock } from '../talk/pace/clock.test.support.ts';
import type { Clock } from '../talk/pace/clock.ts';
import { referenceTarget } from './trial.ts';

interface Limit {
  readonly perSecond?: number;
  readonly atOnce?: number;
  readonly status?: number;
}

/** A rate limit for all callers together, in front of a server, using the clock of the run. */
const limiting = async (to: string, clock: Clock, limit: Limit): Promise<string> => {
  const { perSecond = Infinity, atOnce = Infinity } = limit;
  const window = { second: 0, used: 0 };
  let running = 0;
  const isTooMuch = (): boolean => {
    const second = Math.floor(clock.now() / 1000);
    if (second !== window.second) Object.assign(window, { second, used: 0 });
    window.used += 1;
    return window.used > perSecond || running >= atOnce;
  };
  const server = createServer(async (asked, answer) => {
    const turnsAway = isTooMuch();
    running += 1;
    answer.on('close', () => {
      running -= 1;
    });
    const body = await buffer(asked);
    if (turnsAway) {
      const head = { 'content-type': 'application/json' };
      answer.writeHead(limit.status ?? 429, head).end('{"message":"Rate limit exceeded"}');
      return;
    }
    const { connection: _, host: __, ...headers } = asked.headers;
    const onward = request(new URL(asked.url ?? '/', to), { method: asked.method, headers });
    onward.on('response', async (reply) => {
      const text = await buffer(reply);
      answer.writeHead(reply.statusCode ?? 0, reply.headers).end(text);
    });
    onward.end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const long =
  /^At (0\.9|[12]\.\d) requests a second, as the target allows, the [12]\d\d\d or so to come take about [123]\d minutes\.$/;

test.each<[string, Limit, RegExp]>([
  ['50 a second', { perSecond: 50 }, /^$/],
  ['2 a second', { perSecond: 2 }, long],
  ['503 for more than 4 at once', { atOnce: 4, status: 503 }, /^$/],
])('a server that takes only %s conforms, and every clause is tested', async (_, limit, notice) => {
  await using server = await startServer();
  const clock = jumpingClock();
  const notices: string[] = [];
  const url = await limiting(server.baseUrl, clock, limit);
  const target = referenceTarget({ baseUrl: url, analysisUrl: url }, defaultDialect);
  const { verdict, clauses, leftovers, conditions } = await verify(target, {
    clock,
    onNotice: (text) => notices.push(text),
  });
  const not = (word: string) =>
    clauses.filter((one) => one.verdict === word && one.kind !== 'open');
  expect(not('broken').map(({ id, findings }) => [id, findings[0]?.actual])).toEqual([]);
  expect(not('not-testable').map(({ id, reason }) => [id, reason])).toEqual([]);
  expect([verdict, leftovers]).toEqual(['conforms', []]);
  expect(conditions?.join()).toContain('The target limits requests');
  expect(notices[0] ?? '').toMatch(notice);
});
