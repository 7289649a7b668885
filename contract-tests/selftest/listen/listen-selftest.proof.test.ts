import { expect, test } from 'vitest';
import { mutants } from '../mutants/index.ts';
import { mutantTrials, runTrial, variantTrials } from '../trials.ts';
import { notInSampleTraffic } from './unobservable-mutants.ts';

test('what an ordinary client does not look at is named by mutants that there are', () => {
  const names = mutants.map(({ name }) => name);
  expect(Object.keys(notInSampleTraffic).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(['creators-may-not-delete', 'lookup-not-by-blake3', 'lookup-counts-hits-only'])(
  'the listener detects the mutant %s by its clause',
  async (name) => {
    const [trial] = mutantTrials().filter((one) => one.name === name);
    if (trial?.kind !== 'mutant') throw new Error(`there is no mutant ${name}`);
    const { broken, right } = await runTrial({ ...trial, listens: true });
    expect(broken).toContain(trial.breaks);
    expect(right).toBe(true);
  },
);

test.each(['tags-in-upper-case', 'refuses-with-429'])(
  'the form %s is not accused',
  async (name) => {
    const [trial] = variantTrials(0, 1).filter((one) => one.name === name);
    if (!trial) throw new Error(`there is no form ${name}`);
    expect(await runTrial({ ...trial, listens: true })).toMatchObject({ right: true, broken: [] });
  },
);
