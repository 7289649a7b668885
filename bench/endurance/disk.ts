import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OurServer, type ServerOptions } from '../harness/our-server.ts';
import { Stand } from './stand.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const disk: Trial = {
  name: 'disk',
  about: 'disks that are full, writes that are cut: refused clearly, nothing lost, recovers',
  amount: [200, 20, 'changes'],
  run,
};

/** A data folder of one server, on a disk that can be made to fail and repaired. */
interface Ground {
  readonly start: ServerOptions;
  readonly spoil: (server: OurServer) => void;
  readonly repair: (server: OurServer) => void;
  /** Releases the resources taken from the machine. */
  readonly leave: () => void;
}

interface Condition {
  readonly what: string;
  readonly how: string;
  /** Whether a start must be refused in this condition. */
  readonly refusesStart?: boolean;
  /** Prepares the data folder, or returns why this machine cannot. */
  readonly prepare: (folder: string) => Ground | string;
}

function nothing() {}

/** Undefined on success, otherwise the error output of the command. */
function failure(command: string, ...args: string[]): string | undefined {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) return `${command}: ${error.message}`;
  return status === 0 ? undefined : `${command}: ${stderr.trim() || `exit ${status}`}`;
}

function done(command: string, ...args: string[]): void {
  const failed = failure(command, ...args);
  if (failed !== undefined) throw new Error(failed);
}

/** Limits the file size so that a running server fails in the middle of a large record. */
function limitGrowth({ pid }: OurServer, data: string): void {
  const journals = readdirSync(data).filter((name) => name.startsWith('journal'));
  const sizes = journals.map((name) => statSync(join(data, name)).size);
  done('prlimit', '--pid', `${pid}`, `--fsize=${Math.max(0, ...sizes) + 20_000}:`);
}

/** The limit ends with the process. */
function unlimitGrowth({ pid }: OurServer): void {
  failure('prlimit', '--pid', `${pid}`, '--fsize=unlimited:');
}

const fullDisk: Condition = {
  what: 'a disk that is full',
  how: 'a tmpfs of 16 MB, filled',
  refusesStart: true,
  prepare(folder) {
    const failed = failure('mount', '-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder);
    if (failed !== undefined) return failed;
    const filler = join(folder, 'filler');
    return {
      start: { data: join(folder, 'data') },
      spoil: () => {
        const { bavail, bsize } = statfsSync(folder);
        writeFileSync(filler, Buffer.alloc(bavail * bsize));
      },
      repair: () => rmSync(filler),
      leave: () => done('umount', '--lazy', folder),
    };
  },
};

const cutWrite: Condition = {
  what: 'a write that is cut half-way',
  how: 'a limit on the size of files, set on the running process',
  prepare(data) {
    const failed = failure('prlimit', '--version');
    if (failed !== undefined) return failed;
    const spoil = (server: OurServer) => limitGrowth(server, data);
    return { start: { data }, spoil, repair: unlimitGrowth, leave: nothing };
  },
};

/** Others, such as a folder that turns read-only, are tested with the store: they take no real disk. */
const conditions: readonly Condition[] = [fullDisk, cutWrite];

interface Tally {
  refused: number;
  acknowledged: number;
}

async function run(setting: Setting): Promise<Finding> {
  const problems: string[] = [];
  const notTried: string[] = [];
  const tally: Tally = { refused: 0, acknowledged: 0 };
  for (const condition of conditions) {
    const name = `${condition.what} (${condition.how})`;
    const ground = condition.prepare(setting.folder());
    if (typeof ground === 'string') {
      notTried.push(`${name}: ${ground}`);
      continue;
    }
    setting.say(name);
    // Also if the trial is interrupted, and before folders are removed.
    process.prependOnceListener('exit', ground.leave);
    try {
      const found: string[] = [];
      await endure(condition, ground, setting, { tally, problems: found });
      problems.push(...found.map((what) => `${name}: ${what}`));
    } finally {
      process.off('exit', ground.leave);
      ground.leave();
    }
  }
  const tried = conditions.length - notTried.length;
  return {
    numbers:
      `${tried} of ${conditions.length} conditions, ${tally.refused} changes refused with 503, ` +
      `${tried * setting.amount} reads answered meanwhile, ` +
      `${tally.acknowledged} acknowledged changes compared`,
    problems,
    notTried,
  };
}

async function endure(
  { refusesStart }: Condition,
  ground: Ground,
  { chance, amount }: Setting,
  { tally, problems }: { readonly tally: Tally; readonly problems: string[] },
): Promise<void> {
  const stand = await Stand.start(ground.start, { chance, problems });
  if ((await stand.work(amount)) > 0) problems.push('changes were refused before it began');
  await stand.amid(() => ground.spoil(stand.server));
  // Uses up the rest of the disk first.
  await stand.work(40);
  if ((await stand.work(amount)) === 0) problems.push('nothing was refused');
  await stand.read(amount);
  await stand.compare('while it lasts');
  tally.refused += stand.model.refused;
  ground.repair(stand.server);
  if ((await stand.work(amount)) > 0) problems.push('changes are refused though it is over');
  await stand.compare('once it is over');
  await stand.amid(() => ground.spoil(stand.server));
  await stand.work(20);
  await stand.end('SIGKILL');
  if (refusesStart) {
    const refusal = await OurServer.refusal(ground.start);
    const isClear = refusal?.code === 1 && refusal.message.includes(ground.start.data);
    if (!isClear) problems.push(`a start amid it: ${refusal?.message ?? 'it was not refused'}`);
  }
  tally.acknowledged += stand.model.acknowledged;
  ground.repair(stand.server);
  await stand.again('after a crash amid it');
  await stand.end();
}
