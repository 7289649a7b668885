import { expect, onTestFinished, test, vi } from 'vitest';
import type { Unnumbered } from '../http/seen-request.ts';
import { RequestJournal } from './seen-requests.ts';

const request = (part: Partial<Unnumbered> = {}): Unnumbered => ({
  time: '2026-01-31T13:45:00.000Z',
  method: 'GET',
  url: '/',
  requestHeaders: {},
  responseHeaders: {},
  outcome: 'fetched',
  ms: 1,
  ...part,
});
const journalOf = (limits = { entries: 10, bytes: 100_000 }) => new RequestJournal(limits);
const never = new AbortController().signal;

test('requests are numbered and listed in the order they came', () => {
  const journal = journalOf();
  for (const url of ['/a', '/b', '/c']) journal.add(request({ url }));
  expect(journal.list().map(({ id, url }) => [id, url])).toEqual([
    [1, '/a'],
    [2, '/b'],
    [3, '/c'],
  ]);
  expect(journal.list({}, 2).map(({ url }) => url)).toEqual(['/b', '/c']);
});

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
  const journal = journalOf();
  journal.add(request({ operation: 'fetch', caller: 'reader', status: 200 }));
  journal.add(request({ operation: 'delete', caller: 'reader', status: 404 }));
  journal.add(request({ outcome: 'dropped', url: '/feed/a/api' }));
  expect(journal.list(filter).map(({ id }) => id)).toEqual(ids);
});

test('the oldest make room: for the number of entries', () => {
  const journal = journalOf({ entries: 3, bytes: 100_000 });
  for (let n = 0; n < 5; n += 1) journal.add(request());
  expect(journal.list().map(({ id }) => id)).toEqual([3, 4, 5]);
  expect(journal.dropped).toBe(2);
});

test('the oldest make room: for the number of bytes', () => {
  const journal = journalOf({ entries: 1000, bytes: 2500 });
  for (let n = 0; n < 5; n += 1) journal.add(request({ requestBody: 'x'.repeat(1000) }));
  expect(journal.list().map(({ id }) => id)).toEqual([4, 5]);
});

test('a listener that fails keeps nobody else from hearing, and is heard of itself', () => {
  const failed: (() => void)[] = [];
  vi.stubGlobal('queueMicrotask', (later: () => void) => failed.push(later));
  onTestFinished(() => void vi.unstubAllGlobals());
  const journal = journalOf();
  const heard: unknown[] = [];
  journal.watch(() => {
    throw new Error('mine');
  });
  journal.watch((one) => heard.push(one));
  journal.add(request());
  expect(heard).toHaveLength(1);
  expect(failed).toHaveLength(1);
  expect(failed[0]).toThrow('mine');
});

test('clearing forgets the requests and goes on counting; a reset counts from 1', () => {
  const journal = journalOf();
  journal.add(request());
  journal.clear();
  expect(journal.list()).toEqual([]);
  journal.add(request());
  expect(journal.list()).toMatchObject([{ id: 2 }]);
  journal.reset();
  journal.add(request());
  expect(journal.list()).toMatchObject([{ id: 1 }]);
});

test('waiting ends at once where enough were seen, and as soon as they are', async () => {
  const journal = journalOf();
  journal.add(request({ caller: 'a' }));
  expect(await journal.until(1, { caller: 'a' }, never)).toBe(true);
  const two = journal.until(2, { caller: 'a' }, never);
  journal.add(request({ caller: 'b' }));
  journal.add(request({ caller: 'a' }));
  expect(await two).toBe(true);
  expect(journal.watched).toBe(false);
});

test('waiting ends without success when the signal says so', async () => {
  const journal = journalOf();
  const late = new AbortController();
  const waiting = journal.until(1, {}, late.signal);
  late.abort();
  expect(await waiting).toBe(false);
  expect(journal.watched).toBe(false);
});

test('who watches is told of requests and of clearing, until told to stop', () => {
  const journal = journalOf();
  const heard: unknown[] = [];
  const stop = journal.watch((one) => heard.push(one === 'cleared' ? one : one.id));
  journal.add(request());
  journal.clear();
  stop();
  journal.add(request());
  expect(heard).toEqual([1, 'cleared']);
});
