import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../../src/store/folder/data-folder.ts';
import { Client } from './client.ts';
import { Expected } from './expected.ts';
import { Generations } from './generations.ts';
import { type DiskPlan, lastStepOf } from './inside/disk-plan.ts';
import { Load, mintCallers } from './load.ts';
import { ServerProcess } from './server-process.ts';
import { stateIn, stateOf } from './server-state.ts';
import type { Finding, Setting } from './trial.ts';

type Moment = NonNullable<DiskPlan['die']>['moment'];

/**
 * Takes a folder whose next change starts a compaction, and lets the server die before its first
 * step on disk, then before its second, and so on until it outlives the compaction.
 */
export async function crashAtEachStep(setting: Setting): Promise<Finding> {
  const { chance, short, say } = setting;
  const ripe = await ripeFolder(setting);
  const problems: string[] = [];
  const steps = new Set<string>();
  let crashes = 0;
  const moments: readonly Moment[] = short ? ['before'] : ['before', 'half', 'after'];
  for (const moment of moments) {
    const stride = short ? 6 : 1;
    for (let step = chance.between(1, stride); problems.length === 0; step += stride) {
      const data = setting.folder();
      cpSync(ripe, data, { recursive: true });
      const died = await crashed(data, { step, moment }, setting, problems);
      rmSync(data, { recursive: true });
      if (died === undefined) break;
      crashes += 1;
      steps.add(died.replace(/\d+/, 'N'));
      if (crashes % 10 === 0) say(`${crashes} crashes, the last at: ${died}`);
    }
  }
  return {
    numbers: `${crashes} crashes at its steps (${[...steps].join(', ')})`,
    problems,
  };
}

/** Filled by a server up to shortly before its journal is compacted. */
async function ripeFolder({ folder, chance }: Setting): Promise<string> {
  const data = folder();
  const server = await ServerProcess.start({ data });
  const client = new Client(server.url);
  await mintCallers(client);
  const expected = new Expected();
  expected.begin(await stateOf(client));
  const load = new Load({ client, expected, chance, problems: [], largeOfTen: 10 });
  const journal = join(data, 'journal-1.log');
  const almost = (4 << 20) - 60_000;
  await load.run(1, () => readFileSync(journal).length > almost);
  await client.close();
  await server.end('SIGTERM');
  return data;
}

/** The step it died at, or undefined where it outlived the compaction. */
async function crashed(
  data: string,
  die: NonNullable<DiskPlan['die']>,
  { chance }: Setting,
  problems: string[],
): Promise<string | undefined> {
  const plan = `${data}.plan`;
  const server = await ServerProcess.start({
    data,
    inside: ['disk-plan.ts'],
    env: { ABUSE_FEED_DISK_PLAN: plan },
  });
  const client = new Client(server.url);
  const expected = new Expected();
  expected.begin(await stateOf(client));
  const generations = new Generations(data);
  const load = new Load({ client, expected, chance, problems, largeOfTen: 10 });
  writeFileSync(plan, JSON.stringify({ die } satisfies DiskPlan));
  // Two large reports start it; the small change afterwards comes while it is under way.
  await Promise.all([load.create(), load.create(), load.lookUp()]);
  await load.lookUp();
  const isOver = () => generations.begun > 0 && !generations.turning;
  const end = performance.now() + 5000;
  while (!isOver() && performance.now() < end && !(await server.ends(20)));
  await client.close();
  const died = existsSync(lastStepOf(plan)) ? readFileSync(lastStepOf(plan), 'utf8') : undefined;
  await server.end('SIGKILL');
  for (const file of [plan, lastStepOf(plan)]) rmSync(file, { force: true });
  const where = `${die.moment} step ${die.step} (${died ?? 'none'})`;
  problems.push(...(await lost(data, expected)).map((what) => `a crash ${where}: ${what}`));
  if (died === undefined && !isOver()) problems.push(`no compaction was seen, ${where}`);
  return died;
}

async function lost(data: string, expected: Expected): Promise<string[]> {
  try {
    const found = await openDataFolder(data, () => {
      throw new Error('it began afresh');
    });
    await found.store.close();
    return expected.compare(stateIn(found.store.state.contents()));
  } catch (error) {
    return [`the next start refused: ${(error as Error).message}`];
  }
}
