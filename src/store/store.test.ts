import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from './change.ts';
import { report, reportIds, someContents } from './sample-data.test.support.ts';
import { State } from './state.ts';
import { type Log, memoryLog, StorageFailure, Store } from './store.ts';

/** A log that keeps or loses what it was given when it is told to. */
class ToldLog implements Log {
  waiting: { resolve: () => void; reject: (cause: Error) => void }[] = [];
  #lost = () => {};

  append(): Promise<void> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
  onLoss(callback: () => void): void {
    this.#lost = callback;
  }
  async close(): Promise<void> {}

  keep(count: number): void {
    for (const { resolve } of this.waiting.splice(0, count)) resolve();
  }
  lose(): void {
    const lost = this.waiting.splice(0);
    this.#lost();
    for (const { reject } of lost) reject(new Error('no'));
  }
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

type Step = { readonly commit: Change } | { readonly keep: number } | 'lose' | 'look';
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ commit: someChange }) },
  { weight: 2, arbitrary: fc.record({ keep: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: pick<Step>('lose', 'look') },
);

test('the state is always what was kept and what is under way, and nothing of what was lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 20, maxLength: 40 }), async (steps) => {
      const log = new ToldLog();
      const store = new Store(new State(someContents), log);
      const kept: Change[] = [];
      let underWay: Change[] = [];
      const answers: Promise<unknown>[] = [];
      for (const step of steps) {
        if (step === 'lose') {
          log.lose();
          underWay = [];
        } else if (step === 'look') {
          store.state.firstLike(report(''), 'file');
        } else if ('keep' in step) {
          log.keep(step.keep);
          kept.push(...underWay.splice(0, step.keep));
          await Promise.resolve();
        } else {
          const answer = store.commit(step.commit);
          answers.push(
            answer.catch((error: unknown) => expect(error).toBeInstanceOf(StorageFailure)),
          );
          underWay.push(step.commit);
        }
        const model = new State(someContents);
        for (const change of [...kept, ...underWay]) model.apply(change);
        expect(view(store.state)).toEqual(view(model));
      }
      log.keep(log.waiting.length);
      await Promise.all(answers);
      const reloaded = view(new State(store.state.contents()));
      const { reports, first, deleted } = view(store.state);
      expect(reloaded).toMatchObject({ reports, first, deleted });
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test('settled waits for every change to the report, also one that comes meanwhile', async () => {
  const log = new ToldLog();
  const store = new Store(new State(), log);
  const heard: string[] = [];
  void store.commit({ type: 'report-added', report: report('a') });
  const settled = store.settled('A')?.then(() => heard.push('settled'));
  void store
    .commit({ type: 'report-removed', service: 'tunnelco', id: 'a', remember: true })
    .catch(() => {});
  log.keep(1);
  await new Promise(setImmediate);
  expect(heard).toEqual([]);
  log.lose();
  await settled;
  expect(reportIds(store.state)).toEqual(['a']);
});

test('settled waits for a replacement of everything', async () => {
  const log = new ToldLog();
  const store = new Store(new State(), log);
  const heard: string[] = [];
  void store.commit({ type: 'replaced', contents: someContents });
  const settled = store.settled('seeded')?.then(() => heard.push('settled'));
  await new Promise(setImmediate);
  expect(heard).toEqual([]);
  log.keep(1);
  await settled;
});

test('closing waits for what is under way', async () => {
  const log = new ToldLog();
  const store = new Store(new State(), log);
  const answer = store.commit({ type: 'report-added', report: report('a') });
  const closed = store.close();
  log.keep(1);
  await Promise.all([answer, closed]);
});

test('in memory everything is safe at once', async () => {
  const store = new Store(new State(), memoryLog);
  await store.commit({ type: 'report-added', report: report('a') });
  expect(store.state.reportCount).toBe(1);
  await store.close();
});
