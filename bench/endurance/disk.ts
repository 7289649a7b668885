import { OurServer } from '../harness/our-server.ts';
import { type Condition, conditions, type Ground } from './conditions.ts';
import { Stand } from './stand.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const disk: Trial = {
  name: 'disk',
  about:
    'disks that are full or read-only, writes that are cut: refused clearly, nothing lost, recovers',
  amount: [200, 20, 'changes'],
  run,
};

interface Tally {
  refused: number;
  acknowledged: number;
}

async function run(setting: Setting): Promise<Finding> {
  const problems: string[] = [];
  const notTried: string[] = [];
  const tally: Tally = { refused: 0, acknowledged: 0 };
  for (const condition of conditions) {
    const name = `${condition.what} (${condition.how})`;
    const ground = condition.prepare(setting.folder());
    if (typeof ground === 'string') {
      notTried.push(`${name}: ${ground}`);
      continue;
    }
    setting.say(name);
    // Also if the trial is interrupted, and before folders are removed.
    process.prependOnceListener('exit', ground.leave);
    try {
      const found: string[] = [];
      await endured(condition, ground, setting, { tally, problems: found });
      problems.push(...found.map((what) => `${name}: ${what}`));
    } finally {
      process.off('exit', ground.leave);
      ground.leave();
    }
  }
  const tried = conditions.length - notTried.length;
  return {
    numbers:
      `${tried} of ${conditions.length} conditions, ${tally.refused} changes refused with 503, ` +
      `${tried * setting.amount} reads answered meanwhile, ` +
      `${tally.acknowledged} acknowledged changes compared`,
    problems,
    notTried,
  };
}

async function endured(
  { refusesStart }: Condition,
  ground: Ground,
  { chance, amount }: Setting,
  { tally, problems }: { readonly tally: Tally; readonly problems: string[] },
): Promise<void> {
  const stand = await Stand.start(ground.start, { chance, problems });
  if ((await stand.work(amount)) > 0) problems.push('changes were refused before it began');
  await stand.amid(() => ground.spoil(stand.server));
  // Uses up the rest of the disk first.
  await stand.work(40);
  if ((await stand.work(amount)) === 0) problems.push('nothing was refused');
  await stand.read(amount);
  await stand.compare('while it lasts');
  tally.refused += stand.model.refused;
  ground.repair(stand.server);
  if ((await stand.work(amount)) > 0) problems.push('changes are refused though it is over');
  await stand.compare('once it is over');
  await stand.amid(() => ground.spoil(stand.server));
  await stand.work(20);
  await stand.end('SIGKILL');
  if (refusesStart) {
    const refusal = await OurServer.refusal(ground.start);
    const isClear = refusal?.code === 1 && refusal.message.includes(ground.start.data);
    if (!isClear) problems.push(`a start amid it: ${refusal?.message ?? 'it was not refused'}`);
  }
  tally.acknowledged += stand.model.acknowledged;
  ground.repair(stand.server);
  await stand.again('after a crash amid it');
  await stand.end();
}
