import { expect, test } from 'vitest';
import { extent } from '../../src/repository/test-settings.test.support.ts';
import { mutantNamed } from './mutants/index.ts';
import { type TrialServer, trial } from './trial.ts';
import { wordy, wordySizes } from './wordy.ts';

const sizes = extent === 'quick' ? [10] : wordySizes;
const brokenBy = [
  ['create/keeps-tags', 'cuts-tags-at-255'],
  ['lookup/by-sha512', 'lookup-not-by-sha512'],
] as const;

async function verdictsOn(server: TrialServer, size: number, only: readonly string[]) {
  const { clauses } = await trial({
    ...server,
    layers: [wordy(size)],
    run: { only },
  });
  return only.map((clause) => clauses.find(({ id }) => id === clause)?.verdict);
}

test.each(sizes)('clauses are judged in answers of %s KiB', async (size) => {
  const clauses = brokenBy.map(([clause]) => clause);
  expect(await verdictsOn({}, size, clauses)).toEqual(clauses.map(() => 'met'));
  for (const [clause, name] of brokenBy) {
    const mutant = mutantNamed(name);
    expect([name, ...(await verdictsOn({ mutant }, size, [clause]))]).toEqual([name, 'broken']);
  }
});
