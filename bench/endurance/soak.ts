import { setTimeout as pause } from 'node:timers/promises';
import { growth, shownUse, type Use } from '../harness/our-server.ts';
import { Stand } from './stand.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const soak: Trial = {
  name: 'soak',
  about: 'load for long on a server that goes on and one that is restarted; nothing grows on',
  amount: [60, 0.4, 'minutes'],
  run,
};

async function run({ amount, folder, chance, say }: Setting): Promise<Finding> {
  const problems: string[] = [];
  const parts = { chance, problems };
  const lasting = await Stand.start({ data: folder(), tellsMemory: true }, parts);
  const restarted = await Stand.start({ data: folder() }, parts);
  const end = performance.now() + amount * 60_000;
  const isOver = () => performance.now() > end || problems.length > 0;
  const uses: Use[] = [];
  let restarts = 0;
  const next = async () => {
    while (!isOver()) {
      await lasting.work(500);
      await lasting.read(100);
      await lasting.compare('the one that goes on');
    }
  };
  const startAgain = async () => {
    while (!isOver()) {
      await restarted.work(chance.below(500));
      await restarted.end(chance.of(['SIGTERM', 'SIGKILL']));
      restarts += 1;
      await restarted.again(`restart ${restarts}`);
    }
  };
  const watch = async () => {
    while (!isOver()) {
      await pause(Math.min(15_000, Math.max(2000, amount * 1500)));
      uses.push(await lasting.server.use());
      if (uses.length % 4 === 0) say(shownUse(uses.at(-1) as Use));
    }
  };
  await Promise.all([next(), startAgain(), watch()]);
  await Promise.all([lasting.end(), restarted.end()]);
  // Caches fill up first; later growth is a leak.
  const quarter = Math.max(1, uses.length >> 2);
  const first = typical(uses.slice(quarter, 2 * quarter));
  const last = typical(uses.slice(-quarter));
  const changes = lasting.model.acknowledged + restarted.model.acknowledged;
  return {
    numbers:
      `${amount} minutes, ${changes} acknowledged changes compared, ${restarts} restarts; ` +
      `second quarter ${shownUse(first)}; last quarter ${shownUse(last)}`,
    problems: [...problems, ...growth(first, last)],
  };
}

/** The median of each figure. */
function typical(uses: readonly Use[]): Use {
  const middle = (figure: keyof Use): number =>
    uses.map((use) => use[figure]).sort((a, b) => a - b)[uses.length >> 1] ?? 0;
  return { live: middle('live'), resident: middle('resident'), handles: middle('handles') };
}
