import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { ModelJudge, type Stand } from '../../src/http/model/judge.test.support.ts';
import { walks } from '../../src/http/model/walk.test.support.ts';
import { ownSeedFolder } from '../../src/seed/own-seed.ts';
import { readSeed } from '../../src/seed/seed.ts';
import { Client } from './client.ts';
import { Resources, shownUse, typical, type Use } from './resources.ts';
import { ServerProcess } from './server-process.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const soak: Trial = {
  name: 'soak',
  about: 'mixed load for long, every answer against a model; memory and handles level off',
  options: { minutes: 'how long (60; 1 with --short)' },
  run,
};

const seed = readSeed(ownSeedFolder).contents;

/** A server that goes on, so that its memory can be watched. */
const lasting = (url: string): Stand => ({ url, restart: async () => {} });

/** A server that is stopped and killed as the walk has it. */
class RestartedStand implements Stand {
  readonly #data: string;
  #server: ServerProcess;
  restarts = 0;

  constructor(data: string, server: ServerProcess) {
    this.#data = data;
    this.#server = server;
  }

  get url(): string {
    return this.#server.url;
  }

  async restart(how: 'stop' | 'kill'): Promise<void> {
    await this.#server.end(how === 'stop' ? 'SIGTERM' : 'SIGKILL');
    this.#server = await ServerProcess.start({ data: this.#data });
    this.restarts += 1;
  }

  end(): Promise<unknown> {
    return this.#server.end('SIGTERM');
  }
}

async function run(setting: Setting): Promise<Finding> {
  const minutes = setting.asked('minutes') ?? (setting.short ? 1 : 60);
  const end = performance.now() + minutes * 60_000;
  const probe = join(setting.folder(), 'memory');
  const server = await ServerProcess.start({
    data: setting.folder(),
    inside: ['memory-probe.ts'],
    env: { ABUSE_FEED_MEMORY_ANSWER: probe },
  });
  const ownFolder = setting.folder();
  const restarted = new RestartedStand(ownFolder, await ServerProcess.start({ data: ownFolder }));
  const stands = [lasting(server.url), ...(await worlds(server.url, 2)), restarted];
  const judges = stands.map((stand) => new ModelJudge(stand, seed));
  const problems: string[] = [];
  const isOver = () => performance.now() > end || problems.length > 0;

  const uses: Use[] = [];
  const watching = watch(new Resources(probe), server, minutes, isOver, uses, setting.say);
  const walking = judges.map((judge, at) =>
    walked(judge, setting.seed + at * 1_000_000, end, isOver).then((problem) => {
      if (problem !== undefined) problems.push(`model ${at}: ${problem}`);
    }),
  );
  await Promise.all([...walking, watching]);
  if (server.died !== undefined) problems.push(server.died);
  await server.end('SIGTERM');
  await restarted.end();

  const quarter = Math.max(1, uses.length >> 2);
  const [first, last] = [typical(uses.slice(0, quarter)), typical(uses.slice(-quarter))];
  problems.push(...growth(first, last));
  const answers = judges.reduce((sum, judge) => sum + judge.answers, 0);
  return {
    numbers:
      `${minutes} minutes, ${answers} answers as the model has them, ${restarted.restarts} ` +
      `restarts; first quarter ${shownUse(first)}; last quarter ${shownUse(last)}`,
    problems,
  };
}

/** Worlds besides the first, so that several models can be reset at will in one server. */
async function worlds(url: string, count: number): Promise<Stand[]> {
  const client = new Client(url);
  const made: Stand[] = [];
  for (let at = 0; at < count; at += 1) {
    const { json } = await client.must({ method: 'POST', path: '/__admin/worlds', body: {} });
    made.push(lasting(String(json?.baseUrl)));
  }
  await client.close();
  return made;
}

/** Walks until it is over; returns what was found wrong, with the shortest walk that shows it. */
async function walked(
  judge: ModelJudge,
  firstSeed: number,
  end: number,
  isOver: () => boolean,
): Promise<string | undefined> {
  const property = fc.asyncProperty(walks, (rounds) => judge.walk(rounds));
  for (let seedNow = firstSeed; !isOver(); seedNow += 1) {
    const left = end - performance.now();
    const outcome = await fc.check(property, {
      seed: seedNow,
      numRuns: 5,
      // Shrinking may take its time, since the soak is over then anyway.
      interruptAfterTimeLimit: Math.max(left, 60_000),
    });
    if (!outcome.failed) continue;
    const [rounds] = outcome.counterexample ?? [];
    const cause = outcome.errorInstance;
    const why = cause instanceof Error ? `${cause.message} ${cause.cause ?? ''}` : String(cause);
    return `${why.trim()}; walk seed ${seedNow}, shrunk to ${JSON.stringify(rounds)}`;
  }
  return undefined;
}

async function watch(
  resources: Resources,
  server: ServerProcess,
  minutes: number,
  isOver: () => boolean,
  uses: Use[],
  say: (text: string) => void,
): Promise<void> {
  const everyMs = Math.max(2000, (minutes * 60_000) / 40);
  let told = 0;
  while (!isOver() && server.died === undefined) {
    await pause(Math.min(everyMs, 15_000));
    if (server.died !== undefined) return;
    const use = await resources.of(server.pid);
    uses.push(use);
    if (performance.now() - told < 20_000) continue;
    told = performance.now();
    say(shownUse(use));
  }
}

/** Caches fill at first; what goes on growing after that is a leak. */
function growth(first: Use, last: Use): string[] {
  const problems: string[] = [];
  if (last.live > first.live * 1.2 + 8) problems.push('live memory grew on');
  if (last.resident > first.resident * 1.35 + 48) problems.push('resident memory grew on');
  if (last.handles > first.handles + 20) problems.push('handles grew on');
  return problems;
}
