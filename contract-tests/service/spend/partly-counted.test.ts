import { expect, test } from 'vitest';
import { fileHashes } from '../../../src/spec/file-hashes.ts';
import { faultsNotRuledOutBy, wrongCounts } from '../model/counts/count-verdict.ts';
import {
  type CountClause,
  type CountFault,
  type CountingServer,
  countsEachOnce,
  countFaults as everyFault,
} from '../model/counts/counting-servers.ts';
import type { LimitedHistory } from '../model/counts/lookups.ts';
import { answersOf } from '../model/counts/replay.ts';
import { feedTargetAt } from '../target/target.test.support.ts';
import { countPlans } from './count-plan.ts';
import { needsOf } from './partly-counted.ts';
import { lookupsOf, plannedCalls } from './planned-calls.ts';

const analyses = [1, 2].map((nth) => ({
  sha256: `${nth}`.repeat(64),
  sha512: `a${nth}`.repeat(64),
  blake3: `b${nth}`.repeat(32),
}));

/** What the target has no hash of cannot be counted. */
const unstated = fileHashes.filter(({ kind }) => analyses.every((file) => !(kind in file)));
const countFaults = everyFault.filter(
  ({ server: { says: text } }) =>
    !unstated.some(({ name, digits }) => text.match(` (${name}|${digits} digits) `)),
);

function tokensWith(sizes: readonly number[]) {
  return sizes.map((remaining) => ({ token: `t${remaining}`, remaining }));
}

/** What a token of each of these sizes is spent on. */
function planFor(sizes: readonly number[]) {
  const plans = countPlans(tokensWith(sizes));
  return { plans, planned: plannedCalls(plans, { analyses }) };
}

type Plan = ReturnType<typeof planFor>;

/** A plan, as a server answers it. */
function played(server: CountingServer, { plans, planned }: Plan, malformedTakes: number) {
  return plans.map(({ key, remaining }): LimitedHistory => {
    const asked = lookupsOf(planned.get(key) ?? []);
    const answers = answersOf(server, { calls: asked, remaining }, malformedTakes);
    const calls = asked.map((call, nth) => ({ ...call, answer: answers[nth] ?? 'open' }));
    return { key, remaining, calls, others: [] };
  });
}

function says({ server }: CountFault): string {
  return server.says;
}

const everything = countFaults.map(says);
const atOnce = everything.filter((text) => text.includes('at the same time'));
const malformed = 'lookups of what is no hash took two';

/** What can be told: with one token, nothing about lookups at the same time. */
const table: readonly [sizes: readonly number[], untold: readonly string[]][] = [
  [[3, 5, 7], []],
  [[4, 6, 8], []],
  [[5, 5], [malformed]],
  [[6], ['lookups by BLAKE3 took two', malformed, ...atOnce]],
];

// Where there are more kinds of hashes, few requests tell less.
const rows = unstated.length === 0 ? table : table.slice(0, 2);

test.each(rows)('of tokens with %j left, every fault is told except %j', (sizes, untold) => {
  const plan = planFor(sizes);
  for (const malformedTakes of [0, 1]) {
    expect(wrongCounts(played(countsEachOnce, plan, malformedTakes))).toEqual([]);
    const hidden = countFaults.filter(
      ({ server }) => wrongCounts(played(server, plan, malformedTakes)).length === 0,
    );
    expect(hidden.map(says)).toEqual(untold);
    // What is said of a server that is right is the same.
    const right = played(countsEachOnce, plan, malformedTakes);
    const possible = faultsNotRuledOutBy(right).filter((one) => countFaults.includes(one));
    expect(possible.map(says)).toEqual(untold);
  }
});

test.each<[string, CountClause]>([
  ['lookups that repeat a hit took nothing', 'lookup/repeats-count'],
  ['lookups by SHA-512 took two', 'lookup/counts-once'],
])('with three tokens, "%s" breaks %s', (text, clause) => {
  const fault = countFaults.find(({ server }) => server.says === text) as CountFault;
  for (const sizes of [
    [3, 5, 7],
    [4, 6, 8],
  ]) {
    const wrong = wrongCounts(played(fault.server, planFor(sizes), 1));
    expect(new Set(wrong.flatMap(({ clauses }) => clauses))).toEqual(new Set([clause]));
  }
});

function needed(sizes: readonly number[], text: string): string | undefined {
  const target = feedTargetAt('http://127.0.0.1:4010');
  const tokens = { ...target.tokens, limited: tokensWith(sizes) };
  const faults = countFaults.filter(({ server }) => server.says === text);
  return needsOf(faults, { ...target, tokens, analyses })
    .values()
    .next().value;
}

test('what would rule a fault out is said', () => {
  expect(needed([], 'lookups by SHA-256 took nothing')).toBe(
    'another entry in tokens.limited, with 1 request left',
  );
  expect(needed([4], atOnce[0] ?? '')).toMatch(/^another entry in tokens.limited, with \d/);
  expect(needed([2], 'lookups by SHA-512 took nothing')).toBe(
    'another entry in tokens.limited, with 3 requests left',
  );
});
