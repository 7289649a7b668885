import { expect, test } from 'vitest';
import { mutants } from './mutants/index.ts';
import { trial } from './trial.ts';
import { wordy } from './wordy.ts';

const verdictIn40KiB = async (clause: string, name?: string) => {
  const mutant = mutants.find((one) => one.name === name);
  const { clauses } = await trial({
    layers: [wordy(40)],
    run: { only: [clause] },
    ...(mutant && { mutant }),
  });
  return clauses.find(({ id }) => id === clause)?.verdict;
};

test('answers in 40 KiB are judged in whole, and accepted', async () => {
  expect(await verdictIn40KiB('lookup/by-sha512')).toBe('met');
});

test.each([
  ['create/keeps-tags', 'cuts-tags-at-255'],
  ['lookup/by-sha512', 'lookup-not-by-sha512'],
])('%s is found broken in 40 KiB by %s', async (clause, name) => {
  expect(await verdictIn40KiB(clause, name)).toBe('broken');
});
