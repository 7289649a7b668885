import { once } from 'node:events';
import { Low, Memory } from 'lowdb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { added, reportIds, someContents } from './sample-data.test.support.ts';
import { State } from './state.ts';
import { memoryStore, StorageFailure, Store } from './store.ts';
import { everyoneHears, toldStore } from './told-store.test.support.ts';

test('what lowdb holds is the state itself, and knows what of it is not saved', async () => {
  const { adapter, db, store } = toldStore(someContents);
  const answer = store.commit(added('a'));
  expect(store.state).toBe(db.data);
  expect(reportIds(db.data)).toEqual(['seeded', 'a']);
  expect(db.data.unsaved).toEqual([JSON.stringify(added('a'))]);
  await everyoneHears();
  adapter.keep();
  await answer;
  expect(db.data.unsaved).toEqual([]);
});

test('changes of one moment are one write, and those that come during it are the next', async () => {
  const { adapter, store } = toldStore();
  const answers = ['a', 'b', 'c'].map((id) => store.commit(added(id)));
  await everyoneHears();
  expect(adapter.writing).toBe(3);
  answers.push(store.commit(added('d')), store.commit(added('e')));
  adapter.keep();
  await everyoneHears();
  expect(adapter.writing).toBe(2);
  adapter.keep();
  await Promise.all(answers);
  expect(adapter.written).toEqual(['a', 'b', 'c', 'd', 'e'].map(added));
});

test('a change made during a write that fails is taken back and refused, and not written later', async () => {
  const { adapter, db, store } = toldStore(someContents);
  const doomed = store.commit(added('a'));
  await everyoneHears();
  const builtOnIt = store.commit({
    type: 'report-removed',
    service: 'tunnelco',
    id: 'a',
    remember: true,
  });
  adapter.lose();
  const atTheLastMoment = store.commit(added('b'));
  const answers = await Promise.allSettled([doomed, builtOnIt, atTheLastMoment]);
  for (const answer of answers) {
    expect(answer).toMatchObject({ reason: expect.any(StorageFailure) });
  }
  expect(store.state.contents()).toEqual(someContents);
  expect(db.data.unsaved).toEqual([]);
  const next = store.commit(added('c'));
  await everyoneHears();
  adapter.keep();
  await next;
  expect(adapter.written).toEqual([added('c')]);
});

test('settled waits for every change to the report, also one that comes meanwhile', async () => {
  const { adapter, store } = toldStore();
  const heard: string[] = [];
  void store.commit(added('a'));
  await everyoneHears();
  const settled = store.settled('A')?.then(() => heard.push('settled'));
  void store
    .commit({ type: 'report-removed', service: 'tunnelco', id: 'a', remember: true })
    .catch(() => {});
  adapter.keep();
  await everyoneHears();
  expect(heard).toEqual([]);
  adapter.lose();
  await settled;
  expect(heard).toEqual(['settled']);
  expect(reportIds(store.state)).toEqual(['a']);
});

test('settled waits for a replacement of everything, and for nothing else', async () => {
  const { adapter, store } = toldStore();
  const heard: string[] = [];
  void store.commit(added('a'));
  expect(store.settled('seeded')).toBeUndefined();
  void store.commit({ type: 'replaced', contents: someContents });
  const settled = store.settled('seeded')?.then(() => heard.push('settled'));
  await everyoneHears();
  expect(heard).toEqual([]);
  adapter.keep();
  await settled;
  expect(heard).toEqual(['settled']);
  expect(store.settled('seeded')).toBeUndefined();
});

test('closing waits for what is under way', async () => {
  const { adapter, store } = toldStore();
  const answer = store.commit(added('a'));
  const closed = store.close();
  await everyoneHears();
  expect(adapter.closed).toBe(false);
  adapter.keep();
  await Promise.all([answer, closed]);
  expect(adapter.closed).toBe(true);
});

test("in memory everything is safe at once, in lowdb's own adapter", async () => {
  const write = vi.spyOn(Memory.prototype, 'write');
  const store = memoryStore(someContents);
  await store.commit(added('a'));
  expect(write.mock.calls).toEqual([[store.state]]);
  expect(write.mock.calls[0]?.[0]).toBe(store.state);
  expect(reportIds(store.state)).toEqual(['seeded', 'a']);
  expect(store.settled('a')).toBeUndefined();
  await store.close();
  write.mockRestore();
});

test('a store that fails itself leaves nobody waiting, says so, and takes nothing more', async () => {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  });
  const unforeseen = once(process, 'unhandledRejection');
  const pause = () => Promise.reject(new Error('unforeseen'));
  const saving = { pause, encode: () => '', close: async () => {} };
  const store = new Store(new Low(new Memory<State>(), new State()), saving);
  await expect(store.commit({ type: 'service-added', service: 'a' })).rejects.toThrow(
    StorageFailure,
  );
  const [problem] = await unforeseen;
  expect(problem).toMatchObject({ name: 'StoreBroken', cause: { message: 'unforeseen' } });
  await expect(store.commit({ type: 'service-added', service: 'b' })).rejects.toThrow(
    StorageFailure,
  );
  expect(await store.health()).toEqual({ problem: 'the store failed; start the server again' });
  await store.close();
});
