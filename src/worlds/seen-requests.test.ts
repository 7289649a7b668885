import { expect, onTestFinished, test, vi } from 'vitest';
import type { NewSeenExchange } from '../traffic/exchange.ts';
import { SeenRequests } from './seen-requests.ts';

function request(part: Partial<NewSeenExchange> = {}): NewSeenExchange {
  return {
    time: '2026-01-31T13:45:00.000Z',
    caller: null,
    request: to('/'),
    response: of(200),
    startedAt: 0,
    endedAt: 1,
    outcome: 'fetched',
    ...part,
  };
}

function to(url: string, body = '') {
  return { method: 'POST', url, headers: {}, body };
}

function of(status: number) {
  return { status, headers: {}, body: '' };
}

function seenRequests(limits = { entries: 10, bytes: 100_000 }) {
  return new SeenRequests(limits);
}

const never = new AbortController().signal;

test.each([
  [{ operation: 'fetch' }, [1]],
  [{ caller: 'reader' }, [1, 2]],
  [{ status: 404 }, [2]],
  [{ outcome: 'dropped' }, [3]],
  [{ since: 1 }, [2, 3]],
  [{ url: 'feed/' }, [3]],
  [{ caller: 'reader', since: 1 }, [2]],
  [{ caller: 'nobody' }, []],
] as const)('%o finds %o', (filter, ids) => {
  const seen = seenRequests();
  seen.add(request({ operation: 'fetch', caller: 'reader' }));
  seen.add(request({ operation: 'delete', caller: 'reader', response: of(404) }));
  seen.add(request({ outcome: 'dropped', request: to('/feed/a/api') }));
  expect(seen.list(filter).map(({ id }) => id)).toEqual(ids);
});

test.each([
  [{ entries: 3, bytes: 100_000 }, [3, 4, 5]],
  [{ entries: 1000, bytes: 2500 }, [4, 5]],
])('the oldest make room: %o', (limits, ids) => {
  const seen = seenRequests(limits);
  for (let n = 0; n < 5; n += 1) seen.add(request({ request: to('/', 'x'.repeat(1000)) }));
  expect(seen.list().map(({ id }) => id)).toEqual(ids);
  expect(seen.list({}, 1).map(({ id }) => id)).toEqual([5]);
  expect(seen.dropped).toBe(5 - ids.length);
});

test('a request that made room before anybody expected it is an unexpected one', () => {
  const seen = seenRequests({ entries: 2, bytes: 100_000 });
  seen.add(request({ operation: 'create' }));
  seen.add(request({ operation: 'fetch' }));
  seen.expect(seen.list({ operation: 'fetch' }));
  expect(seen.mayHideUnexpected()).toBe(false);
  seen.add(request({ operation: 'delete' }));
  seen.add(request({ operation: 'delete' }));
  expect(seen.mayHideUnexpected()).toBe(true);
  expect(seen.mayHideUnexpected({ since: 1 })).toBe(false);
  seen.clear();
  expect(seen.mayHideUnexpected()).toBe(false);
});

test('a body of which the beginning is kept may be what is asked for', () => {
  const seen = seenRequests();
  seen.add(request({ request: to('/feed/a/api', '{"tags":["a'), truncated: true }));
  expect(seen.count({ tag: 'rat' })).toEqual({ count: 0, complete: false });
  expect(seen.mayHideUnexpected({ tag: 'rat' })).toBe(true);
  expect(seen.count({ tag: 'rat', url: 'nowhere' })).toEqual({ count: 0, complete: true });
  expect(seen.count({ url: 'feed' })).toEqual({ count: 1, complete: true });
});

test('a failing listener does not affect others, and its error is reported', () => {
  const failed: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (later: () => void) => failed.push(later));
  onTestFinished(() => void vi.unstubAllGlobals());
  const seen = seenRequests();
  const notified: unknown[] = [];
  seen.watch(() => {
    throw new Error('mine');
  });
  seen.watch((one) => notified.push(one));
  seen.add(request());
  expect(notified).toHaveLength(1);
  expect(failed).toHaveLength(1);
  expect(failed[0]).toThrow('mine');
});

test('clearing forgets the requests and goes on counting; a reset counts from 1', () => {
  const seen = seenRequests();
  seen.add(request());
  seen.clear();
  expect(seen.list()).toEqual([]);
  seen.add(request());
  expect(seen.list()).toMatchObject([{ id: 2 }]);
  seen.reset();
  seen.add(request());
  expect(seen.list()).toMatchObject([{ id: 1 }]);
});

test('waiting ends at once where enough were seen, and as soon as they are', async () => {
  const seen = seenRequests();
  seen.add(request({ caller: 'a' }));
  expect(await seen.until(1, { caller: 'a' }, never)).toBe(true);
  const two = seen.until(2, { caller: 'a' }, never);
  seen.add(request({ caller: 'b' }));
  seen.add(request({ caller: 'a' }));
  expect(await two).toBe(true);
  expect(seen.watched).toBe(false);
});

test('waiting ends without success when the signal says so', async () => {
  const seen = seenRequests();
  const late = new AbortController();
  const waiting = seen.until(1, {}, late.signal);
  late.abort();
  expect(await waiting).toBe(false);
  expect(seen.watched).toBe(false);
});

test('a watcher is notified of requests and of clearing until it stops', () => {
  const seen = seenRequests();
  const heard: unknown[] = [];
  const stop = seen.watch((one) => heard.push(one === 'cleared' ? one : one.id));
  seen.add(request());
  seen.clear();
  stop();
  seen.add(request());
  expect(heard).toEqual([1, 'cleared']);
});

test('requests that made room are not counted, and what is counted says so', () => {
  const requests = new SeenRequests({ entries: 10, bytes: 1e6 });
  for (let n = 0; n < 25; n += 1) requests.add(request({ request: to(`/${n}`) }));
  expect(requests.dropped).toBe(15);
  expect(requests.count()).toEqual({ count: 10, complete: false });
  expect(requests.count({ since: 15 })).toEqual({ count: 10, complete: true });
  expect(requests.count({ since: 14 })).toEqual({ count: 10, complete: false });
  requests.clear();
  expect(requests.count()).toEqual({ count: 0, complete: true });
});
