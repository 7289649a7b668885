import { expect, test } from 'vitest';
import type { Change } from './changes.ts';
import { durably } from './durably.ts';
import { controlledStore } from './recording-store.test.support.ts';
import { added, report, someContents } from './sample-data.test.support.ts';
import type { StateView } from './state.ts';
import { memoryStore, StorageFailure, type Store } from './store.ts';
import type { WatchedStore } from './watched-store.ts';

/** What is said, in the order of time. */
function told(store: Store, step: (store: WatchedStore) => unknown): string[] {
  const said: string[] = [];
  Promise.resolve(durably(store, step)).then(
    (value) => said.push(String(value)),
    (error: Error) => said.push(error.name),
  );
  return said;
}

const seeded = report('seeded');
const gone: Change = { type: 'report-removed', service: seeded.service, id: 'a', remember: true };
const spent: Change = {
  type: 'allowance-set',
  caller: 'r1',
  allowance: { left: 0, period: '' },
};

/** Every question to a state, with a change that it does not depend on and one that it does. */
const questions: {
  readonly [name in keyof StateView]: readonly [
    ask: (state: StateView) => unknown,
    other: Change | undefined,
    own: Change,
  ];
} = {
  hasService: [
    (state) => state.hasService('new'),
    added('a'),
    { type: 'service-added', service: 'new' },
  ],
  caller: [(state) => state.caller('r1'), spent, { type: 'caller-removed', id: 'r1' }],
  callerByToken: [
    (state) => state.callerByToken('r1'),
    added('a'),
    { type: 'caller-removed', id: 'r1' },
  ],
  allowance: [(state) => state.allowance('r1')?.left, { ...spent, caller: 'r2' }, spent],
  analysis: [
    (state) => state.analysis('0'),
    added('a'),
    { type: 'replaced', contents: someContents },
  ],
  report: [(state) => state.report(seeded.service, 'A')?.id, added('b'), added('a')],
  wasDeleted: [(state) => state.wasDeleted(seeded.service, 'A'), added('b'), gone],
  placeOf: [(state) => state.placeOf(seeded), undefined, added('a')],
  firstLike: [(state) => state.firstLike(report('a'), 'both')?.id, undefined, added('a')],
  contents: [(state) => state.contents().reports.length, undefined, added('a')],
  data: [(state) => state.data.reports.length, undefined, added('a')],
};

test.each(Object.entries(questions))(
  '%s waits for changes that it depends on, and for no others',
  async (_name, [ask, other, own]) => {
    const { store, keep } = controlledStore(someContents);
    if (other) {
      void store.commit(other);
      expect(durably(store, ({ state }) => `at once ${ask(state)}`)).toMatch(/^at once/);
      await keep();
    }
    void store.commit(own);
    const now = String(ask(store.state));
    const said = told(store, ({ state }) => ask(state));
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    await keep();
    expect(said).toEqual([now]);
  },
);

test('what was read and is undone is read again', async () => {
  const { store, lose } = controlledStore();
  const lost = store.commit(added('a')).catch((error: Error) => error.name);
  const said = told(store, ({ state }) => state.data.reports.length);
  await lose();
  expect(await lost).toBe('StorageFailure');
  expect(said).toEqual(['0']);
});

test('a change is told once it is durable, or as a failure once it is undone, and not made again', async () => {
  for (const fate of ['keep', 'lose'] as const) {
    const { adapter, store, [fate]: end } = controlledStore();
    const said = told(store, (seen) => {
      seen.commit(added('a'));
      seen.commit(added('b'));
      return seen.state.data.reports.length;
    });
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    await end();
    expect(said).toEqual([fate === 'keep' ? '2' : StorageFailure.name]);
    expect(adapter.writing).toBe(0);
    expect(store.state.data.reports).toHaveLength(fate === 'keep' ? 2 : 0);
  }
});

test('an exception waits like a result, since it may rest on what is undone', async () => {
  for (const fate of ['keep', 'lose'] as const) {
    const { store, [fate]: end } = controlledStore();
    store.commit(added('a')).catch(() => {});
    const said = told(store, ({ state }) => {
      if (state.report('tunnelco', 'a')) throw new TypeError('taken');
      return 'free';
    });
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    await end();
    expect(said).toEqual([fate === 'keep' ? 'TypeError' : 'free']);
  }
});

test('where nothing is pending, nothing is waited for', () => {
  const store = memoryStore(someContents);
  expect(durably(store, ({ state }) => state.data.reports.length)).toBe(
    someContents.reports.length,
  );
});
