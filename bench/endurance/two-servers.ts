import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Client } from './client.ts';
import { Expected } from './expected.ts';
import { Load, mintCallers } from './load.ts';
import { NotStarted, ServerProcess } from './server-process.ts';
import { stateOf } from './server-state.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const twoServers: Trial = {
  name: 'two-servers',
  about: 'two servers on one folder that cannot see each other, as in two containers',
  options: {},
  run,
};

/** In which no process outside is seen, and which is gone when its first process is killed. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];

const contained = (data: string) => ServerProcess.start({ data, under: container });

async function run(setting: Setting): Promise<Finding> {
  const [command = '', ...args] = [...container, 'true'];
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error || status !== 0) {
    const why = error?.message ?? stderr.trim();
    return {
      numbers: 'nothing was tried',
      problems: [],
      notTried: [`servers in pid namespaces of their own: ${why}`],
    };
  }
  return tried(setting);
}

async function tried({ folder, chance, short, say }: Setting): Promise<Finding> {
  const data = folder();
  const problems: string[] = [];
  const expected = new Expected();
  const changes = short ? 40 : 400;
  const loadOn = (client: Client) => {
    const load = new Load({ client, expected, chance, problems });
    return async (times = changes) => {
      let left = times;
      await load.run(4, () => left-- <= 0);
    };
  };

  const first = await contained(data);
  const firstClient = new Client(first.url);
  await mintCallers(firstClient);
  expected.begin(await stateOf(firstClient));
  const [, inside, outside] = await Promise.all([
    loadOn(firstClient)(),
    refusedStart(data, true),
    refusedStart(data, false),
  ]);
  problems.push(...inside, ...outside);
  problems.push(...expected.compare(await stateOf(firstClient)));
  await firstClient.close();
  await first.end('SIGKILL');

  say('the first is killed, a second takes over');
  const second = await contained(data);
  const secondClient = new Client(second.url);
  problems.push(
    ...expected.compare(await stateOf(secondClient)).map((what) => `taken over: ${what}`),
  );
  await loadOn(secondClient)();

  say('the second stands still until a third has taken over, and goes on');
  const halted = childOf(second.pid);
  process.kill(halted, 'SIGSTOP');
  const third = await contained(data);
  process.kill(halted, 'SIGCONT');
  const thirdClient = new Client(third.url);
  const late = new Expected();
  late.begin(await stateOf(secondClient));
  const lateLoad = new Load({ client: secondClient, expected: late, chance, problems });
  let left = changes;
  await Promise.all([loadOn(thirdClient)(), lateLoad.run(4, () => left-- <= 0)]);
  if (late.acknowledged > 0) {
    problems.push(`${late.acknowledged} changes were acknowledged by the one that was succeeded`);
  }
  const health = await secondClient.ask({ path: '/__admin/health' });
  if (health?.status !== 503 || !health.text.includes('was taken over by process')) {
    problems.push(`the health of the one that was succeeded is ${health?.status} ${health?.text}`);
  }
  const notices = second.errors.split('\n').filter((line) => line.includes('was taken over by'));
  if (notices.length !== 1) problems.push(`it said so ${notices.length} times`);
  await secondClient.close();
  await second.end('SIGKILL');
  await thirdClient.close();
  await third.end('SIGKILL');

  const last = await contained(data);
  const lastClient = new Client(last.url);
  problems.push(...expected.compare(await stateOf(lastClient)).map((what) => `at last: ${what}`));
  await lastClient.close();
  await last.end('SIGKILL');
  return {
    numbers:
      '2 starts beside a server in another pid namespace refused, 3 takeovers, ' +
      `${expected.acknowledged} acknowledged changes compared, ${late.refused} refused by a ` +
      'server that was succeeded while it stood still',
    problems,
  };
}

async function refusedStart(data: string, isContained: boolean): Promise<string[]> {
  const start = isContained ? contained(data) : ServerProcess.start({ data });
  const outcome = await start.catch((error: unknown) => error);
  if (outcome instanceof ServerProcess) {
    await outcome.end('SIGKILL');
    return ['a second server started on the same folder'];
  }
  if (!(outcome instanceof NotStarted)) throw outcome;
  if (outcome.code === 1 && /in use by process \d+ on \S+ \(in another/.test(outcome.message)) {
    return [];
  }
  return [`the second server ended with ${outcome.code}: ${outcome.message}`];
}

/** The server itself: the process we started only waits for it. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
