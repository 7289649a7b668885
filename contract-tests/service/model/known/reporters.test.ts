import { expect, test } from 'vitest';
import { created, fetched, history, id } from '../history.test.support.ts';

const clause = 'report/reported-by-is-the-creator';

/** A report of the researcher for each name, created and fetched. */
function reportsShown(...names: readonly string[]) {
  const story = names.flatMap((reportedBy, nth) => {
    const report = id(`${nth + 1}`);
    return [created(report), fetched(report, { reportedBy })];
  });
  return history(story).evidence.accusations(clause);
}

test('of the names of one researcher, the rare one is wrong, though it came first', () => {
  const [finding, ...others] = reportsShown('Alice', 'Bob', 'Bob', 'Bob');
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    expected: 'reportedBy: "Bob", as on another report of tokens.researcher',
    actual: 'reportedBy: "Alice"',
    sign: { field: 'reportedBy', wants: 'Bob' },
    exchange: { operation: 'fetch', about: { report: id('1') } },
  });
});

test('one that comes later is wrong by itself', () => {
  const [finding] = reportsShown('Bob', 'Bob', 'Alice', 'Bob');
  expect(finding).toMatchObject({
    actual: 'reportedBy: "Alice"',
    exchange: { about: { report: id('3') } },
  });
});

test.each([
  ['Alice', 'Bob', 'reportedBy: "Alice" at first'],
  ['Bob', 'Alice', 'reportedBy: "Alice"'],
])(
  'of two names of one report, %s and then %s, the one that others do not have is wrong',
  (first, then, actual) => {
    const [other, report] = [id('1'), id('2')];
    const usual = [created(other), fetched(other, { reportedBy: 'Bob' })];
    const story = [
      created(report),
      ...[first, then].map((reportedBy) => fetched(report, { reportedBy })),
    ];
    const { evidence } = history([...usual, ...story]);
    expect(evidence.accusations('fetch/repeated-fetches-agree')).toMatchObject([{ actual }]);
  },
);
