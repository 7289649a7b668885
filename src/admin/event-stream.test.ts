import { once } from 'node:events';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { SeenRequests } from '../worlds/seen-requests.ts';
import { streamRequests } from './event-stream.ts';

test('a reader who has gone to sleep is hung up on, so that nothing piles up', async () => {
  const requests = new SeenRequests({ entries: 10, bytes: 1_000_000 });
  const world = { requests, gone: new AbortController().signal };
  const asleep = Object.assign(new Writable({ write: () => {} }), {
    status: () => asleep,
    set: () => asleep,
  });
  streamRequests(world as never, { get: () => undefined, query: {} } as never, asleep as never);
  expect(requests.watched).toBe(true);
  const hungUp = once(asleep, 'close');
  for (let n = 0; n < 1000 && !asleep.destroyed; n += 1) {
    requests.add({
      ...{ time: '2026-01-31T13:45:00.000Z', method: 'GET', url: '/', outcome: 'fetched', ms: 1 },
      ...{ requestHeaders: {}, responseHeaders: {}, requestBody: 'x'.repeat(16_000) },
    });
  }
  await hungUp;
  expect(asleep.writableLength).toBeLessThan(10_000_000);
  expect(requests.watched).toBe(false);
});
