import { join } from 'node:path';
import { Resources, settled, shownUse, type Use } from '../resources.ts';
import { ServerProcess } from '../server-process.ts';
import type { Finding, Setting, Trial } from '../trial.ts';
import { Attack, adminToken, mark, victimToken } from './attack.ts';
import { Bystander } from './bystander.ts';

export const fuzz: Trial = {
  name: 'fuzz',
  about: 'hostile and broken HTTP, slow senders, idle crowds: no crash, no leak, good calls go on',
  options: {
    requests: 'random requests (20000; 600 with --short)',
    connections: 'idle connections (10000; 1000 with --short)',
  },
  texts: { path: 'sends one random request again, with the --seed that was told with it' },
  run,
};

async function run(setting: Setting): Promise<Finding> {
  const probe = join(setting.folder(), 'memory');
  const server = await ServerProcess.start({
    data: setting.folder(),
    inside: ['memory-probe.ts'],
    env: { ABUSE_FEED_MEMORY_ANSWER: probe },
    // With its log, which is where it admits mistakes.
    flags: ['--admin-token', adminToken],
  });
  const attack = new Attack(server, setting);
  await attack.prepare();
  const path = setting.text('path');
  if (path !== undefined) {
    await attack.repeat(setting.seed, path);
    const problems = [...attack.problems, ...admitted(server)];
    await server.end('SIGTERM');
    return { numbers: `one request again; statuses ${attack.statuses()}`, problems };
  }
  await attack.random(setting.short ? 150 : 400);
  const resources = new Resources(probe);
  const before = await resources.of(server.pid);
  setting.say(`before: ${shownUse(before)}`);

  let over = false;
  const bystander = new Bystander(server.url, victimToken, mark);
  const working = bystander.work(() => over || server.died !== undefined);
  const asked = setting.asked('requests') ?? (setting.short ? 600 : 20_000);
  const smuggled = await attack.smuggle();
  await attack.pipeline();
  await attack.random(asked);
  const crowd = await attack.crowd();
  over = true;
  await working;
  const hasGrown = (use: Use) => growth(before, use).length > 0;
  const after = (await settled(resources, server, hasGrown)) ?? before;
  setting.say(`after: ${shownUse(after)}`);
  const problems = [
    ...attack.problems,
    ...bystander.problems,
    ...growth(before, after),
    ...admitted(server),
  ];
  await server.end('SIGTERM');
  return {
    numbers:
      `${asked} random requests, ${smuggled} smuggling attempts, ${crowd}, ` +
      `${bystander.rounds * 5} good requests alongside (slowest five ${Math.round(bystander.slowestMs)} ms); ` +
      `statuses ${attack.statuses()}; before ${shownUse(before)}; after ${shownUse(after)}`,
    problems: [...new Set(problems)],
  };
}

/** What the server itself shows to have gone wrong. */
const admitted = ({ died, bugs }: ServerProcess): string[] => [
  ...(died === undefined ? [] : [`it crashed: ${died}`]),
  ...bugs.map((bug) => `it logged a bug: ${bug}`),
];

/** The live heap says what is kept; what is resident the allocator may hold on to for a while. */
function growth(before: Use, after: Use): string[] {
  const problems: string[] = [];
  if (after.live > before.live + 12) problems.push('live memory did not return');
  if (after.resident > before.resident * 2 + 64) problems.push('resident memory did not return');
  if (after.handles > before.handles + 10) problems.push('file handles did not return');
  return problems;
}
