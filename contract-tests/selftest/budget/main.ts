import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../src/spec/package-root.ts';
import type { Part } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { mutants } from '../mutants/index.ts';
import { detectionByClause, detectionWithin, unlimited } from './detection.ts';
import { greedyOrder } from './greedy.ts';

/**
 * `npm run budget:order` writes the order of `verify --budget`: first by the detections of the scenarios
 * for each mutant's clause, then again by all other detections in that order. `npm run budget:curve` prints
 * how many mutants some budgets detect. Both take minutes, so they are not tests.
 */
const budgets = [100, 300, 1000];
const jobs = {
  own: detectionByClause,
  within: (mutant: Mutant) => detectionWithin(mutant, [...budgets, unlimited]),
};
const lanes = availableParallelism();

type Result<K extends keyof typeof jobs> = Awaited<ReturnType<(typeof jobs)[K]>>;

/** Runs a job for every mutant, in one process per processor. */
const ofAll = async <K extends keyof typeof jobs>(job: K): Promise<Result<K>[]> => {
  const results: Result<K>[] = [];
  const lane = (nth: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(fileURLToPath(import.meta.url), ['lane', job, String(nth)]);
      child.on('message', (result: Result<K>) => {
        results.push(result);
        process.stderr.write(`\r${job}: ${results.length} of ${mutants.length}`);
      });
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${job} failed`))));
    });
  await Promise.all(Array.from({ length: lanes }, (_, nth) => lane(nth)));
  process.stderr.write('\n');
  return results;
};

const file = join(packageRoot, 'contract-tests', 'run', 'order.generated.ts');

const write = (order: readonly Part[]): void =>
  writeFileSync(
    file,
    [
      '// Made by `npm run budget:order`: the next requests of a scenario, those that tell most mutants first.',
      'export const order: readonly (readonly [scenario: string, requests: number])[] = [',
      ...order.map(([name, requests]) => `  ['${name}', ${requests}],`),
      '];',
      '',
    ].join('\n'),
  );

/** Waits until the message is sent: exiting earlier would lose it. */
const detection = (result: object): Promise<unknown> =>
  new Promise((sent) => process.send?.(result, sent));

const [mode = 'order', job = 'own', nth = '0'] = process.argv.slice(2);
if (mode === 'lane') {
  for (const mutant of mutants.filter((_, at) => at % lanes === Number(nth)))
    await detection(await jobs[job as keyof typeof jobs](mutant));
  process.exit(0);
} else if (mode === 'order') {
  const own = await ofAll('own');
  write(greedyOrder(own));
  const order = greedyOrder([...own, ...(await ofAll('within'))]);
  write(order);
  const all = order.reduce((sum, [, requests]) => sum + requests, 0);
  console.log(`${order.length} parts, ${all} requests`);
} else {
  const results = await ofAll('within');
  for (const most of budgets) {
    const missed = results.filter(({ budget = Number.POSITIVE_INFINITY }) => budget > most);
    const percent = (100 * (results.length - missed.length)) / results.length;
    const names = missed.map(({ mutant }) => mutant).join(', ');
    console.log(`${most} requests find ${percent.toFixed(1)} % of ${results.length}; not ${names}`);
  }
}
