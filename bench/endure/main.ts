import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dice } from '../../src/values/dice.ts';
import { scratch } from '../program.ts';
import { meetHostileServers } from './hostile.ts';
import { Stand } from './stand.ts';

const help = `Kills the built server with SIGKILL under load, starts it again on the same folder, and compares what it has
with every answer that it gave: nothing acknowledged may be lost, nothing deleted may be back. Before every third
kill its disk is full: changes are refused with 503, and what was acknowledged holds.

Usage: npm run endure -- [options]

  --hostile    runs commands against hostile servers instead: each must end in time and tell no token
  --only FORM  one of these servers
  --kills N    how often (default 100)
  --seed N     repeats a run (by chance where it is not given)
  -h, --help   show this
`;

/** Lets the journal grow by 20 kB more: a write is cut in the middle of a large record. */
function fillDisk(pid: number, data: string): boolean {
  const journals = readdirSync(data).filter((name) => name.startsWith('journal'));
  const sizes = journals.map((name) => statSync(join(data, name)).size);
  const limit = `--fsize=${Math.max(0, ...sizes) + 20_000}:`;
  return spawnSync('prlimit', ['--pid', String(pid), limit]).status === 0;
}

async function endure(kills: number, seed: number): Promise<number> {
  const chance = dice(seed);
  const data = join(scratch, 'data');
  const stand = new Stand(data, chance);
  await stand.start();
  let full = 0;
  for (let kill = 1; kill <= kills && stand.problems.length === 0; kill += 1) {
    await stand.amid(async () => {
      const { model } = stand;
      if (kill % 3 === 0 && fillDisk(stand.program.pid, data)) full += 1;
      // After so many answers, at a random point of the next.
      const enough = model.acknowledged + model.refused + stand.below(60);
      while (model.acknowledged + model.refused < enough) await pause(1);
      await pause(stand.below(5));
      await stand.end('SIGKILL');
    });
    await stand.startAgain(`kill ${kill}`);
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills}\n`);
  }
  await stand.end('SIGTERM');
  const { acknowledged, refused } = stand.model;
  const { problems } = stand;
  process.stdout.write(
    [
      `${problems.length === 0 ? 'HELD' : 'BROKE'}: ${kills} kills, ${full} of them with a full disk;`,
      `${acknowledged} acknowledged changes compared, ${refused} refused (--seed ${seed})\n`,
    ].join(' ') + problems.map((what) => `  ${what}\n`).join(''),
  );
  return problems.length === 0 ? 0 : 1;
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      hostile: { type: 'boolean' },
      only: { type: 'string' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  if (values.hostile) return meetHostileServers(values.only);
  const numbers = [Number(values.kills), Number(values.seed)] as const;
  if (!numbers.every((one) => Number.isInteger(one) && one >= 0))
    throw new Error('--kills and --seed take whole numbers.');
  return endure(...numbers);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`endure: ${error.message} See npm run endure -- --help.\n`);
  return 2;
});
