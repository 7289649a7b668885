import { expect, test } from 'vitest';
import { created, fetched, type HistoryEntry, history, id } from '../history.test.support.ts';

/** A report of the researcher for each list of names, created and fetched with each. */
function shownAs(...names: readonly string[][]): HistoryEntry[] {
  return names.flatMap((shown, nth) => {
    const report = id(`${nth + 1}`);
    return [created(report), ...shown.map((reportedBy) => fetched(report, { reportedBy }))];
  });
}

const ofCreator = 'report/reported-by-is-the-creator';
const agree = 'fetch/repeated-fetches-agree';

test.each<[what: string, clause: string, names: string[][], finding: object]>([
  [
    'a rare one, though it came first',
    ofCreator,
    [['Alice'], ['Bob'], ['Bob'], ['Bob']],
    {
      expected: 'reportedBy: "Bob", as on another report of tokens.researcher',
      actual: 'reportedBy: "Alice"',
      sign: { field: 'reportedBy', wants: 'Bob' },
      exchange: { operation: 'fetch', about: { report: id('1') } },
    },
  ],
  [
    'one that comes later',
    ofCreator,
    [['Bob'], ['Bob'], ['Alice'], ['Bob']],
    { actual: 'reportedBy: "Alice"', exchange: { about: { report: id('3') } } },
  ],
  [
    'the first of one report, which others do not have',
    agree,
    [['Bob'], ['Alice', 'Bob']],
    { actual: 'reportedBy: "Alice" at first' },
  ],
  [
    'the second of one report, which others do not have',
    agree,
    [['Bob'], ['Bob', 'Alice']],
    { actual: 'reportedBy: "Alice"' },
  ],
])('of the names of one researcher, %s is wrong', (_what, clause, names, finding) => {
  expect(history(shownAs(...names)).evidence.accusations(clause)).toMatchObject([finding]);
});
