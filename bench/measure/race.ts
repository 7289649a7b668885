import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Absent, type Contestant, processesOf, type Running } from '../contestants/contestant.ts';
import { asked } from '../contestants/raw-request.ts';
import { idOf } from '../contestants/samples.ts';
import type { LoadProcess } from '../load/load-process.ts';
import {
  isRefused,
  type Load,
  type RefusedKind,
  type Sent,
  type Workload,
} from '../load/workload.ts';
import { cpuMicros, microsEach } from './cpu-time.ts';
import { residentMiB } from './memory.ts';

export interface Entrant {
  readonly contestant: Contestant;
  /** Undefined for those that keep nothing: the number makes no difference to them. */
  readonly reports: number | undefined;
}

export interface Lap {
  readonly answers: number;
  readonly perSecond: number;
  /** CPU time of the server for each answer; null where the system does not tell. */
  readonly cpuMicros: number | null;
  /** The same of the process that made the load. */
  readonly loadMicros: number;
  readonly p50: number;
  readonly p99: number;
  /** By status, or `broken` for connections that ended. */
  readonly wrong: { readonly [status: string]: number };
}

export interface Raced extends Entrant {
  /** One lap a round; none where a workload was not asked for, or the contestant has no part in it. */
  readonly laps: { readonly [workload in Workload]?: readonly Lap[] };
  readonly memory: { readonly atRest: number; readonly afterLoad: number };
  /** Wrong answers while it was warmed up or put back. */
  readonly wrongBetween: { readonly [status: string]: number };
  /** What it takes no part in, with the status that it gives to what others refuse. */
  readonly lets: { readonly [kind in RefusedKind]?: number };
}

export interface RaceOptions {
  readonly folder: string;
  readonly load: LoadProcess;
  readonly workloads: readonly Workload[];
  readonly rounds: number;
  readonly seconds: number;
  readonly most: number;
  readonly connections: number;
  readonly tell: (what: string) => void;
  /** Told of those that cannot take part. */
  readonly absent: (name: string, why: string) => void;
}

interface Starter extends Entrant {
  readonly running: Running;
  readonly refusals: Load['refusals'];
  readonly lets: Raced['lets'];
  readonly laps: { [workload in Workload]?: readonly Lap[] };
  readonly wrongBetween: { [status: string]: number };
  readonly atRest: number;
  /** What its creates have left behind. */
  left: readonly string[];
}

export const titleOf = ({ contestant, reports }: Entrant): string =>
  reports === undefined
    ? contestant.name
    : `${contestant.name}, ${reports.toLocaleString('en')} reports`;

/**
 * All are there at the same time and are asked in turn, round after round: what disturbs one disturbs
 * all. Whoever is not asked is stopped: some go on compiling long after their last answer.
 */
export async function race(entrants: readonly Entrant[], options: RaceOptions): Promise<Raced[]> {
  const starters: Starter[] = [];
  try {
    for (const [index, entrant] of entrants.entries()) {
      options.tell(`starting ${titleOf(entrant)}`);
      const running = await start(entrant, join(options.folder, String(index)), options);
      if (running) starters.push(await lineUp(entrant, running, options.workloads));
    }
    await run(starters, options);
    return starters.map(({ running, atRest, refusals: _, left: __, ...starter }) => ({
      ...starter,
      memory: { atRest, afterLoad: residentMiB(processesOf(running)) },
    }));
  } finally {
    await Promise.all(starters.map(({ running }) => running[Symbol.asyncDispose]()));
  }
}

async function start(
  { contestant, reports }: Entrant,
  folder: string,
  { absent }: RaceOptions,
): Promise<Running | undefined> {
  mkdirSync(folder, { recursive: true });
  try {
    return await contestant.start(folder, reports ?? 100);
  } catch (error) {
    if (!(error instanceof Absent) && contestant.kind !== 'peer') throw error;
    absent(contestant.name, (error as Error).message);
    return undefined;
  }
}

/** Finds out what it refuses: only who refuses takes part there. */
async function lineUp(
  entrant: Entrant,
  running: Running,
  workloads: readonly Workload[],
): Promise<Starter> {
  const refusals: { [kind in RefusedKind]?: number } = {};
  const lets: { [kind in RefusedKind]?: number } = {};
  for (const kind of workloads.filter(isRefused)) {
    const status = (await asked(running.port, running.requests[kind][0] ?? ''))?.status ?? 0;
    if (status >= 400 && status <= 499) refusals[kind] = status;
    else lets[kind] = status;
  }
  const [[kind, status] = []] = Object.entries(lets);
  if (kind !== undefined && entrant.contestant.kind !== 'peer') {
    await running[Symbol.asyncDispose]();
    throw new Error(`${titleOf(entrant)} answers ${status} to "${kind}", and should refuse it`);
  }
  const atRest = residentMiB(processesOf(running));
  return { ...entrant, running, refusals, lets, laps: {}, wrongBetween: {}, atRest, left: [] };
}

