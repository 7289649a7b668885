import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Analysis } from '../domain/analysis.ts';
import { examples } from '../repository/test-settings.test.support.ts';
import { hashFields } from '../spec/file-hashes.ts';
import { applied, type Change } from './changes.ts';
import { copyOf } from './contents.ts';
import { controlledStore } from './recording-store.test.support.ts';
import { report, someContents } from './sample-data.test.support.ts';
import { State } from './state.ts';
import { StorageFailure, type Store } from './store.ts';

const hashes = ['aa', 'bb', 'cc'];
const ids = ['a', 'B', 'c', 'd'];
const services = ['tunnelco', 'dyndnsco'];

function pick<T>(...values: readonly T[]) {
  return fc.constantFrom(...values);
}

const someReport = fc
  .record({ id: pick(...ids), service: pick(...services), file256Hash: pick(...hashes) })
  .map(({ id, ...part }) => report(id, part));
const someCaller = fc
  .record({ id: pick('r1', 'r2'), token: pick('', ' again') })
  .map(({ id, token }) => ({ id, token: `${id}${token}`, name: 'Ada', roles: [] }));
const someAnalysis = fc
  .record({ sha256Hash: pick(...hashes), blake3Hash: pick('1', '2') })
  .map(({ sha256Hash: file, blake3Hash }) => {
    const hashes = hashFields.map((field) => [field, `${file}${field}`]);
    const own = { sha256Hash: file, blake3Hash: `${file}${blake3Hash}` };
    return { ...Object.fromEntries(hashes), ...own } as Analysis;
  });
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
    .uniqueArray(someReport, { maxLength: 3, selector: ({ service, id }) => service + id })
    .map((reports) => ({ type: 'replaced', contents: { ...someContents, reports } }) as const),
);

/** All that can be learned from a state. */
function view(state: Store['state']) {
  return {
    data: state.contents(),
    first: services.map((service) =>
      hashes.map((file256Hash) => state.firstLike(report('', { service, file256Hash }), 'file')),
    ),
    deleted: services.map((service) => ids.map((id) => state.wasDeleted(service, id))),
    services: ['tunnelco', 'dyndnsco', 'new'].map((service) => state.hasService(service)),
    tokens: ['r1', 'r2', 'r1 again', 'r2 again'].map((token) => state.callerByToken(token)),
    callers: ['r1', 'r2'].map((id) => [state.caller(id), state.allowance(id)]),
    analyses: hashes.flatMap((file) =>
      ['', '1', '2', '512'].map((ending) => state.analysis(`${file}${ending}`)),
    ),
  };
}

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
      const { adapter, store, settled } = controlledStore(someContents);
      const kept: Change[] = [];
      let underWay: Change[] = [];
      const lost: Change[] = [];
      const reported = { kept: [] as Change[], lost: [] as Change[] };
      const commit = (change: Change) => {
        underWay.push(change);
        store.commit(change).then(
          () => reported.kept.push(change),
          (error: unknown) => {
            expect(error).toBeInstanceOf(StorageFailure);
            reported.lost.push(change);
          },
        );
      };
      const keep = async () => {
        await settled();
        kept.push(...underWay.splice(0, adapter.writing));
        adapter.keep();
        await settled();
      };
      const lose = async (meanwhile?: Change) => {
        await settled();
        if (adapter.writing === 0) return;
        adapter.lose();
        if (meanwhile) commit(meanwhile);
        lost.push(...underWay);
        underWay = [];
        await settled();
      };
      for (const step of steps) {
        if (step === 'lose') await lose();
        else if (step === 'look') store.state.firstLike(report(''), 'file');
        else if ('loseWith' in step) await lose(step.loseWith);
        else if ('keep' in step) for (let at = 0; at < step.keep; at += 1) await keep();
        else commit(step.commit);
        let model = new State(copyOf(someContents));
        for (const change of [...kept, ...underWay]) model = applied(model, change).state;
        expect(view(store.state)).toEqual(view(model));
      }
      while (underWay.length > 0) await keep();
      expect(reported).toEqual({ kept, lost });
      expect(adapter.written).toEqual(kept);
      expect(view(new State(copyOf(store.state.data)))).toEqual(view(store.state));
    }),
    { seed: 1, numRuns: examples(300) },
  );
});
