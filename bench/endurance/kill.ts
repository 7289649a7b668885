import { setTimeout as pause } from 'node:timers/promises';
import { Client } from './client.ts';
import { Expected } from './expected.ts';
import { Generations } from './generations.ts';
import { Load, mintCallers } from './load.ts';
import { NotStarted, ServerProcess, spawnServer } from './server-process.ts';
import { stateOf } from './server-state.ts';
import type { Finding, Setting, Trial } from './trial.ts';

const callersAtOnce = 8;

/** A moment to kill at: while it starts, at any time, or right when a compaction begins. */
type Moment = 'start' | 'any' | 'compaction';

export const kill: Trial = {
  name: 'kill',
  about: 'kill -9 under load, restart, compare: nothing acknowledged lost, nothing deleted back',
  options: { times: 'how often it is killed (200; 4 with --short)' },
  run,
};

async function run(setting: Setting): Promise<Finding> {
  const { chance, say } = setting;
  const times = setting.asked('times') ?? (setting.short ? 4 : 200);
  const data = setting.folder();
  const expected = new Expected();
  const problems: string[] = [];
  let [inCompaction, atStart, torn] = [0, 0, 0];
  await begin(data, expected);
  for (let time = 1; time <= times && problems.length === 0; time += 1) {
    const moment = momentOf(chance.next());
    if (moment === 'start') {
      const starting = spawnServer({ data });
      await pause(chance.between(50, 900));
      starting.kill('SIGKILL');
      if (starting.exitCode === null && starting.signalCode === null) {
        await new Promise((ended) => starting.once('exit', ended));
      }
      atStart += 1;
      continue;
    }
    const server = await started(data);
    if (server instanceof NotStarted) {
      problems.push(`kill ${time}: the next start refused: ${server.message}`);
      break;
    }
    if (server.firstScreen.includes('cut short')) torn += 1;
    const client = new Client(server.url);
    problems.push(
      ...expected.compare(await stateOf(client)).map((what) => `kill ${time}: ${what}`),
    );
    const load = new Load({ client, expected, chance: chance.fork(), problems, largeOfTen: 7 });
    const generations = new Generations(data);
    const working = load.run(callersAtOnce, () => false);
    if (moment === 'any') await pause(chance.between(5, 300));
    else {
      await generations.rise(3000);
      await pause(chance.below(12));
    }
    await server.end('SIGKILL');
    await working;
    await client.close();
    if (generations.turning) inCompaction += 1;
    if (time % 10 === 0) {
      say(
        `${time} of ${times}: ${expected.acknowledged} acknowledged, ${inCompaction} kills in compaction`,
      );
    }
  }
  problems.push(...(await finalCheck(data, expected)));
  return {
    numbers:
      `${times} kills (${atStart} while starting, ${inCompaction} amid a compaction, ` +
      `${torn} starts that cut a torn record), ${expected.acknowledged} acknowledged changes compared`,
    problems,
  };
}

const momentOf = (drawn: number): Moment =>
  drawn < 0.1 ? 'start' : drawn < 0.5 ? 'any' : 'compaction';

async function begin(data: string, expected: Expected): Promise<void> {
  const server = await ServerProcess.start({ data });
  const client = new Client(server.url);
  await mintCallers(client);
  expected.begin(await stateOf(client));
  await client.close();
  await server.end('SIGKILL');
}

const started = (data: string): Promise<ServerProcess | NotStarted> =>
  ServerProcess.start({ data }).catch((error: unknown) => {
    if (error instanceof NotStarted) return error;
    throw error;
  });

async function finalCheck(data: string, expected: Expected): Promise<string[]> {
  const server = await started(data);
  if (server instanceof NotStarted) return [`the last start refused: ${server.message}`];
  const client = new Client(server.url);
  const problems = expected.compare(await stateOf(client));
  await client.close();
  await server.end('SIGTERM');
  return problems.map((what) => `after the last kill: ${what}`);
}
