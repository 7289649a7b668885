import { mutants } from './mutants/index.ts';
import { type ReproducedMutant, reproduced } from './reproduced.ts';

/**
 * Replays every mutant's cause: it must show the violation again, and not on the honest server. Takes some minutes, so it is not a test: `npm run repro:check -- [PATTERN [every Nth
 * [from]]]`.
 */
const [only = '', every = '1', from = '0'] = process.argv.slice(2);
const chosen = mutants.filter(
  ({ name }, nth) => new RegExp(only).test(name) && nth % Number(every) === Number(from),
);
const results: ReproducedMutant[] = [];
for (const mutant of chosen) {
  const result = await reproduced(mutant);
  results.push(result);
  const { name, breaks, cause, causes, onMutant, onHonest, isRight, summary } = result;
  console.log(
    `${isRight ? '✔' : '✘'} ${name} (${breaks}): ${cause}; replay: ${onMutant?.verdict} on the mutant, ${onHonest?.verdict} on the reference; ${causes.length} causes`,
  );
  const why = onMutant?.verdict === 'unclear' ? onMutant.why : summary;
  if (!isRight) console.error(`${name}: ${causes.join(', ')}\n${why}\n`);
}
const count = (is: (result: ReproducedMutant) => boolean): number => results.filter(is).length;
const right = count(({ isRight }) => isRight);
console.log(
  `${right} of ${chosen.length} reproduced, ${count(({ causes }) => causes.length === 1)} have one cause`,
);
process.exitCode = right === chosen.length ? 0 : 1;
