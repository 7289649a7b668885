import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { HttpExchange } from '../../../src/traffic/exchange.ts';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { checkedTarget, neededToListen } from '../../service/target/target-check.ts';
import { JudgingQueue } from './judging-queue.ts';
import { Listener } from './listener.ts';

const target = checkedTarget({ baseUrl: 'http://a' }, { needs: neededToListen });

function passed(path: string): HttpExchange<Buffer> {
  return {
    request: { method: 'GET', url: `http://a${path}`, headers: {} },
    response: { status: 404, headers: {}, body: Buffer.from('{}') },
    startedAt: 0,
    endedAt: 1,
  };
}

test('internal errors are reported and counted, and the rest is judged', () => {
  const bugs: unknown[] = [];
  const shown: string[] = [];
  const listener = new Listener(abuseFeed(target));
  const queue = new JudgingQueue(
    listener,
    ({ request: { url } }) => {
      if (url.endsWith('/odd')) throw new Error('a mistake');
      shown.push(url);
    },
    (bug) => bugs.push(bug),
  );
  for (const path of ['/odd', '/feed/x/api']) queue.add(passed(path));
  queue.finish();
  expect(bugs).toMatchObject([{ message: 'a mistake' }]);
  expect(shown).toEqual(['http://a/feed/x/api']);
  expect(listener.unjudged).toMatchObject({ bug: 1 });
});

test('a response that breaks off is a broken one', () => {
  const listener = new Listener(abuseFeed(target));
  const queue = new JudgingQueue(listener);
  const asked = passed(`/feed/x/api?report=${randomUUID()}`);
  const headers = { 'content-type': 'application/json' };
  for (const cut of [{}, { cut: true as const }])
    queue.add({ ...asked, response: { status: 200, headers, body: Buffer.from('{}'), ...cut } });
  queue.finish();
  expect(listener.evidence.metCount('fetch/body-is-json')).toBe(1);
  expect(listener.evidence.findings('fetch/body-is-json')).toMatchObject([
    { actual: 'a response that breaks off' },
  ]);
});
