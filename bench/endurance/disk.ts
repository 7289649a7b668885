import { Client } from './client.ts';
import { type Condition, conditions, fewConditions, type Ground } from './disk-conditions.ts';
import { Expected } from './expected.ts';
import { Load, mintCallers } from './load.ts';
import { NotStarted, ServerProcess } from './server-process.ts';
import { stateOf } from './server-state.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const disk: Trial = {
  name: 'disk',
  about: 'disks that are full, read-only or fail half-way: refused clearly, nothing lost, recovers',
  options: {},
  run,
};

interface Tally {
  refused: number;
  reads: number;
  acknowledged: number;
}

async function run(setting: Setting): Promise<Finding> {
  const problems: string[] = [];
  const notTried: string[] = [];
  const tally: Tally = { refused: 0, reads: 0, acknowledged: 0 };
  let count = 0;
  const chosen = setting.short ? fewConditions : conditions;
  for (const condition of chosen) {
    const name = `${condition.what} (${condition.how})`;
    const ground = condition.prepare(setting.folder());
    if (typeof ground === 'string') {
      notTried.push(`${name}: ${ground}`);
      continue;
    }
    setting.say(name);
    count += 1;
    // Also where somebody stops the trial, and before folders are removed.
    process.prependOnceListener('exit', ground.leave);
    try {
      const found = await endured(condition, ground, setting, tally);
      problems.push(...found.map((what) => `${name}: ${what}`));
    } finally {
      process.off('exit', ground.leave);
      ground.leave();
    }
  }
  return {
    numbers:
      `${count} of ${chosen.length} conditions, ${tally.refused} changes refused with 503, ` +
      `${tally.reads} reads answered meanwhile, ${tally.acknowledged} acknowledged changes compared`,
    problems,
    notTried,
  };
}

async function endured(
  condition: Condition,
  ground: Ground,
  { chance, short }: Setting,
  tally: Tally,
): Promise<string[]> {
  const problems: string[] = [];
  const changes = short ? 20 : 200;
  const server = await ServerProcess.start(ground.start);
  const client = new Client(server.url);
  const expected = new Expected();
  await mintCallers(client);
  expected.begin(await stateOf(client));
  const load = new Load({ client, expected, chance, problems, largeOfTen: 3 });
  const some = async (times: number) => {
    const before = expected.refused;
    let left = times;
    await load.run(4, () => left-- <= 0);
    return expected.refused - before;
  };

  if ((await some(changes)) > 0) problems.push('changes were refused before anything was wrong');
  ground.spoil(server);
  // What is left of the disk is used up first.
  for (let at = 0; condition.refuses && at < 40 && expected.refused === 0; at += 1)
    await load.create();
  const refused = await some(changes);
  if (condition.refuses && refused === 0) problems.push('nothing was refused');
  if (!condition.refuses && refused > 0) problems.push(`${refused} changes were refused`);
  tally.refused += expected.refused;
  tally.reads += await load.read(changes);
  problems.push(
    ...expected.compare(await stateOf(client)).map((what) => `while it lasts: ${what}`),
  );

  ground.repair(server);
  if ((await some(changes)) > 0) problems.push('changes are refused though the disk is good again');
  problems.push(
    ...expected.compare(await stateOf(client)).map((what) => `once it is over: ${what}`),
  );

  ground.spoil(server);
  await some(20);
  await client.close();
  if (server.died !== undefined) problems.push(server.died);
  await server.end('SIGKILL');
  if (condition.startRefusal) problems.push(...(await refusedStart(condition, ground)));
  ground.repair(server);
  problems.push(...(await restarted(ground, expected)));
  tally.acknowledged += expected.acknowledged;
  return problems;
}

async function refusedStart({ startRefusal }: Condition, { start }: Ground): Promise<string[]> {
  const outcome = await ServerProcess.start(start).catch((error: unknown) => error);
  if (outcome instanceof ServerProcess) {
    await outcome.end('SIGKILL');
    return ['a start was not refused'];
  }
  if (!(outcome instanceof NotStarted)) throw outcome;
  const clear = outcome.code === 1 && startRefusal?.test(outcome.message);
  return clear ? [] : [`a start ended with ${outcome.code} and said: ${outcome.message}`];
}

/** After a crash amid the condition, once the disk is good again. */
async function restarted({ start }: Ground, expected: Expected): Promise<string[]> {
  const server = await ServerProcess.start(start);
  const client = new Client(server.url);
  const problems = expected.compare(await stateOf(client));
  await client.close();
  await server.end('SIGTERM');
  return problems.map((what) => `after a crash amid it: ${what}`);
}
