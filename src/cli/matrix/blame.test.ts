import { describe, expect, test } from 'vitest';
import { type Differences, dialectOf } from '../../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import { blame, type Judged } from './blame.ts';

type Client = (answers: Readonly<Differences>) => boolean;

/** Judges the named dialects and ten random ones, then asks for the causes. */
async function blamed(passes: Client, budget = 60) {
  const dialects: [string, ReturnType<typeof dialectOf>][] = [
    ...dialectNames.map((name): [string, ReturnType<typeof dialectOf>] => [
      name,
      dialectOf(namedDialects[name].differences),
    ]),
    ...Array.from({ length: 10 }, (_, seed): [string, ReturnType<typeof dialectOf>] => [
      `random ${seed}`,
      randomDialect(seed),
    ]),
  ];
  const runs = dialects.map(
    ([label, dialect]): Judged => ({ label, dialect, passed: passes(dialect) }),
  );
  let asked = 0;
  const result = await blame(
    runs,
    async (dialect) => {
      asked += 1;
      return !passes(dialect);
    },
    budget,
  );
  const points = new Set([...result.causes.values()].flat().map((c) => Object.keys(c).join('+')));
  return { ...result, asked, points: [...points].sort(), runs };
}

describe('names the open point a client relies on', () => {
  test('the only one, for every failing dialect', async () => {
    const { points, causes, runs } = await blamed((a) => a['create.status.created'] === 201);
    expect(points).toEqual(['create.status.created']);
    const failing = runs.filter(({ passed }) => !passed).map(({ label }) => label);
    expect([...causes.keys()]).toEqual(failing);
    expect(causes.get('documented')).toEqual([{ 'create.status.created': 200 }]);
    expect(causes.get('contrary')).toEqual([{ 'create.status.created': 202 }]);
  });

  test('each of two that have nothing to do with each other', async () => {
    const { points } = await blamed(
      (a) => a['fetch.status.unknown-report'] === 404 && a['report.id.case'] === 'lower',
    );
    expect(points).toEqual(['fetch.status.unknown-report', 'report.id.case']);
  });

  test('two that do harm only together', async () => {
    const { points } = await blamed(
      (a) => a['report.id.case'] === 'lower' || a['report.id.version'] === 4,
    );
    expect(points).toEqual(['report.id.version+report.id.case']);
  });

  test('one that the default gets wrong', async () => {
    const { points } = await blamed((a) => a['auth.prefix'] !== 'none');
    expect(points).toEqual(['auth.prefix']);
  });
});

test('nothing is asked when all fail', async () => {
  const { causes, asked } = await blamed(() => false);
  expect(causes.size).toBe(0);
  expect(asked).toBe(0);
});

test('never runs the command more often than allowed, and says when that was not enough', async () => {
  const { asked, cutShort } = await blamed((a) => a['create.status.created'] === 201, 2);
  expect(asked).toBe(2);
  expect(cutShort).toBe(true);
});
