import { expect, test } from 'vitest';
import { mutants } from './mutants/index.ts';
import { trial } from './trial.ts';
import { wordy } from './wordy.ts';

const judged = ['create/keeps-tags', 'lookup/by-sha512'] as const;
const verdictsOf = async (name?: string) => {
  const mutant = mutants.find((one) => one.name === name);
  const { clauses } = await trial({
    layers: [wordy(400)],
    run: { only: [...judged] },
    ...(mutant && { mutant }),
  });
  return Object.fromEntries(
    clauses.flatMap(({ id, verdict }) => (judged.some((one) => one === id) ? [[id, verdict]] : [])),
  );
};

test('answers in 400 KiB are judged in whole, and accepted', async () => {
  expect(await verdictsOf()).toEqual({
    'create/keeps-tags': 'met',
    'lookup/by-sha512': 'met',
  });
});

test.each([
  ['create/keeps-tags', 'cuts-tags-at-255'],
  ['lookup/by-sha512', 'lookup-not-by-sha512'],
] as const)('%s is found broken in 400 KiB by %s', async (clause, name) => {
  expect(await verdictsOf(name)).toMatchObject({ [clause]: 'broken' });
});
