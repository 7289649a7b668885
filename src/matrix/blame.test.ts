import { describe, expect, test } from 'vitest';
import {
  type Dialect,
  type Differences,
  dialectOf,
  type OpenPointId,
} from '../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';
import { randomDialect } from '../dialects/random.ts';
import { blame, type JudgedTrial } from './blame.ts';
import { type DialectTrial, Trials } from './dialect-trials.ts';

type Client = (answers: Readonly<Differences>) => boolean;

/** Runs a client and records the points it reads. */
function tried(passes: Client, dialect: Dialect) {
  const exercised = new Set<OpenPointId>();
  const watched = new Proxy(dialect, {
    get: (answers, id) => {
      exercised.add(id as OpenPointId);
      return answers[id as OpenPointId];
    },
  });
  return { dialect, passed: passes(watched), exercised };
}

interface Asked {
  readonly budget?: number;
  readonly jobs?: number;
  /** Whether all points count as exercised. */
  readonly exercisesAll?: boolean;
}

/** Judges the named dialects and ten random ones, then finds the causes. */
async function blamed(passes: Client, { budget = 60, jobs = 1, exercisesAll = false }: Asked = {}) {
  const dialects: [string, Dialect][] = [
    ...dialectNames.map((name): [string, Dialect] => [
      name,
      dialectOf(namedDialects[name].differences),
    ]),
    ...Array.from({ length: 10 }, (_, seed): [string, Dialect] => [
      `random ${seed}`,
      randomDialect(seed),
    ]),
  ];
  const all = new Set(Object.keys(randomDialect(0)) as OpenPointId[]);
  const seen = (dialect: Dialect) => {
    const trial = tried(passes, dialect);
    return exercisesAll ? { ...trial, exercised: all } : trial;
  };
  const runs: JudgedTrial[] = dialects.map(([label, dialect]) => ({ label, ...seen(dialect) }));
  let asked = 0;
  const tryOut = async (dialect: Dialect) => {
    asked += 1;
    return seen(dialect);
  };
  const result = await blame(runs, new Trials<DialectTrial>(tryOut, { budget, jobs }, runs), jobs);
  const points = new Set([...result.causes.values()].flat().map((c) => Object.keys(c).join('+')));
  return { ...result, asked, points: [...points].sort(), runs };
}

describe.each<Asked>([{}, { exercisesAll: true, budget: 200 }, { jobs: 3 }])(
  'names the open point a client relies on, with %j',
  (how) => {
    test('the only one, for every failing dialect', async () => {
      const { points, causes, runs } = await blamed((a) => a['create.status.created'] === 201, how);
      expect(points).toEqual(['create.status.created']);
      const failing = runs.filter(({ passed }) => !passed).map(({ label }) => label);
      expect([...causes.keys()]).toEqual(failing);
      expect(causes.get('documented')).toEqual([{ 'create.status.created': 200 }]);
      expect(causes.get('contrary')).toEqual([{ 'create.status.created': 202 }]);
    });

    test('each of two that have nothing to do with each other', async () => {
      const { points, unresolved } = await blamed(
        (a) => a['fetch.status.unknown-report'] === 404 && a['report.id.case'] === 'lower',
        how,
      );
      expect(points).toEqual(['fetch.status.unknown-report', 'report.id.case']);
      expect(unresolved.size).toBe(0);
    });

    test('two that do harm only together', async () => {
      const { points } = await blamed(
        (a) => a['report.id.case'] === 'lower' || a['report.id.version'] === 4,
        how,
      );
      expect(points).toEqual(['report.id.version+report.id.case']);
    });

    test('one that the default gets wrong', async () => {
      const { points } = await blamed((a) => a['auth.prefix'] !== 'none', how);
      expect(points).toEqual(['auth.prefix']);
    });
  },
);

test('an answer that saves from one cause and is part of another is named with that', async () => {
  const { points, causes } = await blamed(
    (a) => {
      const isTold = a['delete.absent'] === 'accepted';
      if (isTold) return a['delete.status.deleted'] !== 202;
      return a['delete.afterwards'] !== 'remembered';
    },
    { budget: 300, exercisesAll: true },
  );
  expect(points).toEqual([
    'delete.absent+delete.status.deleted',
    'delete.afterwards+delete.absent',
  ]);
  expect([...causes.values()].filter((found) => found.length === 0)).toEqual([]);
});

test('what was not exercised is not tried', async () => {
  const client: Client = (a) => a['create.status.created'] === 201;
  const { asked: knowing } = await blamed(client);
  const { asked: unaware } = await blamed(client, { exercisesAll: true, budget: 200 });
  // The default twice and once at the end; the cause once more per answer, and twice when found.
  expect(knowing).toBeLessThan(15);
  expect(unaware).toBeGreaterThan(2 * knowing);
});

test('nothing is asked when all fail', async () => {
  const { causes, asked } = await blamed(() => false);
  expect(causes.size).toBe(0);
  expect(asked).toBe(0);
});

test('never runs the command more often than allowed, and says what is left then', async () => {
  const client: Client = (a) =>
    a['report.id.case'] === 'lower' && a['create.status.created'] === 201;
  const { asked, unresolved, causes } = await blamed(client, { budget: 5, exercisesAll: true });
  expect(asked).toBe(5);
  expect(causes.get('contrary') ?? []).toEqual([]);
  expect(Object.keys(unresolved.get('contrary') ?? {})).toContain('report.id.case');
});

describe('a command that fails by chance is blamed on nothing', () => {
  test('where the default fails when it is run again', async () => {
    let runs = 0;
    const { causes, unsteady } = await blamed(() => {
      runs += 1;
      return runs % 4 !== 0;
    });
    expect(causes.size).toBe(0);
    expect(unsteady?.why).toBe('default, again');
  });

  test('where another dialect failed once and never again', async () => {
    let failed = false;
    const { causes, unsteady } = await blamed((a) => {
      const now = a['report.id.case'] === 'upper' && !failed;
      failed ||= now;
      return !now;
    });
    expect(causes.size).toBe(0);
    expect(unsteady?.passed).toContain(false);
    expect(unsteady?.passed).toContain(true);
  });

  test('where it passes at first and no more after a while', async () => {
    let runs = 0;
    const { causes, unsteady } = await blamed((a) => {
      runs += 1;
      return runs < 19 && a['create.status.created'] === 201;
    });
    expect(causes.size).toBe(0);
    expect(unsteady).toBeDefined();
  });
});

test('what depends on something else than answers is blamed on none', async () => {
  const odd = new Set([randomDialect(3), dialectOf(namedDialects.contrary.differences)]);
  const key = (a: object) => JSON.stringify(Object.entries({ ...a }).sort());
  const keys = new Set([...odd].map(key));
  const { points, causes } = await blamed((a) => !keys.has(key(a)));
  expect(points).toEqual([]);
  expect(causes.get('contrary')).toEqual([]);
});
