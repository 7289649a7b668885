import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Absent, type Contestant, type Running } from '../contestants/contestant.ts';
import { idOf } from '../contestants/samples.ts';
import type { LoadProcess } from '../load/load-process.ts';
import { type Sent, type Workload, workloads } from '../load/workload.ts';
import { residentMiB } from './memory.ts';

export interface Entrant {
  readonly contestant: Contestant;
  /** Undefined for those that keep nothing: the number makes no difference to them. */
  readonly reports: number | undefined;
}

export interface Lap {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly wrong: number;
}

export interface Raced extends Entrant {
  readonly laps: { readonly [workload in Workload]: readonly Lap[] };
  readonly memory: { readonly atRest: number; readonly afterLoad: number };
}

export interface RaceOptions {
  readonly folder: string;
  readonly load: LoadProcess;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly tell: (what: string) => void;
  /** Told of those that cannot take part. */
  readonly absent: (name: string, why: string) => void;
}

type Starter = Entrant & {
  readonly running: Running;
  readonly laps: { [workload in Workload]: Lap[] };
  readonly atRest: number;
};

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
    await line(entrants, starters, options);
    await run(starters, options);
    return starters.map(({ running, atRest, ...starter }) => ({
      ...starter,
      memory: { atRest, afterLoad: residentMiB(running.pid) },
    }));
  } finally {
    await Promise.all(starters.map(({ running }) => running[Symbol.asyncDispose]()));
  }
}

/** Starts all that can take part. */
async function line(
  entrants: readonly Entrant[],
  starters: Starter[],
  options: RaceOptions,
): Promise<void> {
  const { tell } = options;
  for (const [index, entrant] of entrants.entries()) {
    tell(`starting ${titleOf(entrant)}`);
    const running = await start(entrant, join(options.folder, String(index)), options);
    if (!running) continue;
    const laps = { get: [], lookup: [], create: [], delete: [], mix: [] };
    starters.push({ ...entrant, running, laps, atRest: residentMiB(running.pid) });
  }
}

async function run(starters: readonly Starter[], options: RaceOptions): Promise<void> {
  const { rounds, tell } = options;
  for (const starter of starters) {
    tell(`warming up ${titleOf(starter)}`);
    await once(starter, 'mix', options);
  }
  for (let round = 0; round < rounds; round += 1) {
    const created = new Map<Starter, readonly string[]>();
    for (const workload of workloads) {
      for (const starter of inTurn(starters, round)) {
        tell(`round ${round + 1} of ${rounds}: ${workload}, ${titleOf(starter)}`);
        const sent = await once(starter, workload, options, created.get(starter));
        if (workload === 'create') created.set(starter, sent.created);
        starter.laps[workload].push(lapOf(sent));
      }
    }
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
    if (!(error instanceof Absent)) throw error;
    absent(contestant.name, error.message);
    return undefined;
  }
}

async function once(
  { contestant, running }: Starter,
  workload: Workload,
  { load, seconds, connections }: RaceOptions,
  ids: readonly string[] = [],
): Promise<Sent> {
  const { port, requests } = running;
  const always = { port, connections, seconds, requests };
  const anyId = contestant.keeps ? {} : { anyId: idOf(1) };
  const deletes = workload === 'delete' ? { ids, ...anyId } : { ids: [], ...anyId };
  signal(running.pid, 'SIGCONT');
  const sent = await load.send({ ...always, workload, ...deletes });
  // What a mix leaves behind is taken away again, so that every round finds as many reports.
  if (workload === 'mix' && contestant.keeps)
    await load.send({ ...always, seconds: 30, workload: 'delete', ids: sent.created });
  signal(running.pid, 'SIGSTOP');
  return sent;
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  if (process.platform !== 'win32') process.kill(pid, name);
}

/** Nobody is always first, or always after the same one. */
const inTurn = <T>(list: readonly T[], round: number): T[] => {
  const from = round % list.length;
  const turn = [...list.slice(from), ...list.slice(0, from)];
  return round % 2 === 0 ? turn : turn.reverse();
};

const lapOf = ({ answers, seconds, p50, p99, wrong }: Sent): Lap => ({
  perSecond: answers / seconds,
  p50,
  p99,
  wrong: Object.values(wrong).reduce((sum, count) => sum + count, 0),
});
