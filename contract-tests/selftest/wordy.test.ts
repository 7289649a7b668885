import { expect, test } from 'vitest';
import { extent } from '../../src/repository/test-settings.test.support.ts';
import { mutantNamed } from './mutants/index.ts';
import { type TrialServer, trial } from './trial.ts';
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
    const verdictOn = async (server: TrialServer) => {
      const { clauses } = await trial({
        ...server,
        layers: [wordy(size)],
        run: { only: [clause] },
      });
      return clauses.find(({ id }) => id === clause)?.verdict;
    };
    expect(await verdictOn({})).toBe('met');
    expect(await verdictOn({ mutant: mutantNamed(name) })).toBe('broken');
  },
);
