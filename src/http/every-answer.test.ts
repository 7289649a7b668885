import { expect, test } from 'vitest';
import { applyDialect } from '../contract/apply-dialect.ts';
import { type Dialect, type Differences, defaultDialect, dialectOf } from '../dialects/dialect.ts';
import { rulesOf } from '../dialects/rules.ts';
import type { Caller } from '../domain/caller.ts';
import { type OperationName, operationNames } from '../domain/operation.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { StoredReport } from '../domain/report.ts';
import { basisOf } from '../operations/dependencies.test.support.ts';
import { operations } from '../operations/operations.ts';
import { ownSeed } from '../seed/own-seed.ts';
import { normalisations } from '../spec/normalisations.ts';
import { isStatus } from '../spec/open-point.ts';
import { openPoints } from '../spec/open-points.ts';
import { memoryStore } from '../store/store.ts';
import { repliesOf } from './reply/replies.ts';
import { goodReport } from './request/sample-values.test.support.ts';
import { sampleCall } from './sample-calls.test.support.ts';

const now = Date.UTC(2026, 0, 31, 22, 45);

function caller(id: string, more: Partial<Caller> = {}): Caller {
  return { id, name: id, token: id, roles: [], ...more };
}

const callers = [
  caller('creator', { roles: ['researcher'] }),
  caller('researcher', { roles: ['researcher'] }),
  caller('owner', { owns: 'tunnelco' }),
  caller('reader'),
];
const report = {
  ...goodReport,
  c2Address: 'c2.example.com:4444',
  service: 'tunnelco',
  createdBy: 'creator',
} as unknown as StoredReport;

/** To a page about the file, and not. */
const links = ['https://results.example/', `https://results.example/${report.file256Hash}`];

/** Reports whose values a service may change by a rule. */
function changedByRule(): StoredReport[] {
  const { tags, c2Address, referenceLink } = normalisations;
  return [
    ...tags.flatMap(({ shows }) => (shows ? { ...report, tags: [...shows(report.tags)] } : [])),
    ...c2Address.flatMap(({ shows }) =>
      shows ? { ...report, c2Address: shows(report.c2Address) } : [],
    ),
    ...referenceLink.flatMap(({ shows }) =>
      shows ? { ...report, referenceLink: shows(report.referenceLink) } : [],
    ),
  ];
}

/** What the rules of a dialect decide, on cases that every open rule decides differently. */
function decisions(dialect: Dialect): string {
  const rules = rulesOf(dialect);
  const sent = { ...report, tags: ['b', 'A', 'a', 'b'], c2Address: 'Host:1' };
  const constants = Object.entries(rules).filter(([, rule]) => typeof rule !== 'function');
  return JSON.stringify([
    constants,
    ['token', 'Bearer token'].map((header) => String(rules.tokenIn(header))),
    String(rules.tokenExpiry(now)),
    operationNames.map((name) => [
      rules.isPublic(name),
      [undefined, ...callers].map((each) => rules.may(name, each, report)),
    ]),
    rules.sameId('a', 'A'),
    links.map((referenceLink) => String(rules.problemWith({ ...sent, referenceLink }))),
    rules.asStored(sent),
    ...changedByRule().map((each) => rules.asStored(each)),
    rules.newId((bytes) => new Uint8Array(bytes).fill(0xab), now),
    rules.nameOf(sent, 'tunnelco'),
    rules.nameOf({ ...sent, tags: [] }, 'tunnelco'),
    rules.hashKey('AB'),
    callers.map(rules.requestsOf),
    rules.quotaPeriod(now),
    String(rules.refillIn(now)),
    String(rules.rateLimit),
  ]);
}

/** One that has what any refusal tells. */
const facts = {
  problem: '',
  service: 'x',
  id: 'x',
  hash: '',
  seconds: 1,
  limit: 1,
  found: undefined,
};

/** Everything a dialect can say. */
function sayings(dialect: Dialect): string {
  const replies = repliesOf(dialect);
  return JSON.stringify(
    operationNames.map((name) => [
      replies.succeeded(name, results.get(name)),
      ...Object.keys(operations[name].causes).map((kind) =>
        replies.refused(name, { ...facts, kind } as Refusal),
      ),
    ]),
  );
}

/** What each operation leads to on the seed data. */
const results = new Map(operationNames.map((name) => [name, resultOf(name)]));

function resultOf(name: OperationName): unknown {
  const { contents } = ownSeed();
  const { path, query, body, authorization } = sampleCall(name, '');
  const operation = operations[name];
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const asked = operation.input({ params: path, query: Object.fromEntries(given), body });
  const sender = contents.callers.find(({ token }) => token === authorization);
  const outcome = operation.run(basisOf({}, memoryStore(contents)), sender, asked);
  if (!outcome.ok) throw new Error(`${name} is refused: ${outcome.refusal.kind}`);
  return outcome.value;
}

/** How each operation reads what is sent. */
function readingsOf(dialect: Dialect): string {
  return JSON.stringify(operationNames.map((name) => operations[name].bodyRules?.(dialect)));
}

const layers = {
  document: (dialect: Dialect) => JSON.stringify(applyDialect(dialect)),
  rules: decisions,
  replies: sayings,
  bodies: readingsOf,
};
type Layer = keyof typeof layers;

const names = Object.keys(layers) as Layer[];
const usual = new Map(names.map((name) => [name, layers[name](defaultDialect)]));

function changes(dialect: Dialect, layer: Layer): boolean {
  return layers[layer](dialect) !== usual.get(layer);
}

const every = openPoints.flatMap(({ id, alternatives }) =>
  alternatives.map((answer) => ({ id, answer })),
);

test.each(every.filter(({ id }) => isStatus(id)))(
  '$id changes the document and the replies where it is $answer',
  ({ id, answer }) => {
    const dialect = dialectOf({ [id]: answer } as Differences);
    expect(names.filter((name) => changes(dialect, name))).toEqual(['document', 'replies']);
  },
);

const undecided =
  'say in src/domain/rules.ts and src/dialects/rules.ts what the answer means, or by sets or patch in openapi.yaml what it changes';
const others = every.filter(({ id }) => !isStatus(id));
test.each(others)('$id makes a difference where it is $answer', ({ id, answer }) => {
  const dialect = dialectOf({ [id]: answer } as Differences);
  // The document last, since it costs most.
  const changed = names.toReversed().some((name) => changes(dialect, name));
  expect(changed, undecided).toBe(true);
});
