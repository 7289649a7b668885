import { expect, test } from 'vitest';
import { extent, sampled } from '../../src/repository/test-settings.test.support.ts';
import { mutantFamilies } from './mutants/index.ts';
import { runTrials } from './run-trials.ts';
import {
  mutantTrials,
  ordinaryTrials,
  realisticTrials,
  type SelftestTrial,
  variantTrials,
} from './trials.ts';

test('realistic faults have names of their own', () => {
  const names = realisticTrials().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('there are at least 200 variants, among them every alternative of every open point', () => {
  expect(variantTrials(40, 1).length).toBeGreaterThanOrEqual(200);
});

async function expectRight(trials: readonly SelftestTrial[]) {
  const results = await runTrials(trials, { jobs: 1 });
  expect(results.filter(({ right }) => !right)).toEqual([]);
  expect(results).toHaveLength(trials.length);
  expect(results).not.toEqual([]);
}

/** `npm run selftest` tries all of them. In one go, since every start of a worker loads the kit. */
test('the kit rejects mutants of several families by their clauses', async () => {
  const families = Object.values(mutantFamilies);
  const firsts = sampled(families, 24).map(([first]) => first?.name);
  const mutants = mutantTrials().filter(({ name }) => firsts.includes(name));
  expect(mutants).toHaveLength(firsts.length);
  await expectRight(mutants);
});

test.runIf(extent === 'all')('the kit rejects a realistic fault on a slow link', async () => {
  const delay = { what: 'answers', least: 1, most: 20 } as const;
  const faults = realisticTrials().filter(({ name }) => name === 'role-of-the-connection');
  await expectRight(faults.map((fault) => ({ ...fault, delay })));
});

/** The default one is judged by many other tests. */
const accepted = extent === 'quick' ? ['contrary'] : ['default', 'contrary'];

test('the kit accepts the default dialect and its contrary', () =>
  expectRight(variantTrials(0, 1).filter(({ name }) => accepted.includes(name))));

test('every choice of an ordinary server is made in a form of some server', () => {
  const choices = (isEachAlone: boolean): Set<string> =>
    new Set(ordinaryTrials(isEachAlone).flatMap(({ name }) => name.split(' ').slice(1)));
  expect(choices(false)).toEqual(choices(true));
  expect(choices(true).size).toBeGreaterThan(40);
});

/** CI tries all, with every choice. */
test('the kit accepts plain ordinary servers', () =>
  expectRight(ordinaryTrials().filter(({ name }) => name === 'node-http' || name === 'fastify')));
