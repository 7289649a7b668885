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

/** A question to a state. */
interface Question {
  readonly ask: (state: StateView) => unknown;
  /** A change that its answer depends on. */
  readonly waitsFor: Change;
  /** One that it does not depend on. */
  readonly notFor?: Change;
}

const emptied: Change = { type: 'replaced', contents: someContents };
const removed: Change = { type: 'caller-removed', id: 'r1' };
const opened: Change = { type: 'service-added', service: 'new' };

const questions: { readonly [name in keyof StateView]: Question } = {
  hasService: {
    ask: (state) => state.hasService('new'),
    waitsFor: opened,
    notFor: added('a'),
  },
  caller: {
    ask: (state) => state.caller('r1'),
    waitsFor: removed,
    notFor: spent,
  },
  callerByToken: {
    ask: (state) => state.callerByToken('r1'),
    waitsFor: removed,
    notFor: added('a'),
  },
  allowance: {
    ask: (state) => state.allowance('r1')?.left,
    waitsFor: spent,
    notFor: { ...spent, caller: 'r2' },
  },
  analysis: {
    ask: (state) => state.analysis('0'),
    waitsFor: emptied,
    notFor: added('a'),
  },
  report: {
    ask: (state) => state.report(seeded.service, 'A')?.id,
    waitsFor: added('a'),
    notFor: added('b'),
  },
  wasDeleted: {
    ask: (state) => state.wasDeleted(seeded.service, 'A'),
    waitsFor: gone,
    notFor: added('b'),
  },
  placeOf: {
    ask: (state) => state.placeOf(seeded),
    waitsFor: added('a'),
  },
  firstLike: {
    ask: (state) => state.firstLike(report('a'), 'both')?.id,
    waitsFor: added('a'),
  },
  contents: {
    ask: (state) => state.contents().reports.length,
    waitsFor: added('a'),
  },
  data: {
    ask: (state) => state.data.reports.length,
    waitsFor: added('a'),
  },
};

test.each(Object.entries(questions))(
  '%s waits for changes that it depends on, and for no others',
  async (_name, { ask, waitsFor, notFor }) => {
    const { store, keep } = controlledStore(someContents);
    if (notFor) {
      void store.commit(notFor);
      expect(durably(store, ({ state }) => `at once ${ask(state)}`)).toMatch(/^at once/);
      await keep();
    }
    void store.commit(waitsFor);
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
