import { mutants } from './mutants/index.ts';
import { trial } from './trial.ts';

/** How many mutants a run with a budget finds: `npm run budget [-- REQUESTS [I/N]]`. Takes some minutes. */
const [requests = '300', shard = '1/1'] = process.argv.slice(2);
const [nth = 1, shards = 1] = shard.split('/').map(Number);
const chosen = mutants.filter((_, at) => at % shards === nth - 1);
const missed: string[] = [];
for (const [at, mutant] of chosen.entries()) {
  const run = { budget: Number(requests) };
  const { verdict } = await trial({ mutant, isAnyEnough: true, run });
  if (verdict !== 'violates') missed.push(mutant.name);
  process.stderr.write(`\r${at + 1} of ${chosen.length}, ${missed.length} missed`);
}
const percent = (100 * (chosen.length - missed.length)) / chosen.length;
const found = `${requests} requests find ${percent.toFixed(1)} %`;
process.stdout.write(`\n${found}; not ${missed.join(', ')}\n`);
