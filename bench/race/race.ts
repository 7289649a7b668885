import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, Client } from '../client.ts';
import { scratch } from '../program.ts';
import { type Contestant, contestants, type Running } from './contestants.ts';
import { isRight, requests, type Workload, workloads } from './requests.ts';

export interface Lap {
  readonly answers: number;
  readonly perSecond: number;
  /** CPU time of the server per response, which other load does not distort; wall time where it is unknown. */
  readonly micros: number;
}

/** The laps of one contestant, one per round. */
export interface Raced {
  readonly id: string;
  readonly name: string;
  /** Absent where the workload is not supported. */
  readonly laps: { readonly [workload in Workload]?: readonly Lap[] };
  /** CPU time until the first response. */
  readonly startMillis?: number | undefined;
  /** Responses with an unexpected status; `no answer` for closed connections. */
  readonly wrong: { readonly [status: string]: number };
}

const connections = 50;
const secondsOfLap = 2;

/**
 * All servers run at the same time and are measured in turn, round by round: a disturbance affects all.
 * Idle servers are suspended: some keep compiling long after their last response.
 */
export async function race(ids: readonly string[], rounds: number): Promise<Raced[]> {
  const runners: Runner[] = [];
  try {
    for (const id of ids) {
      const contestant = contestants[id] as Contestant;
      const why = contestant.absent?.();
      process.stderr.write(`${contestant.name}${why ? ` does not take part: ${why}` : ''}\n`);
      if (why !== undefined) continue;
      mkdirSync(join(scratch, id));
      runners.push(new Runner(id, contestant, await contestant.start(join(scratch, id))));
    }
    for (const runner of runners) await runner.warmUp();
    for (let round = 0; round < rounds; round += 1) {
      for (const workload of workloads)
        for (const runner of inTurn(runners, round)) await runner.lap(workload);
      process.stderr.write(`round ${round + 1} of ${rounds}\n`);
    }
    return runners;
  } finally {
    for (const { running } of runners) await running.program.end();
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
  readonly running: Running;
  readonly laps: { [workload in Workload]?: Lap[] } = {};
  readonly startMillis: number | undefined;
  readonly wrong: { [status: string]: number } = {};
  readonly #workloads: readonly Workload[];
  /** Reports that this round has created and not yet deleted. */
  #created: string[] = [];

  constructor(id: string, { name, lacks, isInstalled }: Contestant, running: Running) {
    this.id = id;
    this.name = name;
    this.running = running;
    this.#workloads = workloads.filter((one) => !lacks?.includes(one));
    this.startMillis = isInstalled && cpuMicros(running.program.pid) / 1000;
  }

  /** Until the code is compiled, which takes requests rather than time; limited for slow servers. */
  async warmUp(): Promise<void> {
    for (const workload of this.#workloads) await this.#send(workload, 5, 5000);
  }

  async lap(workload: Workload): Promise<void> {
    if (!this.#workloads.includes(workload)) return;
    const lap = await this.#send(workload, secondsOfLap, Infinity);
    this.laps[workload] = [...(this.laps[workload] ?? []), lap];
  }

  /** Keeps all connections busy. A delete ends with the reports, so that every round starts with as many. */
  async #send(workload: Workload, seconds: number, mostSent: number): Promise<Lap> {
    const { url, there, program } = this.running;
    const all = requests[workload](there, this.#created);
    const isDelete = workload === 'delete';
    const most = isDelete ? all.length : mostSent;
    if (isDelete) this.#created = [];
    process.kill(program.pid, 'SIGCONT');
    const client = new Client(url, connections);
    const cpuBefore = cpuMicros(program.pid);
    const began = performance.now();
    const end = isDelete ? Infinity : began + seconds * 1000;
    let sent = 0;
    const work = async (): Promise<void> => {
      while (sent < most && performance.now() < end) {
        const asked = all[sent % all.length] ?? { path: '/' };
        sent += 1;
        this.#record(workload, await client.ask(asked));
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    const took = performance.now() - began;
    const spent = cpuMicros(program.pid) - cpuBefore || took * 1000;
    await client.close();
    process.kill(program.pid, 'SIGSTOP');
    return { answers: sent, perSecond: (sent / took) * 1000, micros: spent / sent };
  }

  #record(workload: Workload, answer: Answer | undefined): void {
    const status = answer?.status ?? 'no answer';
    if (!answer || !isRight(workload, answer.status))
      this.wrong[status] = (this.wrong[status] ?? 0) + 1;
    else if (workload === 'create') this.#created.push(String(answer.json?.id));
  }
}

/** Microseconds of CPU time of all threads of a process; NaN if the system does not tell. */
function cpuMicros(pid: number): number {
  if (!existsSync('/proc/self/schedstat')) return Number.NaN;
  const nanos = readdirSync(`/proc/${pid}/task`).map((thread) => nanosOf(pid, thread));
  return nanos.reduce((sum, each) => sum + each, 0) / 1000;
}

/** A thread may end while it is read. */
function nanosOf(pid: number, thread: string): number {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10);
  } catch {
    return 0;
  }
}
