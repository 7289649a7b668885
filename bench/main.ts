import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/spec/package-root.ts';
import type { Contestant } from './contestants/contestant.ts';
import { bare, floor, ourRows, plain } from './contestants/ours.ts';
import { prism } from './contestants/prism.ts';
import { LoadProcess } from './load/load-process.ts';
import { workloads } from './load/workload.ts';
import { type Entrant, type RaceOptions, race } from './measure/race.ts';
import type { Figures } from './report/figures.ts';
import { asMarkdown, wrongAnswers } from './report/report.ts';

const everyone: readonly Contestant[] = [bare, floor, plain, ...ourRows, prism];
const ids = everyone.map(({ id }) => id);

interface Form extends Pick<RaceOptions, 'workloads' | 'rounds' | 'seconds' | 'most'> {
  readonly only: readonly string[];
  /** Numbers of reports. */
  readonly sizes: readonly number[];
}

/** How much is measured, and how long; a lap ends by time or by requests, whichever is first. */
const forms: { readonly [form: string]: Form } = {
  plain: {
    only: ['bare', 'floor', 'plain', 'first', 'made'],
    workloads: ['fetch', 'lookup', 'create', 'invalid'],
    ...{ rounds: 2, seconds: 10, most: 1500, sizes: [100] },
  },
  short: {
    ...{ only: ids, workloads, sizes: [100, 100_000] },
    ...{ rounds: 5, seconds: 2, most: 1000 },
  },
  full: {
    ...{ only: ids, workloads, sizes: [100, 10_000, 100_000] },
    ...{ rounds: 5, seconds: 2, most: 1e9 },
  },
};

const help = `Measures the server side by side with bare node:http, with Express and the validator alone
(bench/contestants/floor-server.ts), with what anybody would write with the same packages
(bench/contestants/plain-server.ts), and with Prism.

Usage: npm run bench -- [plain | short | full]

  plain            without Prism: about two minutes
  short            everything in a few minutes
  full             some twenty minutes, which is so where nothing is said

  -h, --help       show this

"first" is the first world of a server as it is started, with several numbers of reports; "made" is a world
made by its control plane, "listened" the first world behind abuse-feed listen, on one core with it. "invalid"
is a create with an invalid body, "stranger" a fetch with a token that nobody has. CPU time for each request
can be compared even where something else runs.
Everything is kept in bench/results. Exits with 1 where any answer was wrong.
`;

function settingsFrom(args: string[]) {
  const options = { help: { type: 'boolean', default: false, short: 'h' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name = 'full'] = positionals;
  const form = forms[name];
  if (!form) throw new Error(`there is no "${name}", only ${Object.keys(forms).join(', ')}.`);
  return { ...form, help: values.help };
}

const results = join(packageRoot, 'bench', 'results');
const tell = (what: string): void => void process.stderr.write(`${what}\n`);

type Settings = ReturnType<typeof settingsFrom>;

async function measure({ only, sizes, ...settings }: Settings): Promise<Figures> {
  const { workloads, rounds, seconds, most } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-bench-'));
  const contestants = everyone.filter(({ id }) => only.includes(id));
  const absent: { name: string; why: string }[] = [];
  const entrants = contestants.flatMap((contestant): Entrant[] => {
    if (!contestant.keeps) return [{ contestant, reports: undefined }];
    const own = contestant.id === 'first' ? sizes : sizes.slice(0, 1);
    return own.map((reports) => ({ contestant, reports }));
  });
  try {
    using load = new LoadProcess();
    const raced = await race(entrants, {
      ...{ folder, load, workloads, rounds, seconds, most, tell },
      absent: (name, why) => absent.push({ name, why }),
    });
    return { workloads, raced, absent };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(settings: Settings): Promise<number> {
  const figures = await measure(settings);
  const report = asMarkdown(figures);
  process.stdout.write(report);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'figures.json'), `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(join(results, 'figures.md'), report);
  return wrongAnswers(figures).length > 0 ? 1 : 0;
}

function understood(args: string[]): Settings | undefined {
  try {
    return settingsFrom(args);
  } catch (error) {
    tell(`bench: ${(error as Error).message} See npm run bench -- --help.`);
    return undefined;
  }
}

const settings = understood(process.argv.slice(2));
if (settings?.help) process.stdout.write(help);
else process.exitCode = settings ? await main(settings) : 2;
