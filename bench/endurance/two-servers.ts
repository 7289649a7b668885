import { OurServer, type ServerOptions } from '../harness/our-server.ts';
import { failure } from './conditions.ts';
import { Stand } from './stand.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const twoServers: Trial = {
  name: 'two-servers',
  about: 'a second server on one folder, also where they cannot see each other, as in containers',
  ...{ option: 'changes', full: 400, short: 40 },
  run,
};

/** A PID namespace: no process outside is visible, and it ends when its first process is killed. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];

async function run({ folder, chance, amount }: Setting): Promise<Finding> {
  const data = folder();
  const [command = '', ...args] = [...container, 'true'];
  const failed = failure(command, ...args);
  const seen: ServerOptions = { data };
  const unseen: ServerOptions = { data, under: container };
  const problems: string[] = [];
  const stand = await Stand.start(failed === undefined ? unseen : seen, { chance, problems });
  const seconds = failed === undefined ? [seen, unseen] : [seen];
  await stand.amid(async () => {
    await stand.work(amount);
    for (const second of seconds) {
      const refusal = await OurServer.refusal(second);
      const isClear = refusal?.code === 1 && refusal.message.includes('in use');
      if (!isClear) problems.push(`the second server: ${refusal?.message ?? 'it started'}`);
    }
  });
  await stand.compare('beside the others');
  await stand.end('SIGKILL');
  await stand.again('a server after it');
  await stand.end();
  return {
    numbers:
      `${seconds.length} starts beside a server refused, ` +
      `${stand.model.acknowledged} acknowledged changes compared`,
    problems,
    notTried: failed === undefined ? [] : [`servers in pid namespaces of their own: ${failed}`],
  };
}
