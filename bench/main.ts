import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { statusLineOn } from '../src/cli/status-line.ts';
import { packageRoot } from '../src/spec/package-root.ts';
import { bare } from './contestants/bare.ts';
import type { Contestant } from './contestants/contestant.ts';
import { first, logged, made, plain } from './contestants/ours.ts';
import { howToInstall, installPeers } from './contestants/peer-packages.ts';
import { peers } from './contestants/peers.ts';
import { listened, prismProxy } from './contestants/proxied.ts';
import { LoadProcess } from './load/load-process.ts';
import { workloads } from './load/workload.ts';
import { cores, machine } from './machine.ts';
import { measureInProcess } from './measure/memory.ts';
import { type Entrant, race } from './measure/race.ts';
import { measureLoadedStart, measureStarts, measureVerify } from './measure/starts.ts';
import type { Beside, Figures } from './report/figures.ts';
import { notesOf, wrongAnswers } from './report/notes.ts';
import { plotOf } from './report/plot.ts';
import { asMarkdown, asText } from './report/render.ts';
import { sectionsOf } from './report/sections.ts';

const everyone: readonly Contestant[] = [
  bare,
  plain,
  first,
  made,
  logged,
  listened,
  prismProxy,
  ...peers,
];

const list = (words: readonly string[]): string => words.join(', ');

const help = `Measures the server side by side with bare node:http and with other mock servers.

Usage: npm run bench -- [plain] [options]

  plain                only this server, bare node:http, and what anybody would write with the same
                       packages (bench/contestants/plain-server.ts): about a minute

      --quick          fewer and shorter rounds: two or three minutes
      --install-peers  install the other servers first, into bench/.peers
      --no-peers       only bare node:http and this server
      --only A,B       only these, and bare node:http, which all are compared with:
                       ${list(everyone.map(({ id }) => id))}
      --workloads A,B  only these:
                       ${list(workloads)}
      --rounds N       how often everything is measured     (default 5, quick 2)
      --seconds N      how long each measurement takes      (default 2, quick 0.4)
      --requests N     ... and with how many requests it ends at the latest
      --sizes A,B,C    numbers of stored reports            (default 100,10000,100000,
                                                             quick 100,100000)
      --out DIR        where figures.json, .md, .svg and .txt go
                                                            (default bench/results)
  -h, --help           show this

"first" is the first world of a server as it is started, with every size; "made" is a world made by its
control plane, "logged" the first world with the log on, "listened" the first world behind abuse-feed
listen and "prism-proxy" behind prism proxy, each on one core with it: all with the smallest size. "invalid"
is a create with an invalid body, "stranger" a fetch with a token that nobody has: both are to be refused.
With --only or --workloads, start, memory of a report and verify are not measured.

Nothing else should run meanwhile; CPU time for each request can be compared even where something does.
What is missing takes no part: ${howToInstall}
Exits with 1 where any answer was wrong.
`;

