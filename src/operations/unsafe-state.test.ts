import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import type { Outcome } from '../domain/refusal.ts';
import type { Change } from '../store/changes.ts';
import { controlledStore } from '../store/recording-store.test.support.ts';
import { StorageFailure } from '../store/store.ts';
import { create } from './create.ts';
import { deleteReport } from './delete.ts';
import {
  analysis,
  basisOf,
  callers,
  contents,
  draft,
  type TestBasis,
} from './dependencies.test.support.ts';
import { fetchReport } from './fetch.ts';
import { identifySafely } from './identify-caller.ts';
import { lookup } from './lookup.ts';

const { researcher, owner, limited, reader } = callers;
const createIn = (dependencies: TestBasis) =>
  create.run(dependencies, researcher, { service: 'tunnelco', report: draft });
const otherHash = 'd'.repeat(64);

interface Case {
  readonly what: string;
  readonly dialect?: Differences;
  /** The change on which the answer rests. */
  readonly change: (dependencies: TestBasis) => Promise<unknown>;
  readonly asked: (dependencies: TestBasis) => Promise<Outcome<unknown>> | Outcome<unknown>;
  /** The answer where the change is kept: a refusal, or none. */
  readonly kept: string;
  /** The same where it is taken back. `stores`: it has a change of its own to make then. */
  readonly lost: string;
  readonly stores?: true;
}

const commit = (change: Change) => (dependencies: TestBasis) => dependencies.store.commit(change);
const nothingLeft: Change = {
  type: 'allowance-set',
  caller: limited.id,
  allowance: { left: 0, period: '' },
};

const cases: Case[] = [
  {
    what: 'a duplicate of a report that is being stored',
    dialect: { 'create.duplicates': 'refused' },
    change: createIn,
    asked: createIn,
    kept: 'duplicate-report',
    lost: 'ok',
    stores: true,
  },
  {
    what: 'the last lookup that is being taken',
    change: commit(nothingLeft),
    asked: (dependencies) => lookup.run(dependencies, limited, { hash: analysis.sha256Hash }),
    kept: 'no-requests-left',
    lost: 'ok',
    stores: true,
  },
  {
    what: 'a token that is being revoked',
    change: commit({ type: 'caller-removed', id: reader.id }),
    asked: (dependencies) => identifySafely(dependencies, 'token-reader'),
    kept: 'unknown-token',
    lost: 'ok',
  },
  {
    what: 'a token that is being given out',
    change: commit({ type: 'caller-set', caller: { ...reader, id: 'new', token: 'new' } }),
    asked: (dependencies) => identifySafely(dependencies, 'new'),
    kept: 'ok',
    lost: 'unknown-token',
  },
  {
    what: 'a feed that is being cleared away, for a create',
    change: commit({ type: 'replaced', contents: { ...contents, services: [] } }),
    asked: createIn,
    kept: 'unknown-service',
    lost: 'ok',
    stores: true,
  },
  {
    what: 'a feed that is being cleared away, for a fetch',
    change: commit({ type: 'replaced', contents: { ...contents, services: [] } }),
    asked: (dependencies) =>
      fetchReport.run(dependencies, reader, { service: 'tunnelco', id: 'nope' }),
    kept: 'unknown-service',
    lost: 'unknown-report',
  },
  {
    what: 'a feed that is being opened',
    change: commit({ type: 'service-added', service: 'new' }),
    asked: (dependencies) => fetchReport.run(dependencies, reader, { service: 'new', id: 'nope' }),
    kept: 'unknown-report',
    lost: 'unknown-service',
  },
];
const addedAnalysis: Change = {
  type: 'analysis-added',
  analysis: { ...analysis, sha256Hash: otherHash },
};

const saidBy = (asked: Promise<Outcome<unknown>> | Outcome<unknown>) =>
  Promise.resolve(asked).then(
    (outcome) => (outcome.ok ? 'ok' : outcome.refusal.kind),
    (error: Error) => error.name,
  );

test.each(cases)('$what: nothing is said of it before it is safe', async (one) => {
  for (const fate of ['kept', 'lost'] as const) {
    const { store, keep, lose } = controlledStore(contents);
    const dependencies = basisOf(one.dialect, store);
    const change = one.change(dependencies).catch((error: unknown) => error);
    const said: string[] = [];
    const answer = saidBy(one.asked(dependencies)).then((text) => said.push(text));
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    if (fate === 'kept') {
      while (said.length === 0) await keep();
      await answer;
    } else {
      await lose();
      expect(await change).toBeInstanceOf(StorageFailure);
      if (one.stores) {
        expect(said).toEqual([]);
        await keep();
      }
      await answer;
    }
    expect(said).toEqual([one[fate]]);
  }
});

test('a create that opens a feed is answered once both are safe', async () => {
  const { store, keep } = controlledStore(contents);
  const dependencies = basisOf({ 'feed.unknown-service': 'created' }, store);
  const said: string[] = [];
  const answer = saidBy(
    create.run(dependencies, researcher, { service: 'new', report: draft }),
  ).then((text) => said.push(text));
  await new Promise(setImmediate);
  expect(said).toEqual([]);
  while (said.length === 0) await keep();
  await answer;
  expect(said).toEqual(['ok']);
});

test('of two who delete what is being stored, the second is refused only once the first is safe', async () => {
  const { store, keep, lose } = controlledStore(contents);
  const dependencies = basisOf({}, store);
  const created = createIn(dependencies);
  await keep();
  const report = await created;
  if (!report.ok) throw new Error('not created');
  const { id } = report.value;
  const touched = dependencies.store.commit({ type: 'report-added', report: report.value });
  const first = deleteReport
    .run(dependencies, owner, { service: 'tunnelco', id })
    .catch((error: Error) => error);
  const said: string[] = [];
  const second = saidBy(deleteReport.run(dependencies, owner, { service: 'tunnelco', id })).then(
    (text) => said.push(text),
  );
  await keep();
  await touched;
  expect(said).toEqual([]);
  await lose();
  expect(await first).toBeInstanceOf(StorageFailure);
  await keep();
  await second;
  expect(said).toEqual(['ok']);
});

test('an analysis that came after the request was counted is shown once it is safe', async () => {
  const { store, keep, lose } = controlledStore(contents);
  const dependencies = basisOf({}, store);
  const said: string[] = [];
  const answer = saidBy(lookup.run(dependencies, researcher, { hash: otherHash })).then((text) =>
    said.push(text),
  );
  await new Promise(setImmediate);
  const adding = store.commit(addedAnalysis).catch((error: unknown) => error);
  await keep();
  expect(said).toEqual([]);
  await lose();
  await answer;
  expect(await adding).toBeInstanceOf(StorageFailure);
  expect(said).toEqual(['unknown-hash']);
});
