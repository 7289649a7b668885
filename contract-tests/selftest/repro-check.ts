import { mutants } from './mutants/index.ts';
import { reproduced } from './reproduced.ts';

/**
 * Runs the script of every mutant's cause: it must show the violation again, and not show it on the honest
 * server. Takes some minutes, so it is no test: `npm run repro:check -- [PATTERN [every Nth [from]]]`.
 */
const [only = '', every = '1', from = '0'] = process.argv.slice(2);
const chosen = mutants.filter(
  ({ name }, nth) => new RegExp(only).test(name) && nth % Number(every) === Number(from),
);
let wrong = 0;
for (const mutant of chosen) {
  const result = await reproduced(mutant);
  const right = result.onMutant === 1 && result.onHonest === 0;
  if (!right) wrong += 1;
  const { name, breaks, cause, causes, onMutant, onHonest } = result;
  const more = `${onMutant} on the mutant, ${onHonest} on the honest server`;
  console.log(
    `${right ? '✔' : '✘'} ${name} (${breaks}): ${cause}, ${more}; ${causes.length} causes`,
  );
  if (!right) console.error(`${name}\n${result.script.join('\n')}\n${result.printed}\n`);
}
console.log(`${chosen.length - wrong} of ${chosen.length} reproduced`);
process.exitCode = wrong === 0 ? 0 : 1;