const options = {
  quick: { type: 'boolean', default: false },
  'install-peers': { type: 'boolean', default: false },
  'no-peers': { type: 'boolean', default: false },
  only: { type: 'string' },
  workloads: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  requests: { type: 'string' },
  sizes: { type: 'string' },
  out: { type: 'string', default: join(packageRoot, 'bench', 'results') },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

class UsageError extends Error {}

type Settings = ReturnType<typeof settingsFrom>;

function settingsFrom(args: string[]) {
  const { values, positionals } = read(args);
  const unknown = positionals.find((word) => word !== 'plain');
  if (unknown !== undefined) throw new UsageError(`there is no "${unknown}", only "plain".`);
  if (positionals.length > 0) {
    values.only ??= 'plain,first,made';
    values.workloads ??= 'fetch,lookup,create,invalid';
    values.sizes ??= '100';
    values.rounds ??= '2';
    values.seconds ??= '10';
    values.requests ??= '1500';
  }
  const { quick } = values;
  const ids = everyone.map(({ id }) => id);
  const chosen =
    values.only === undefined ? ids : ['bare', ...chosenFrom(ids, values.only, '--only')];
  return {
    ...values,
    /** Only a part of the race, and nothing beside it. */
    part: values.only !== undefined || values.workloads !== undefined,
    contestants: everyone.filter(
      ({ id, kind }) => chosen.includes(id) && !(values['no-peers'] && kind === 'peer'),
    ),
    workloads:
      values.workloads === undefined
        ? workloads
        : chosenFrom(workloads, values.workloads, '--workloads'),
    rounds: numberIn(values.rounds ?? (quick ? '2' : '5'), '--rounds'),
    seconds: numberIn(values.seconds ?? (quick ? '0.4' : '2'), '--seconds'),
    most: numberIn(values.requests ?? '1000000000', '--requests'),
    sizes: (values.sizes ?? (quick ? '100,100000' : '100,10000,100000'))
      .split(',')
      .map((size) => numberIn(size, '--sizes')),
  };
}

/** In the order of all. */
function chosenFrom<T extends string>(all: readonly T[], text: string, flag: string): T[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !all.some((one) => one === word));
  if (unknown !== undefined)
    throw new UsageError(`${flag}: there is no "${unknown}", only ${list(all)}.`);
  return all.filter((one) => words.includes(one));
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function numberIn(text: string, flag: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new UsageError(`${flag}: "${text}" is no number above 0.`);
}

const line = statusLineOn(process.stderr);

const tell = (what: string): void => {
  if (line) line.draw(what);
  else if (what !== '') process.stderr.write(`${what}\n`);
};

/** Who takes part, and with how many reports stored. */
function entrantsOf({ contestants, sizes, quick }: Settings): Entrant[] {
  const sizesOf = ({ id, kind, keeps, inFrontOf }: Contestant): readonly (number | undefined)[] => {
    if (!keeps) return [undefined];
    if (id === 'first') return sizes;
    if (kind === 'ours' || kind === 'plain' || inFrontOf !== undefined) return [Math.min(...sizes)];
    // A peer that rewrites its file at every change is not asked to do so with 100,000 reports.
    return sizes.filter((size) => size <= (quick ? 1000 : 10_000));
  };
  return contestants.flatMap((contestant) =>
    sizesOf(contestant).map((reports) => ({ contestant, reports })),
  );
}

async function measure(settings: Settings, failed: ReadonlyMap<string, string>): Promise<Figures> {
  const { rounds, seconds, most, workloads, contestants } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-bench-'));
  const absent = contestants.flatMap(({ id, name }) => {
    const why = failed.get(id);
    return why === undefined ? [] : [{ name, why }];
  });
  const isHere = ({ name }: Contestant) => !absent.some((one) => one.name === name);
  try {
    using load = new LoadProcess(cores.load);
    const entrants = entrantsOf(settings).filter(({ contestant }) => isHere(contestant));
    const raced = await race(entrants, {
      ...{ folder, load, workloads, rounds, seconds, most, connections, tell },
      absent: (name, why) => absent.push({ name, why }),
    });
    const beside = settings.part
      ? {}
      : { beside: await measureBeside(contestants.filter(isHere), settings.quick, folder) };
    tell('');
    return {
      ...{ machine, raced, ...beside, absent },
      settings: { rounds, seconds, connections, workloads },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const connections = 50;

async function measureBeside(
  contestants: readonly Contestant[],
  quick: boolean,
  folder: string,
): Promise<Beside> {
  const starting = contestants.filter(
    ({ id, coldStart }) => coldStart && (!quick || id === 'first' || id === 'prism'),
  );
  const starts = await measureStarts(starting, quick ? 2 : 5, folder, tell);
  tell('starting with many reports');
  const loadedStart = await measureLoadedStart(100_000, quick ? 1 : 5, folder);
  tell('measuring in process');
  const inProcess = measureInProcess();
  tell('judging the reference server');
  return { starts, loadedStart, inProcess, verify: measureVerify() };
}

function keep(figures: Figures, text: string, out: string): void {
  mkdirSync(out, { recursive: true });
  const raced = figures.raced.map(({ contestant: { id, name }, ...one }) => ({ id, name, ...one }));
  const files = {
    'figures.json': `${JSON.stringify({ ...figures, raced }, null, 2)}\n`,
    'figures.md': asMarkdown(sectionsOf(figures), notesOf(figures)),
    'figures.svg': plotOf(figures),
    'figures.txt': text,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(out, name), content);
  process.stdout.write(
    `Kept in ${relative(process.cwd(), out) || '.'}: ${list(Object.keys(files))}\n`,
  );
}

async function main(args: string[]): Promise<number> {
  const settings = settingsFrom(args);
  if (settings.help) {
    process.stdout.write(help);
    return 0;
  }
  const failed = settings['install-peers'] ? installPeers(tell) : new Map<string, string>();
  const figures = await measure(settings, failed);
  const text = asText(sectionsOf(figures), notesOf(figures));
  process.stdout.write(text);
  keep(figures, text, settings.out);
  const wrong = wrongAnswers(figures);
  if (wrong.length > 0) process.stderr.write(`bench: FAILED. ${wrong.join('. ')}.\n`);
  return wrong.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`bench: ${error.message} See npm run bench -- --help.\n`);
  process.exitCode = 2;
}
