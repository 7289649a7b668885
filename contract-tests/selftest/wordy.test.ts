import { expect, test } from 'vitest';
import { extent } from '../../src/spec/test-settings.test.support.ts';
import { mutants } from './mutants/index.ts';
import { trial } from './trial.ts';
import { wordy } from './wordy.ts';

const sizes = extent === 'quick' ? [40] : [40, 400];
const brokenBy = [
  ['create/keeps-tags', 'cuts-tags-at-255'],
  ['lookup/by-sha512', 'lookup-not-by-sha512'],
] as const;

test.each(sizes.flatMap((size) => brokenBy.map(([clause, name]) => ({ size, clause, name }))))(
  '$clause is met in answers of $size KiB, and found broken by $name',
  async (row) => {
    const { size, clause, name } = row;
    const verdictOn = async (mutant?: (typeof mutants)[number]) => {
      const layers = [wordy(size)];
      const { clauses } = await trial({
        layers,
        run: { only: [clause] },
        ...(mutant && { mutant }),
      });
      return clauses.find(({ id }) => id === clause)?.verdict;
    };
    expect(await verdictOn()).toBe('met');
    expect(await verdictOn(mutants.find((one) => one.name === name))).toBe('broken');
  },
);
