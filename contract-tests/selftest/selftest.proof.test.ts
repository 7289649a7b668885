import { beforeAll, expect, test } from 'vitest';
import { extent } from '../../src/repository/test-settings.test.support.ts';
import { runTrials } from './run-trials.ts';
import {
  mutantTrials,
  ordinaryTrials,
  realisticTrials,
  type SelftestTrial,
  type TrialResult,
  variantTrials,
} from './trials.ts';

test('realistic faults have names of their own', () => {
  const names = realisticTrials().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('there are at least 200 variants, among them every alternative of every open point', () => {
  expect(variantTrials(40, 1).length).toBeGreaterThanOrEqual(200);
});

const [mutant] = mutantTrials();
const delay = { what: 'answers', least: 1, most: 20 } as const;
const slow = realisticTrials().filter(({ name }) => name === 'role-of-the-connection');
/** The default one is judged by many other tests. */
const variants = extent === 'quick' ? ['contrary'] : ['default', 'contrary'];

/** Some of each; `npm run selftest` tries all, and CI all ordinary servers with every choice. */
const trials: { readonly [what: string]: readonly SelftestTrial[] } = {
  'rejects a mutant by its clause': mutant ? [mutant] : [],
  'rejects a realistic fault on a slow link':
    extent === 'all' ? slow.map((fault) => ({ ...fault, delay })) : [],
  'accepts the default dialect and its contrary': variantTrials(0, 1).filter(({ name }) =>
    variants.includes(name),
  ),
  'accepts plain ordinary servers': ordinaryTrials().filter(({ name }) =>
    ['node-http', 'fastify'].includes(name),
  ),
};

let results: readonly TrialResult[];
beforeAll(async () => {
  // In one go, since every start of a worker loads the kit.
  results = await runTrials(Object.values(trials).flat(), { jobs: 1 });
});

test.each(Object.entries(trials).filter(([, some]) => some.length > 0))('the kit %s', (_, some) => {
  const names = some.map(({ name }) => name);
  const ofThese = results.filter(({ trial }) => names.includes(trial.name));
  expect(ofThese.filter(({ right }) => !right)).toEqual([]);
  expect(ofThese).toHaveLength(names.length);
});

test('every choice of an ordinary server is made in a form of some server', () => {
  const choices = (isEachAlone: boolean): Set<string> =>
    new Set(ordinaryTrials(isEachAlone).flatMap(({ name }) => name.split(' ').slice(1)));
  expect(choices(false)).toEqual(choices(true));
  expect(choices(true).size).toBeGreaterThan(40);
});
