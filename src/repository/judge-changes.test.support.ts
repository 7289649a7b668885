// Started by changes.command.test.ts in a copy of this package that was changed, with the names of the mutants
// that the package had before. Prints the verdict on the changed server, how many clauses new mutants break, and
// which of them are accepted: of one in six, or of all in `npm run test:all`.
import type { Mutant } from '../../contract-tests/selftest/mutant.ts';
import { mutants } from '../../contract-tests/selftest/mutants/index.ts';
import { trial } from '../../contract-tests/selftest/trial.ts';
import { extent } from './test-settings.test.support.ts';

const known = process.argv.slice(2);

/** By the clause that they break, so that the first of each counts. */
const firstNew = new Map<string, Mutant>();
for (const mutant of mutants)
  if (!known.includes(mutant.name) && !firstNew.has(mutant.breaks))
    firstNew.set(mutant.breaks, mutant);

async function isRejected(mutant: Mutant): Promise<boolean> {
  const { clauses } = await trial({ mutant, run: { only: [mutant.breaks] } });
  return clauses.some(({ id, verdict }) => id === mutant.breaks && verdict === 'broken');
}

const { verdict } = await trial({});
const accepted: string[] = [];
const tried = [...firstNew.values()].filter((_, nth) => extent === 'all' || nth % 6 === 0);
for (const mutant of tried) if (!(await isRejected(mutant))) accepted.push(mutant.name);
process.stdout.write(JSON.stringify({ verdict, clauses: firstNew.size, accepted }));
