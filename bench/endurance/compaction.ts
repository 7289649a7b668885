import { Client } from './client.ts';
import { crashAtEachStep } from './compaction-crashes.ts';
import { Expected } from './expected.ts';
import { Generations } from './generations.ts';
import { Load, mintCallers } from './load.ts';
import { NotStarted, ServerProcess } from './server-process.ts';
import { stateOf } from './server-state.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const compaction: Trial = {
  name: 'compaction',
  about: 'compaction under load, a crash at each of its steps, two servers on one folder',
  options: {},
  run,
};

async function run(setting: Setting): Promise<Finding> {
  const loaded = await underLoad(setting);
  const crashed = await crashAtEachStep(setting);
  return {
    numbers: `${loaded.numbers}; ${crashed.numbers}`,
    problems: [...loaded.problems, ...crashed.problems],
  };
}

/** Also tries to start others on the same folder, while it is busy. */
async function underLoad({ folder, chance, short, say }: Setting): Promise<Finding> {
  const data = folder();
  const wanted = short ? 1 : 10;
  const problems: string[] = [];
  const server = await ServerProcess.start({ data });
  const client = new Client(server.url);
  const expected = new Expected();
  await mintCallers(client);
  expected.begin(await stateOf(client));
  const generations = new Generations(data);
  const load = new Load({ client, expected, chance, problems, largeOfTen: 7 });
  let others = false;
  const working = load.run(8, () => others && generations.begun >= wanted);
  problems.push(...(await othersRefused(data, server.pid)));
  others = true;
  await working;
  say(`${generations.begun} compactions under load, ${expected.acknowledged} changes`);
  problems.push(...expected.compare(await stateOf(client)).map((what) => `under load: ${what}`));
  if (expected.refused > 0) problems.push(`${expected.refused} changes were refused under load`);
  await client.close();
  if (server.died !== undefined) problems.push(server.died);
  await server.end('SIGKILL');

  const [winner] = await contenders(data, 4, problems);
  if (winner) {
    const again = new Client(winner.url);
    problems.push(...expected.compare(await stateOf(again)).map((what) => `restarted: ${what}`));
    await again.close();
    await winner.end('SIGTERM');
  }
  return {
    numbers:
      `${generations.begun} compactions under load with ${expected.acknowledged} changes, ` +
      '2 starts beside a running server refused, 4 starts at once gave 1 server',
    problems,
  };
}

/** Two more on a folder that is in use. */
async function othersRefused(data: string, pid: number): Promise<string[]> {
  const problems: string[] = [];
  for (let at = 0; at < 2; at += 1) {
    const outcome = await ServerProcess.start({ data }).catch((error: unknown) => error);
    if (outcome instanceof ServerProcess) {
      problems.push('a second server started on the same folder');
      await outcome.end('SIGKILL');
    } else if (!(outcome instanceof NotStarted)) throw outcome;
    else if (outcome.code !== 1 || !outcome.message.includes(`in use by process ${pid}`)) {
      problems.push(`the second server ended with ${outcome.code}: ${outcome.message}`);
    }
  }
  return problems;
}

/** Many who find the folder of a server that was killed: one takes it over, the others refuse. */
async function contenders(
  data: string,
  count: number,
  problems: string[],
): Promise<ServerProcess[]> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => ServerProcess.start({ data })),
  );
  const winners = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const one of outcomes) {
    if (one.status === 'fulfilled' || /in use by process/.test(String(one.reason))) continue;
    problems.push(`a server that came second said: ${one.reason}`);
  }
  if (winners.length !== 1) problems.push(`${winners.length} of ${count} servers got the folder`);
  for (const extra of winners.slice(1)) await extra.end('SIGKILL');
  return winners.slice(0, 1);
}
