import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dice } from '../../src/values/dice.ts';
import { scratch } from '../program.ts';
import { Stand } from './stand.ts';

/** Lets the journal grow by 20 kB more: a write is cut in the middle of a large record. */
function fillDisk(pid: number, data: string): boolean {
  const journals = readdirSync(data).filter((name) => name.startsWith('journal'));
  const sizes = journals.map((name) => statSync(join(data, name)).size);
  const limit = `--fsize=${Math.max(0, ...sizes) + 20_000}:`;
  return spawnSync('prlimit', ['--pid', String(pid), limit]).status === 0;
}

/** Kills the built server under load, starts it again on the same folder, and compares what it has with its answers. */
export async function endure(kills: number, seed: number): Promise<number> {
  const chance = dice(seed);
  const data = join(scratch, 'data');
  const stand = new Stand(data, chance);
  await stand.start();
  let full = 0;
  for (let kill = 1; kill <= kills && stand.problems.length === 0; kill += 1) {
    await stand.amid(async () => {
      if (kill % 3 === 0 && fillDisk(stand.program.pid, data)) full += 1;
      // After so many answers, at a random point of the next.
      const enough = stand.acknowledged + stand.refused + stand.below(60);
      while (stand.acknowledged + stand.refused < enough) await pause(1);
      await pause(stand.below(5));
      await stand.end('SIGKILL');
    });
    await stand.startAgain(`kill ${kill}`);
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills}\n`);
  }
  await stand.end('SIGTERM');
  const { acknowledged, refused, problems } = stand;
  process.stdout.write(
    [
      `${problems.length === 0 ? 'HELD' : 'BROKE'}: ${kills} kills, ${full} of them with a full disk;`,
      `${acknowledged} acknowledged changes compared, ${refused} refused (--seed ${seed})\n`,
    ].join(' ') + problems.map((what) => `  ${what}\n`).join(''),
  );
  return problems.length === 0 ? 0 : 1;
}
