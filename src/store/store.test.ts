import { once } from 'node:events';
import { Low, Memory } from 'lowdb';
import { expect, onTestFinished, test } from 'vitest';
import { copyOf, type Data, emptyContents } from './contents.ts';
import { controlledStore } from './recording-store.test.support.ts';
import { added, someContents } from './sample-data.test.support.ts';
import { memoryStore, StorageFailure, Store } from './store.ts';

/** What is said of a step, in the order of time. */
function told(store: Store, ...[step, sight]: Parameters<Store['durably']>): string[] {
  const said: string[] = [];
  Promise.resolve(store.durably(step, sight)).then(
    (value) => said.push(String(value)),
    (error: Error) => said.push(error.name),
  );
  return said;
}

const spent = {
  type: 'allowance-set',
  caller: 'r1',
  allowance: { left: 0, period: '' },
} as const;
const revoked = { type: 'caller-removed', id: 'r1' } as const;
const replaced = { type: 'replaced', contents: someContents } as const;

test.each([
  ['everything', [added('a'), spent, revoked, replaced], []],
  ['feeds', [added('a'), revoked, replaced], [spent]],
  ['callers', [revoked, replaced], [spent, added('a')]],
] as const)(
  'a step that sees %s waits for changes of that and no other',
  async (sight, seen, unseen) => {
    for (const change of [...seen, ...unseen]) {
      const { store, settled, keep } = controlledStore(someContents);
      void store.commit(change);
      for (const isWriting of [false, true]) {
        if (isWriting) await settled();
        const said = told(store, () => change.type, sight);
        await settled();
        expect(said).toEqual(seen.some((one) => one === change) ? [] : [change.type]);
      }
      const said = told(store, () => change.type, sight);
      await keep();
      expect(said).toEqual([change.type]);
    }
  },
);

/** Two changes of the step's own. */
function changing(store: Store): string {
  void store.commit(spent);
  void store.commit(added('b'));
  return 'changed';
}

/** Rests on a change that is not durable. */
function resting(store: Store): string {
  if (store.state.report('tunnelco', 'a')) throw new TypeError('taken');
  return 'free';
}

test.each([
  ['that changes something', changing, 'callers', 'keep', 'changed'],
  ['that changes something, and is not made again', changing, 'callers', 'lose', 'StorageFailure'],
  ['that saw something, and throws', resting, 'everything', 'keep', 'TypeError'],
  ['that saw what is undone, and is taken again', resting, 'everything', 'lose', 'free'],
] as const)('a step %s is told once that is durable', async (_, step, sight, fate, says) => {
  const { adapter, store, settled, [fate]: end } = controlledStore();
  if (step === resting) void store.commit(added('a'));
  const said = told(store, step, sight);
  await settled();
  expect(said).toEqual([]);
  await end();
  expect(said).toEqual([says]);
  expect(adapter.writing).toBe(0);
  expect(store.state.data.reports).toHaveLength(fate === 'keep' ? 1 : 0);
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

test('nothing waits in memory', async () => {
  const store = memoryStore(someContents);
  await store.commit(added('a'));
  expect(store.durably(() => 'at once')).toBe('at once');
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
