import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Chance } from './chance.ts';
import { compaction } from './compaction.ts';
import { damage } from './damage.ts';
import { disk } from './disk.ts';
import { fuzz } from './fuzz.ts';
import { kill } from './kill.ts';
import { soak } from './soak.ts';
import type { Finding, Trial } from './trial.ts';

const trials: readonly Trial[] = [kill, disk, damage, compaction, fuzz, soak];

class WrongUsage extends Error {}

const help = `Finds out what the built server survives.

Usage: npm run endure -- <trial> [options]

${trials.map(describe).join('\n')}
  all         every trial, one after the other

  --seed N    repeats a run (by chance where it is not given)
  --short     the short version of a trial
  -h, --help  show this
`;

function describe({ name, about, options }: Trial): string {
  const lines = Object.entries(options).map(
    ([option, what]) => `              --${option} N: ${what}`,
  );
  return [`  ${name.padEnd(10)}  ${about}`, ...lines].join('\n');
}

async function endure(args: string[]): Promise<number> {
  const { chosen, short, seed, numbers } = understood(args);
  if (chosen.length === 0) {
    process.stdout.write(help);
    return 0;
  }
  let held = true;
  for (const trial of chosen) {
    if (!(await tried(trial, { short, seed, numbers }))) held = false;
  }
  return held ? 0 : 1;
}

interface Wish {
  readonly short: boolean;
  readonly seed: number;
  readonly numbers: ReadonlyMap<string, number>;
}

const folders = new Set<string>();
process.once('exit', removeFolders);

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-endure-'));
  folders.add(folder);
  return folder;
}

async function tried(trial: Trial, { short, seed, numbers }: Wish): Promise<boolean> {
  const began = performance.now();
  const say = (text: string) => void process.stderr.write(`  ${trial.name}: ${text}\n`);
  say(`begins, seed ${seed}`);
  const finding = await trial
    .run({
      short,
      seed,
      chance: new Chance(seed),
      asked: (option) => numbers.get(option),
      folder: newFolder,
      say,
    })
    .catch((error: Error) => ({ numbers: 'it came to no end', problems: [String(error.stack)] }));
  removeFolders();
  const seconds = Math.round((performance.now() - began) / 1000);
  const given = [...numbers].map(([option, value]) => ` --${option} ${value}`).join('');
  const repeat = `npm run endure -- ${trial.name}${given}${short ? ' --short' : ''} --seed ${seed}`;
  process.stdout.write(shown(trial, finding, `${seconds} s, seed ${seed}`, repeat));
  return finding.problems.length === 0;
}

const mostShown = 20;

function shown({ name }: Trial, finding: Finding, how: string, repeat: string): string {
  const { numbers, problems, notTried = [] } = finding;
  const lines = [
    `${name} ${problems.length === 0 ? 'held' : 'BROKE'}: ${numbers} (${how})`,
    ...notTried.map((what) => `  not tried here: ${what}`),
    ...problems.slice(0, mostShown).map((what) => `  ${what}`),
    ...(problems.length > mostShown ? [`  and ${problems.length - mostShown} more`] : []),
    ...(problems.length > 0 ? [`  Repeat it: ${repeat}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function understood(args: string[]): Wish & { readonly chosen: readonly Trial[] } {
  const names = [...trials.map(({ name }) => name), 'all'];
  const { values, positionals } = parsed(args);
  const [name, ...more] = positionals;
  const wish = {
    short: values.short === true,
    seed: values.seed === undefined ? Date.now() % 1_000_000 : numberIn(values, 'seed'),
  };
  if (values.help) return { ...wish, numbers: new Map(), chosen: [] };
  const chosen = name === 'all' ? trials : trials.filter((trial) => trial.name === name);
  if (name === undefined || chosen.length === 0 || more.length > 0) {
    const problem =
      name === undefined ? 'Name a trial' : `There is no trial "${positionals.join(' ')}"`;
    throw new WrongUsage(`${problem}. Trials: ${names.join(', ')}.`);
  }
  const allowed = chosen.flatMap(({ options }) => Object.keys(options));
  const given = Object.keys(values).filter((one) => !['short', 'seed', 'help'].includes(one));
  const strange = given.find((option) => !allowed.includes(option));
  if (strange !== undefined) {
    const takes = ['seed', 'short', ...allowed].map((one) => `--${one}`).join(', ');
    throw new WrongUsage(`${name} takes no --${strange}. It takes ${takes}.`);
  }
  return { ...wish, chosen, numbers: new Map(given.map((one) => [one, numberIn(values, one)])) };
}

type Values = { readonly [option: string]: string | boolean | undefined };

function parsed(args: string[]): { values: Values; positionals: string[] } {
  const ofTrials = Object.fromEntries(
    trials.flatMap(({ options }) =>
      Object.keys(options).map((name) => [name, { type: 'string' as const }]),
    ),
  );
  const options = {
    ...ofTrials,
    seed: { type: 'string' as const },
    short: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const takes = Object.keys(options)
      .map((one) => `--${one}`)
      .join(', ');
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}. Options: ${takes}.`);
  }
}

function numberIn(values: Values, option: string): number {
  const text = String(values[option]);
  if (/^[0-9]+$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new WrongUsage(`--${option} is "${text}". It takes a whole number.`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await endure(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`endure: ${error.message}\n`);
  process.exitCode = 2;
}
