import { mutants } from './mutants/index.ts';
import { faults } from './realistic/index.ts';
import { isRight, isTold, reproduced } from './reproduced.ts';

/**
 * Replays every cause of mutants and realistic faults: it must show the violation again, and not on the
 * honest server, or say that it cannot tell. Takes some minutes, so it is not a test:
 * `npm run repro:check -- [PATTERN]`.
 */
const [only = ''] = process.argv.slice(2);
const all = [
  ...mutants.map((mutant) => ({ name: mutant.name, server: { mutant }, breaks: mutant.breaks })),
  ...faults.map((fault) => ({ name: fault.id, server: { fault }, breaks: undefined })),
];
for (const { name, server, breaks } of all.filter((one) => new RegExp(only).test(one.name))) {
  const { causes, summary } = await reproduced(server);
  const isFound = causes.some(({ explains }) => breaks === undefined || explains.includes(breaks));
  console.log(`${name}: ${isFound ? `${causes.length} causes` : `✘ ${summary}`}`);
  if (!isFound || !causes.every(isRight)) process.exitCode = 1;
  for (const cause of causes) {
    const mark = isTold(cause) ? '✔' : isRight(cause) ? '?' : '✘';
    const [there, here] = [cause.onFaulty, cause.onHonest].map((on) => on?.verdict ?? 'no calls');
    console.log(`  ${mark} ${cause.clause}: ${there}, on the reference ${here}: ${cause.title}`);
  }
}
