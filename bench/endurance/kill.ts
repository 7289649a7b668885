import { setTimeout as pause } from 'node:timers/promises';
import { packageRoot } from '../../src/values/package-root.ts';
import { ourCommand } from '../harness/our-server.ts';
import { Program } from '../harness/program.ts';
import { Stand } from './stand.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const kill: Trial = {
  name: 'kill',
  about: 'kill -9 under load, restart, compare: nothing acknowledged lost, nothing deleted back',
  amount: [200, 6, 'times'],
  run,
};

async function run({ chance, amount, folder, say }: Setting): Promise<Finding> {
  const data = folder();
  const problems: string[] = [];
  const stand = await Stand.start({ data }, { chance, problems });
  let atStart = 0;
  for (let time = 1; time <= amount && problems.length === 0; time += 1) {
    await stand.amid(async () => {
      // After this many responses, at a random point of the next.
      const enough = stand.model.acknowledged + chance.below(60);
      const patience = performance.now() + 10_000;
      while (stand.model.acknowledged < enough && performance.now() < patience) await pause(1);
      await pause(chance.below(5));
      await stand.end('SIGKILL');
    });
    if (chance.happens(0.1)) {
      const serve = [ourCommand, 'serve', '--port', '0', '--data', data];
      const starting = new Program(process.execPath, serve, { cwd: packageRoot });
      await pause(chance.between(50, 900));
      await starting.end('SIGKILL');
      atStart += 1;
    }
    await stand.again(`kill ${time}`);
    if (time % 10 === 0) say(`${time} of ${amount}: ${stand.model.acknowledged} acknowledged`);
  }
  await stand.end();
  return {
    numbers:
      `${amount} kills and ${atStart} amid a start, ` +
      `${stand.model.acknowledged} acknowledged changes compared`,
    problems,
  };
}
