import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/spec/package-root.ts';
import { bare } from './contestants/bare.ts';
import { ours } from './contestants/ours.ts';
import { howToInstall, installPeers } from './contestants/peer-packages.ts';
import { peers } from './contestants/peers.ts';
import { LoadProcess } from './load/load-process.ts';
import { cores, machine } from './machine.ts';
import { measureInProcess } from './measure/memory.ts';
import { type Entrant, race } from './measure/race.ts';
import { measureLoadedStart, measureStarts, measureVerify } from './measure/starts.ts';
import type { Figures } from './report/figures.ts';
import { plotOf } from './report/plot.ts';
import { tableOf } from './report/table.ts';

const help = `Measures the server side by side with bare node:http and with other mock servers.

Usage: npm run bench -- [options]

      --quick          fewer and shorter rounds: about a minute
      --install-peers  install the other servers first, into bench/.peers
      --no-peers       only bare node:http and this server
      --rounds N       how often everything is measured     (default 5, quick 2)
      --seconds N      how long each measurement takes      (default 2, quick 0.4)
      --sizes A,B,C    numbers of stored reports            (default 100,10000,100000)
      --out DIR        where figures.json, figures.txt and figures.svg go
                                                            (default bench/results)
  -h, --help           show this

Nothing else should run meanwhile. What is missing takes no part: ${howToInstall}
`;

const options = {
  quick: { type: 'boolean', default: false },
  'install-peers': { type: 'boolean', default: false },
  'no-peers': { type: 'boolean', default: false },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  sizes: { type: 'string' },
  out: { type: 'string', default: join(packageRoot, 'bench', 'results') },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

class UsageError extends Error {}

function settingsFrom(args: string[]) {
  const { values } = read(args);
  const { quick } = values;
  return {
    ...values,
    rounds: numberIn(values.rounds ?? (quick ? '2' : '5'), '--rounds'),
    seconds: numberIn(values.seconds ?? (quick ? '0.4' : '2'), '--seconds'),
    sizes: (values.sizes ?? (quick ? '100,100000' : '100,10000,100000'))
      .split(',')
      .map((size) => numberIn(size, '--sizes')),
  };
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function numberIn(text: string, flag: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new UsageError(`${flag}: "${text}" is no number above 0.`);
}

const tell = (what: string): void => {
  const line = process.stderr.isTTY ? `\r\x1b[K${what}` : `${what}\n`;
  process.stderr.write(line);
};

async function measure(settings: ReturnType<typeof settingsFrom>): Promise<Figures> {
  const { quick, rounds, seconds, sizes } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-bench-'));
  const others = settings['no-peers'] ? [] : peers;
  const entrants: Entrant[] = [
    { contestant: bare, reports: undefined },
    ...sizes.map((reports) => ({ contestant: ours, reports })),
    ...others.flatMap((contestant) =>
      // A peer that rewrites its file at every change is not asked to do so with 100,000 reports.
      (contestant.keeps
        ? sizes.filter((size) => size <= (quick ? 1000 : 10_000))
        : [undefined]
      ).map((reports) => ({ contestant, reports })),
    ),
  ];
  const absent: { name: string; why: string }[] = [];
  try {
    using load = new LoadProcess(cores.load);
    const raced = await race(entrants, {
      ...{ folder, load, rounds, seconds, connections: 50, tell },
      absent: (name, why) => absent.push({ name, why }),
    });
    const starting = quick ? others.filter(({ name }) => name === 'Prism') : others;
    const starts = await measureStarts([ours, ...starting], quick ? 2 : 5, folder, tell);
    tell('starting with many reports');
    const loadedStart = await measureLoadedStart(100_000, quick ? 1 : 5, folder);
    tell('measuring in process');
    const inProcess = measureInProcess(100_000);
    tell('judging the reference server');
    const verify = measureVerify();
    tell('');
    return {
      ...{ machine, raced, starts, loadedStart, inProcess, verify, absent },
      settings: { rounds, seconds, connections: 50 },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function keep(figures: Figures, out: string): void {
  mkdirSync(out, { recursive: true });
  const raced = figures.raced.map(({ contestant, ...one }) => ({ name: contestant.name, ...one }));
  writeFileSync(join(out, 'figures.json'), `${JSON.stringify({ ...figures, raced }, null, 2)}\n`);
  writeFileSync(join(out, 'figures.txt'), tableOf(figures));
  writeFileSync(join(out, 'figures.svg'), plotOf(figures));
  process.stdout.write(
    `Kept in ${relative(process.cwd(), out) || '.'}: figures.json, .txt, .svg\n`,
  );
}

async function main(args: string[]): Promise<number> {
  const settings = settingsFrom(args);
  if (settings.help) {
    process.stdout.write(help);
    return 0;
  }
  const failed = settings['install-peers'] ? installPeers(tell) : new Map<string, string>();
  for (const why of failed.values()) process.stderr.write(`${why}\n`);
  const figures = await measure(settings);
  process.stdout.write(tableOf(figures));
  keep(figures, settings.out);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`bench: ${error.message} See npm run bench -- --help.\n`);
  process.exitCode = 2;
}
