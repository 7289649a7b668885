import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import { type Outcome, ok } from '../domain/refusal.ts';
import type { Change } from '../store/changes.ts';
import { controlledStore } from '../store/recording-store.test.support.ts';
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
import { identify } from './identify-caller.ts';
import { lookup } from './lookup.ts';
import type { Operation } from './operation.ts';
import { perform } from './perform.ts';

const { researcher, owner, limited, reader } = callers;

function createIn(dependencies: TestBasis) {
  return perform(create, dependencies, researcher, { service: 'tunnelco', report: draft });
}

function identified(dependencies: TestBasis, header: string) {
  return dependencies.store.durably(() => identify(dependencies, header), 'callers');
}

interface Case {
  readonly what: string;
  readonly dialect?: Differences;
  /** The change on which the answer rests. */
  readonly change: (dependencies: TestBasis) => unknown;
  readonly asked: (dependencies: TestBasis) => Promise<Outcome<unknown>> | Outcome<unknown>;
  /** The answer where the change is kept: a refusal, or none. */
  readonly kept: string;
  /** The same where it is taken back. `stores`: it has a change of its own to make then. */
  readonly lost: string;
  readonly stores?: true;
}

function commit(change: Change) {
  return (dependencies: TestBasis) => dependencies.store.commit(change);
}

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
    asked: (dependencies) => perform(lookup, dependencies, limited, { hash: analysis.sha256Hash }),
    kept: 'no-requests-left',
    lost: 'ok',
    stores: true,
  },
  {
    what: 'a token that is being revoked',
    change: commit({ type: 'caller-removed', id: reader.id }),
    asked: (dependencies) => identified(dependencies, 'token-reader'),
    kept: 'unknown-token',
    lost: 'ok',
  },
  {
    what: 'a feed that is being cleared away, for a create',
    change: commit({ type: 'replaced', contents: { ...contents, services: [] } }),
    asked: createIn,
    kept: 'unknown-service',
    lost: 'ok',
    stores: true,
  },
];

function saidBy(asked: Promise<Outcome<unknown>> | Outcome<unknown>) {
  return Promise.resolve(asked).then(
    (outcome) => (outcome.ok ? 'ok' : outcome.refusal.kind),
    (error: Error) => error.name,
  );
}

test.each(cases)('$what: nothing is said of it before it is safe', async (one) => {
  for (const fate of ['kept', 'lost'] as const) {
    const { store, keep, lose } = controlledStore(contents);
    const dependencies = basisOf(one.dialect, store);
    Promise.resolve(one.change(dependencies)).catch(() => {});
    const said: string[] = [];
    const answer = saidBy(one.asked(dependencies)).then((text) => said.push(text));
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    if (fate === 'kept') {
      while (said.length === 0) await keep();
      await answer;
    } else {
      await lose();
      if (one.stores) {
        expect(said).toEqual([]);
        await keep();
      }
      await answer;
    }
    expect(said).toEqual([one[fate]]);
  }
});

test('of two who delete at once, the second is refused only once the first is safe', async () => {
  for (const fate of ['kept', 'lost'] as const) {
    const { store, keep, lose } = controlledStore(contents);
    const dependencies = basisOf({}, store);
    const creating = createIn(dependencies);
    await keep();
    const created = await creating;
    if (!created.ok) throw new Error('not created');
    const place = { service: 'tunnelco', id: created.value.id };
    const said: string[] = [];
    for (const nth of ['first', 'second'])
      void saidBy(perform(deleteReport, dependencies, owner, place)).then((text) =>
        said.push(`${nth}: ${text}`),
      );
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    await (fate === 'kept' ? keep() : lose());
    if (fate === 'lost') await keep();
    expect(said.sort()).toEqual(
      fate === 'kept'
        ? ['first: ok', 'second: unknown-report']
        : ['first: unavailable', 'second: ok'],
    );
  }
});

/** As somebody writes it who has never heard of durability. */
const careless: Operation<'reads' | 'changes', number> = {
  name: 'fetch',
  success: 'fetched',
  input: () => 'reads',
  run({ store }, _caller, what) {
    if (what === 'changes') store.commit({ type: 'service-added', service: 'new' });
    return ok(store.state.data.services.length);
  },
  body: () => null,
  causes: {},
  whoMay: () => 'everybody.',
};

test.each(['reads', 'changes'] as const)(
  'an operation that %s and does nothing about it is answered once all is safe',
  async (what) => {
    const { store, keep } = controlledStore(contents);
    const dependencies = basisOf({}, store);
    if (what === 'reads') void store.commit({ type: 'service-added', service: 'new' });
    const said: string[] = [];
    void saidBy(perform(careless, dependencies, reader, what)).then((text) => said.push(text));
    await new Promise(setImmediate);
    expect(said).toEqual([]);
    await keep();
    expect(said).toEqual(['ok']);
  },
);

test('a fetch does not wait for what lookups take', async () => {
  const { store, keep } = controlledStore(contents);
  const dependencies = basisOf({}, store);
  const looking = perform(lookup, dependencies, limited, { hash: analysis.sha256Hash });
  const place = { service: 'tunnelco', id: 'another' };
  expect(await saidBy(perform(fetchReport, dependencies, reader, place))).toBe('unknown-report');
  await keep();
  await looking;
});

test('whoever asks is known without waiting for reports', async () => {
  const { store, keep } = controlledStore(contents);
  const dependencies = basisOf({}, store);
  const creating = createIn(dependencies);
  expect(identified(dependencies, 'token-reader')).toEqual(ok(reader));
  await keep();
  await creating;
});
