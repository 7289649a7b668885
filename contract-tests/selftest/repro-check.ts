import { parseArgs } from 'node:util';
import { momentaryFaults } from './momentary-faults.ts';
import { mutants } from './mutants/index.ts';
import { faults } from './realistic/index.ts';
import { isRight, isTold, type ReproducedCause, reproduced } from './reproduced.ts';

/**
 * Replays every cause of mutants and realistic faults, as it is read from its file: it must show the violation
 * again, and not on the honest server, or say that it cannot tell. Takes some minutes, so it is not a test:
 * `npm run selftest -- repro [NAME [every Nth [from]]] [--busy N] [--delay MS]`. `--busy` runs N processes on every
 * core beside the replays; `--delay` makes every response so much later.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'string' }, delay: { type: 'string' } },
});
const [only = '', every = '1', from = '0'] = positionals;
const busy = Number(values.busy ?? 0);
const ms = Number(values.delay ?? 0);
const delay = ms > 0 ? ({ what: 'answers', least: ms, most: ms } as const) : undefined;
/** Nobody meets them on a slow link. */
const momentary = Object.entries(delay ? {} : momentaryFaults);
const all = [
  ...mutants.map((mutant) => ({ name: mutant.name, server: { mutant }, breaks: mutant.breaks })),
  ...faults.map((fault) => ({ name: fault.id, server: { fault }, breaks: undefined })),
  ...momentary.map(([name, fault]) => ({ name, server: { fault }, breaks: undefined })),
];
const chosen = all.filter(
  ({ name }, nth) => name.includes(only) && nth % Number(every) === Number(from),
);

function said({ onFaulty: on }: Pick<ReproducedCause, 'onFaulty'>): string {
  if (!on) return 'no calls';
  return on.verdict === 'unclear' ? `unclear (${on.why})` : `${on.verdict} ${on.shown}/${on.of}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const results: ReproducedCause[] = [];
let one = 0;
for (const { name, server, breaks } of chosen) {
  const { causes, summary } = await reproduced({ ...server, delay }, { busy });
  results.push(...causes);
  const isMissed = !causes.some(
    ({ explains }) => breaks === undefined || explains.includes(breaks),
  );
  if (causes.length === 1) one += 1;
  say(`${name}${breaks ? ` (${breaks})` : ''}: ${causes.length} causes`);
  if (isMissed) say(`  ✘ ${summary}`);
  if (isMissed) process.exitCode = 1;
  for (const cause of causes) {
    const mark = isTold(cause) ? '✔' : isRight(cause) ? '?' : '✘';
    const there = said({ onFaulty: cause.onHonest });
    say(`  ${mark} ${cause.clause}: ${said(cause)}, on the reference ${there}`);
    say(`      ${cause.title}`);
  }
}

function count(is: (cause: ReproducedCause) => boolean): number {
  return results.filter(is).length;
}

say(
  `${results.length} causes of ${chosen.length} servers: ${count(isTold)} told, ${results.length - count(isRight)} wrong; ${one} servers have one cause`,
);
if (count(isRight) < results.length) process.exitCode = 1;
