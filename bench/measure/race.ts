import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Contestant, endOf, type Running } from '../contestants/contestant.ts';
import { idOf } from '../contestants/race-data.ts';
import type { LoadProcess } from '../load/load-process.ts';
import { statusOf } from '../load/wire.ts';
import type { Workload } from '../load/workload.ts';
import { cpuMicros, microsEach } from './cpu-time.ts';

export interface Entrant {
  readonly contestant: Contestant;
  /** Undefined for servers that store nothing: the number makes no difference to them. */
  readonly reports: number | undefined;
}

export interface Lap {
  readonly answers: number;
  readonly perSecond: number;
  /** CPU time of the server per response; null if unknown. */
  readonly cpuMicros: number | null;
}

type Counts = { readonly [status: string]: number };

export interface Raced extends Entrant {
  /** One lap per round; absent if the workload was not requested or is not supported. */
  readonly laps: { readonly [workload in Workload]?: readonly Lap[] };
  /** Responses with an unexpected status; `broken` for closed connections. */
  readonly wrong: Counts;
}

export interface RaceOptions {
  readonly folder: string;
  readonly load: LoadProcess;
  readonly workloads: readonly Workload[];
  readonly rounds: number;
  /** The end of a lap: by time or by number of requests. */
  readonly seconds: number;
  readonly most: number;
  readonly tell: (what: string) => void;
  /** Called for contestants that cannot take part. */
  readonly absent: (name: string, why: string) => void;
}

const connections = 50;

export const titleOf = ({ contestant, reports }: Entrant): string =>
  reports === undefined
    ? contestant.name
    : `${contestant.name}, ${reports.toLocaleString('en')} reports`;

/**
 * All servers run at the same time and are measured in turn, round by round: a disturbance affects all.
 * Idle servers are suspended: some keep compiling long after their last response.
 */
export async function race(entrants: readonly Entrant[], options: RaceOptions): Promise<Raced[]> {
  const { rounds, workloads, tell, absent } = options;
  const starters: Starter[] = [];
  try {
    for (const [index, entrant] of entrants.entries()) {
      tell(`starting ${titleOf(entrant)}`);
      const folder = join(options.folder, String(index));
      mkdirSync(folder, { recursive: true });
      try {
        const running = await entrant.contestant.start(folder, entrant.reports ?? 100);
        starters.push(new Starter(entrant, running, options));
      } catch (error) {
        if (entrant.contestant.kind !== 'peer') throw error;
        absent(entrant.contestant.name, (error as Error).message);
      }
    }
    for (const starter of starters) await starter.warmUp();
    for (let round = 0; round < rounds; round += 1) {
      for (const workload of workloads)
        for (const starter of inTurn(starters, round)) await starter.lap(workload);
      tell(`round ${round + 1} of ${rounds} is over`);
      for (const starter of starters) await starter.putBack();
    }
    return starters.map(({ contestant, reports, laps, wrong }) => ({
      ...{ contestant, reports, laps, wrong },
    }));
  } finally {
    await Promise.all(starters.map(({ running }) => endOf(running)));
  }
}

/** The order varies, so that none is always first or always after the same one. */
const inTurn = <T>(list: readonly T[], round: number): T[] => {
  const from = round % list.length;
  const turn = [...list.slice(from), ...list.slice(0, from)];
  return round % 2 === 0 ? turn : turn.reverse();
};

class Starter implements Raced {
  readonly contestant: Contestant;
  readonly reports: number | undefined;
  readonly laps: { [workload in Workload]?: Lap[] } = {};
  readonly wrong: { [status: string]: number } = {};
  readonly running: Running;
  readonly #options: RaceOptions;
  /** Reports left by its creates. */
  #left: readonly string[] = [];

  constructor({ contestant, reports }: Entrant, running: Running, options: RaceOptions) {
    this.contestant = contestant;
    this.reports = reports;
    this.running = running;
    this.#options = options;
  }

  /** Until the code is compiled, which takes requests rather than time; limited for slow servers. */
  async warmUp(): Promise<void> {
    const { workloads, tell } = this.#options;
    tell(`warming up ${titleOf(this)}`);
    for (const workload of workloads.filter((one) => one !== 'delete' && this.#takesPart(one))) {
      const patience = performance.now() + 5000;
      for (let answers = 0; answers < 5000 && performance.now() < patience; )
        answers += (await this.#send(workload)).answers;
    }
    await this.putBack();
  }

  #takesPart(workload: Workload): boolean {
    return !this.contestant.lets?.includes(workload);
  }

  async lap(workload: Workload): Promise<void> {
    if (!this.#takesPart(workload)) return;
    if (workload === 'delete' && this.contestant.keeps && this.#left.length === 0)
      await this.#send('create');
    const { answers, seconds, cpu } = await this.#send(workload);
    const each = { perSecond: answers / seconds, cpuMicros: cpu };
    this.laps[workload] = [...(this.laps[workload] ?? []), { answers, ...each }];
  }

  /** Every round starts with the same number of reports. */
  async putBack(): Promise<void> {
    if (this.#left.length > 0) await this.#send('delete', { seconds: 60, most: Infinity });
  }

  async #send(workload: Workload, limits: Pick<RaceOptions, 'seconds' | 'most'> = this.#options) {
    const { port, requests, programs } = this.running;
    const { keeps } = this.contestant;
    const { seconds, most } = limits;
    const pids = programs.map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    // A resumed proxy has stale idle connections; the first response clears them.
    await statusOf(port, requests.lookup[0] ?? '');
    const before = cpuMicros(pids);
    const sent = await this.#options.load.send({
      ...{ port, connections, seconds, most, workload, requests },
      ids: workload === 'delete' ? this.#left : [],
      ...(keeps ? {} : { anyId: idOf(1) }),
    });
    const cpu = microsEach(before, cpuMicros(pids), sent.answers);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    if (keeps) this.#left = workload === 'delete' ? sent.left : [...this.#left, ...sent.left];
    for (const [status, count] of Object.entries(sent.wrong))
      this.wrong[status] = (this.wrong[status] ?? 0) + count;
    return { ...sent, cpu };
  }
}
