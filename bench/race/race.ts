import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Asked, Client } from '../harness/client.ts';
import type { Contestant, Running } from './contestants.ts';
import { isRight, requests, type Workload, workloads } from './requests.ts';

export interface Lap {
  readonly answers: number;
  readonly perSecond: number;
  /** CPU time of the server per response; undefined if the system does not tell. */
  readonly cpuMicros: number | undefined;
}

/** The laps of one contestant, one per round. */
export interface Raced {
  readonly id: string;
  readonly name: string;
  /** Absent if the workload is not supported. */
  readonly laps: { readonly [workload in Workload]?: readonly Lap[] };
  /** CPU time until the first response, where nothing else was asked until then. */
  readonly startMillis: number | undefined;
  /** Responses with an unexpected status; `no answer` for closed connections. */
  readonly wrong: { readonly [status: string]: number };
}

export interface RaceOptions {
  readonly folder: string;
  readonly rounds: number;
  readonly tell: (what: string) => void;
}

const connections = 50;
const secondsOfLap = 2;

/**
 * All servers run at the same time and are measured in turn, round by round: a disturbance affects all.
 * Idle servers are suspended: some keep compiling long after their last response.
 */
export async function race(
  entrants: readonly (readonly [id: string, Contestant])[],
  { folder, rounds, tell }: RaceOptions,
): Promise<Raced[]> {
  const runners: Runner[] = [];
  try {
    for (const [id, contestant] of entrants) {
      tell(`starting ${contestant.name}`);
      mkdirSync(join(folder, id));
      runners.push(new Runner(id, contestant, await contestant.start(join(folder, id))));
    }
    for (const runner of runners) await runner.warmUp();
    for (let round = 0; round < rounds; round += 1) {
      for (const workload of workloads)
        for (const runner of inTurn(runners, round)) await runner.lap(workload);
      tell(`round ${round + 1} of ${rounds} is over`);
    }
    return runners.map(({ id, name, laps, wrong, startMillis }) => ({
      id,
      name,
      laps,
      wrong,
      startMillis,
    }));
  } finally {
    for (const { programs } of runners) for (const program of programs) await program.end();
  }
}

/** The order varies, so that none is always first or always after the same one. */
function inTurn<T>(list: readonly T[], round: number): T[] {
  const from = round % list.length;
  const turn = [...list.slice(from), ...list.slice(0, from)];
  return round % 2 === 0 ? turn : turn.reverse();
}

class Runner implements Raced {
  readonly id: string;
  readonly name: string;
  readonly programs: Running['programs'];
  readonly laps: { [workload in Workload]?: Lap[] } = {};
  readonly startMillis: number | undefined;
  readonly wrong: { [status: string]: number } = {};
  readonly #workloads: readonly Workload[];
  readonly #running: Running;
  /** Reports that its creates made, and that are not deleted yet. */
  #created: string[] = [];

  constructor(id: string, { name, lacks, isFresh }: Contestant, running: Running) {
    this.id = id;
    this.name = name;
    this.programs = running.programs;
    this.#workloads = workloads.filter((one) => !lacks?.includes(one));
    this.#running = running;
    const micros = isFresh ? cpuMicros(this.programs.map(({ pid }) => pid)) : undefined;
    this.startMillis = micros === undefined ? undefined : micros / 1000;
  }

  /** Until the code is compiled, which takes requests rather than time; limited for slow servers. */
  async warmUp(): Promise<void> {
    for (const workload of this.#workloads) await this.#send(workload, { seconds: 5, most: 5000 });
  }

  async lap(workload: Workload): Promise<void> {
    if (!this.#workloads.includes(workload)) return;
    const lap = await this.#send(workload, { seconds: secondsOfLap, most: Infinity });
    this.laps[workload] = [...(this.laps[workload] ?? []), lap];
  }

  /** Keeps all connections busy. A delete ends with the reports, so that every round starts with as many. */
  async #send(workload: Workload, limit: { seconds: number; most: number }): Promise<Lap> {
    const { url, there } = this.#running;
    const pids = this.programs.map(({ pid }) => pid);
    const all = requests[workload](there, this.#created);
    const isDelete = workload === 'delete';
    const most = isDelete ? all.length : limit.most;
    if (isDelete) this.#created = [];
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    const client = new Client(url, connections);
    // A resumed proxy has stale idle connections; the first response clears them.
    await client.ask(requests.lookup(there, [])[0] as Asked);
    const cpuBefore = cpuMicros(pids);
    const began = performance.now();
    const end = isDelete ? Infinity : began + limit.seconds * 1000;
    let sent = 0;
    const work = async (): Promise<void> => {
      while (sent < most && performance.now() < end) {
        sent += 1;
        this.#record(workload, await client.ask(all[sent % all.length] as Asked));
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    const seconds = (performance.now() - began) / 1000;
    const cpuAfter = cpuMicros(pids);
    await client.close();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const isTold = cpuBefore !== undefined && cpuAfter !== undefined && sent > 0;
    return {
      answers: sent,
      perSecond: sent / seconds,
      cpuMicros: isTold ? (cpuAfter - cpuBefore) / sent : undefined,
    };
  }

  #record(workload: Workload, answer: Answer | undefined): void {
    const status = answer?.status ?? 'no answer';
    if (!answer || !isRight(workload, answer.status))
      this.wrong[status] = (this.wrong[status] ?? 0) + 1;
    else if (workload === 'create') this.#created.push(String(answer.json?.id));
  }
}

/** Microseconds of CPU time of all threads of these processes; undefined if the system does not tell. */
function cpuMicros(pids: readonly number[]): number | undefined {
  if (!existsSync('/proc/self/schedstat')) return undefined;
  const threads = pids.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`),
  );
  return threads.map(nanosOf).reduce((sum, nanos) => sum + nanos, 0) / 1000;
}

/** A thread may end while it is read. */
function nanosOf(thread: string): number {
  try {
    return Number.parseInt(readFileSync(`${thread}/schedstat`, 'utf8'), 10);
  } catch {
    return 0;
  }
}
