import { once } from 'node:events';
import { Low, Memory } from 'lowdb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { allowanceConcern, type Change, type Dependency, reportConcern } from './changes.ts';
import { copyOf, type Data, emptyContents } from './contents.ts';
import { controlledStore } from './recording-store.test.support.ts';
import { added, someContents } from './sample-data.test.support.ts';
import { memoryStore, StorageFailure, Store } from './store.ts';

const removed = { type: 'report-removed', service: 'tunnelco', id: 'a', remember: true } as const;

test('what lowdb holds is plain JSON, also after all of it was replaced', async () => {
  const { db, store, keep } = controlledStore(someContents);
  const answers = [store.commit(added('a'))];
  expect(db.data.reports.find(({ id }) => id === 'a')).toEqual(added('a').report);
  answers.push(store.commit({ type: 'replaced', contents: someContents }));
  answers.push(store.commit(added('b')));
  expect(db.data).toBe(store.state.data);
  expect(JSON.parse(JSON.stringify(db.data))).toEqual({
    ...someContents,
    reports: [...someContents.reports, added('b').report],
  });
  await keep();
  await Promise.all(answers);
});

test('changes of one moment are one write, and those that come during it are the next', async () => {
  const { adapter, store, settled, keep } = controlledStore();
  const answers = ['a', 'b', 'c'].map((id) => store.commit(added(id)));
  await settled();
  expect(adapter.writing).toBe(3);
  answers.push(store.commit(added('d')), store.commit(added('e')));
  await keep();
  expect(adapter.writing).toBe(2);
  await keep();
  await Promise.all(answers);
  expect(adapter.written).toEqual(['a', 'b', 'c', 'd', 'e'].map(added));
});

test.each<[Change, Dependency]>([
  [added('A'), reportConcern('a')],
  [removed, reportConcern('A')],
  [{ type: 'service-added', service: 'new' }, 'services'],
  [{ type: 'caller-removed', id: 'r1' }, 'callers'],
  [
    { type: 'allowance-set', caller: 'r1', allowance: { left: 0, period: '' } },
    allowanceConcern('r1'),
  ],
])('%j is pending to those who ask about %s, until it is written', async (change, about) => {
  const { store, settled, keep } = controlledStore(someContents);
  const others = (['services', 'callers', 'analyses', reportConcern('x')] as const).filter(
    (one) => one !== about,
  );
  const answer = store.commit(change);
  for (const isWriting of [false, true]) {
    if (isWriting) await settled();
    expect(store.pending(about)).toEqual(answer);
    expect(store.pending('everything')).toEqual(answer);
    for (const other of others) expect(store.pending(other), other).toBeUndefined();
  }
  await keep();
  expect(store.pending(about)).toBeUndefined();
  expect(store.pending('everything')).toBeUndefined();
});

test('a replacement of everything is pending to all', async () => {
  const { store, keep } = controlledStore();
  const answer = store.commit({ type: 'replaced', contents: someContents });
  for (const about of ['services', 'callers', 'analyses', reportConcern('x')] as const)
    expect(store.pending(about)).toBe(answer);
  await keep();
});

test('closing waits for what is under way', async () => {
  const { adapter, store, settled } = controlledStore();
  const answer = store.commit(added('a'));
  const closed = store.close();
  await settled();
  expect(adapter.closed).toBe(false);
  adapter.keep();
  await Promise.all([answer, closed]);
  expect(adapter.closed).toBe(true);
});

test('any adapter of lowdb keeps a store: without a journal, everything is written each time', async () => {
  const write = vi.spyOn(Memory.prototype, 'write');
  onTestFinished(() => write.mockRestore());
  const store = memoryStore(someContents);
  await store.commit(added('a'));
  expect(write.mock.calls).toEqual([[store.state.data]]);
  expect(store.pending('everything')).toBeUndefined();
});

test('stores share what they begin with, and change none of it', async () => {
  const before = structuredClone(someContents);
  const stores = [memoryStore(someContents), memoryStore(someContents)] as const;
  await stores[0].commit(added('a'));
  await stores[0].commit({ type: 'caller-removed', id: 'r1' });
  const allowance = { left: 0, period: '' };
  await stores[0].commit({ type: 'allowance-set', caller: '__proto__', allowance });
  expect(stores[1].state.contents()).toEqual(before);
  expect(someContents).toEqual(before);
  expect(stores[0].state.allowance('__proto__')).toBe(allowance);
  expect(stores[1].state.allowance('__proto__')).toBeUndefined();
});

test('a store that fails itself leaves nobody waiting, says so, and takes nothing more', async () => {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  });
  const unforeseen = once(process, 'unhandledRejection');
  const adapter = new Memory<Data>();
  const db = new Low<Data>(adapter, copyOf(emptyContents));
  adapter.write = () => {
    Object.freeze(db.data.services);
    throw new Error('and then it cannot be taken back');
  };
  const store = new Store(db);
  await expect(store.commit({ type: 'service-added', service: 'a' })).rejects.toThrow(
    StorageFailure,
  );
  const [problem] = await unforeseen;
  expect(problem).toMatchObject({ name: 'StoreBroken', cause: expect.any(TypeError) });
  await expect(store.commit({ type: 'service-added', service: 'b' })).rejects.toThrow(
    StorageFailure,
  );
  expect(await store.health()).toEqual({ problem: 'the store failed; restart the server' });
  await store.close();
});
