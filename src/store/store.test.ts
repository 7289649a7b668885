import { once } from 'node:events';
import fc from 'fast-check';
import { type Adapter, Low, Memory } from 'lowdb';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Change } from './change.ts';
import type { Contents } from './contents.ts';
import { added, report, reportIds, someContents } from './sample-data.test.support.ts';
import { State } from './state.ts';
import { memoryStore, StorageFailure, Store } from './store.ts';

const everyoneHears = () => new Promise(setImmediate);

/** An adapter whose writes succeed or fail when it is told to. */
class ToldAdapter implements Adapter<State> {
  /** How many changes are in the write under way; 0 where there is none. */
  writing = 0;
  readonly written: Change[] = [];
  closed = false;
  #succeed = () => {};
  #fail = (_: Error) => {};

  async read(): Promise<null> {
    return null;
  }

  write({ unsaved }: State): Promise<void> {
    const group = unsaved.map((words) => JSON.parse(words) as Change);
    expect(this.writing, 'one write at a time').toBe(0);
    this.writing = group.length;
    return new Promise((resolve, reject) => {
      this.#succeed = () => {
        this.written.push(...group);
        resolve();
      };
      this.#fail = reject;
    });
  }

  /** Without a write under way there is nothing to keep. */
  keep(): void {
    if (this.writing === 0) return;
    this.writing = 0;
    this.#succeed();
  }

  lose(): void {
    this.writing = 0;
    this.#fail(new Error('no'));
  }
}

function told(contents?: Contents) {
  const adapter = new ToldAdapter();
  const db = new Low<State>(adapter, new State(contents));
  const store = new Store(db, {
    pause: () => Promise.resolve(),
    encode: (change) => JSON.stringify(change),
    close: async () => {
      adapter.closed = true;
    },
  });
  return { adapter, db, store };
}

const hashes = ['aa', 'bb', 'cc'];
const ids = ['a', 'B', 'c', 'd'];
const services = ['tunnelco', 'dyndnsco'];
const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const someReport = fc
  .record({ id: pick(...ids), service: pick(...services), file256Hash: pick(...hashes) })
  .map(({ id, ...part }) => report(id, part));
const someCaller = fc.record({
  id: pick('r1', 'r2'),
  token: pick('t1', 't2', 't3'),
  name: fc.constant('Ada'),
  roles: fc.constant([]),
});
const someAnalysis = fc
  .record({ sha256Hash: pick(...hashes), sha512Hash: pick('dd', 'ee'), blake3Hash: pick('ff') })
  .map((part) => ({
    ...part,
    date: '',
    tags: [],
    ssDeep: '',
    configs: {},
    mD5Hash: '',
    fileName: '',
    sha1Hash: '',
    sizeInBytes: 0,
    staticAnalysisDuration: '',
  }));
const someChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 5,
    arbitrary: someReport.map((one) => ({ type: 'report-added', report: one }) as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('report-removed'),
      service: pick(...services),
      id: pick(...ids),
      remember: fc.boolean(),
    }),
  },
  fc.record({
    type: fc.constant('allowance-set'),
    caller: pick('r1', 'r2'),
    allowance: fc.record({ left: fc.nat(3), period: fc.constant('') }),
  }),
  fc.record({ type: fc.constant('service-added'), service: pick('tunnelco', 'new') }),
  someCaller.map((caller) => ({ type: 'caller-set', caller }) as const),
  fc.record({ type: fc.constant('caller-removed'), id: pick('r1', 'r2') }),
  someAnalysis.map((analysis) => ({ type: 'analysis-added', analysis }) as const),
  fc
    .array(someReport, { maxLength: 3 })
    .map((reports) => ({ type: 'replaced', contents: { ...someContents, reports } }) as const),
);

/** All that can be learned from a state, whatever the order of unordered things. */
const view = (state: Store['state']) => ({
  reports: services.map((service) => state.contents().reports.filter((r) => r.service === service)),
  first: services.map((service) =>
    hashes.map((file256Hash) => state.firstLike(report('', { service, file256Hash }), 'file')),
  ),
  deleted: services.map((service) => ids.map((id) => state.wasDeleted(service, id))),
  services: ['tunnelco', 'dyndnsco', 'new'].map((service) => state.hasService(service)),
  tokens: ['t1', 't2', 't3'].map((token) => state.callerByToken(token)),
  callers: ['r1', 'r2'].map((id) => [state.caller(id), state.allowance(id)]),
  analyses: [...hashes, 'dd', 'ee', 'ff'].map((hash) => state.analysis(hash)),
});

type Step =
  | { readonly commit: Change }
  | { readonly keep: number }
  | { readonly loseWith: Change }
  | 'lose'
  | 'look';
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ commit: someChange }) },
  { weight: 2, arbitrary: fc.record({ keep: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ loseWith: someChange }) },
  { weight: 3, arbitrary: pick<Step>('lose', 'look') },
);

test('the state is always what was kept and what is under way, and nothing of what was lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 20, maxLength: 40 }), async (steps) => {
      const { adapter, store } = told(someContents);
      const kept: Change[] = [];
      let underWay: Change[] = [];
      const lost: Change[] = [];
      const heard = { kept: [] as Change[], lost: [] as Change[] };
      const commit = (change: Change) => {
        underWay.push(change);
        store.commit(change).then(
          () => heard.kept.push(change),
          (error: unknown) => {
            expect(error).toBeInstanceOf(StorageFailure);
            heard.lost.push(change);
          },
        );
      };
      const keep = async () => {
        await everyoneHears();
        kept.push(...underWay.splice(0, adapter.writing));
        adapter.keep();
        await everyoneHears();
      };
      const lose = async (meanwhile?: Change) => {
        await everyoneHears();
        if (adapter.writing === 0) return;
        adapter.lose();
        if (meanwhile) commit(meanwhile);
        lost.push(...underWay);
        underWay = [];
        await everyoneHears();
      };
      for (const step of steps) {
        if (step === 'lose') await lose();
        else if (step === 'look') store.state.firstLike(report(''), 'file');
        else if ('loseWith' in step) await lose(step.loseWith);
        else if ('keep' in step) for (let at = 0; at < step.keep; at += 1) await keep();
        else commit(step.commit);
        const model = new State(someContents);
        for (const change of [...kept, ...underWay]) model.apply(change);
        expect(view(store.state)).toEqual(view(model));
      }
      while (underWay.length > 0) await keep();
      expect(heard).toEqual({ kept, lost });
      expect(adapter.written).toEqual(kept);
      const reloaded = view(new State(store.state.contents()));
      const { reports, first, deleted } = view(store.state);
      expect(reloaded).toMatchObject({ reports, first, deleted });
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test('what lowdb holds is the state itself, and knows what of it is not saved', async () => {
  const { adapter, db, store } = told(someContents);
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
  const { adapter, store } = told();
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
  const { adapter, db, store } = told(someContents);
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
  const { adapter, store } = told();
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
  const { adapter, store } = told();
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
  const { adapter, store } = told();
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