async function run(starters: readonly Starter[], options: RaceOptions): Promise<void> {
  const { rounds, workloads, tell } = options;
  for (const starter of starters) {
    tell(`warming up ${titleOf(starter)}`);
    for (const workload of ['mix', ...workloads.filter(isRefused)] as const)
      if (!(workload in starter.lets)) await warmUp(starter, workload, options);
    await putBack(starter, options);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const workload of workloads) {
      for (const starter of inTurn(starters, round)) {
        if (workload in starter.lets) continue;
        const { perSecond, wrong } = await lap(starter, workload, options);
        const wrongs = Object.values(wrong).reduce((sum, count) => sum + count, 0);
        tell(
          `round ${round + 1} of ${rounds}: ${workload}, ${titleOf(starter)}: ` +
            `${Math.round(perSecond)} a second, ${wrongs} wrong`,
        );
      }
    }
    for (const starter of starters) await putBack(starter, options);
  }
}

/** Until the code that answers is compiled, which takes requests and not time; who is slow, not for ever. */
async function warmUp(starter: Starter, workload: Workload, options: RaceOptions): Promise<void> {
  const patience = performance.now() + 8000;
  for (let answers = 0; answers < 2000 && performance.now() < patience; ) {
    const sent = await once(starter, workload, options);
    note(starter, sent);
    answers += sent.answers;
  }
}

async function lap(starter: Starter, workload: Workload, options: RaceOptions): Promise<Lap> {
  const { contestant, running, laps } = starter;
  if (workload === 'delete' && contestant.keeps && starter.left.length === 0)
    note(starter, await once(starter, 'create', options));
  const before = cpuMicros(processesOf(running));
  const sent = await once(starter, workload, options);
  const after = cpuMicros(processesOf(running));
  const { answers, seconds, loadMicros, p50, p99, wrong } = sent;
  const perSecond = answers / seconds;
  const each = microsEach(before, after, answers);
  const run = { answers, perSecond, cpuMicros: each, loadMicros, p50, p99, wrong };
  laps[workload] = [...(laps[workload] ?? []), run];
  return run;
}

/** Every round finds as many reports. */
async function putBack(starter: Starter, options: RaceOptions): Promise<void> {
  if (starter.left.length === 0) return;
  note(starter, await once(starter, 'delete', { ...options, seconds: 60, most: Infinity }));
}

async function once(
  starter: Starter,
  workload: Workload,
  { load, seconds, most, connections }: RaceOptions,
): Promise<Sent> {
  const { contestant, running, refusals } = starter;
  const { port, requests } = running;
  // A mix deletes what it has created itself.
  const ids = workload === 'delete' ? starter.left : [];
  signal(running, 'SIGCONT');
  if (running.behind !== undefined) await wake(running);
  const sent = await load.send({
    ...{ port, connections, seconds, most, workload, requests, refusals, ids },
    ...(contestant.keeps ? {} : { anyId: idOf(1) }),
  });
  signal(running, 'SIGSTOP');
  if (contestant.keeps)
    starter.left = workload === 'delete' ? sent.left : [...starter.left, ...sent.left];
  return sent;
}

function note({ wrongBetween }: Starter, { wrong }: Sent): void {
  for (const [status, count] of Object.entries(wrong))
    wrongBetween[status] = (wrongBetween[status] ?? 0) + count;
}

function signal(running: Running, name: 'SIGSTOP' | 'SIGCONT'): void {
  if (process.platform === 'win32') return;
  for (const pid of processesOf(running)) process.kill(pid, name);
}

/** A proxy that was stopped finds its idle connections too old; they are gone once it has answered. */
const wake = ({ port, requests }: Running): Promise<unknown> =>
  asked(port, requests.fetch[0] ?? '');

/** Nobody is always first, or always after the same one. */
const inTurn = <T>(list: readonly T[], round: number): T[] => {
  const from = round % list.length;
  const turn = [...list.slice(from), ...list.slice(0, from)];
  return round % 2 === 0 ? turn : turn.reverse();
};
