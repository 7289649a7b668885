import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Chance } from '../harness/chance.ts';
import { damage } from './damage.ts';
import { disk } from './disk.ts';
import { hostile } from './hostile/hostile.ts';
import { kill } from './kill.ts';
import { soak } from './soak.ts';
import type { Finding, Trial } from './trial.ts';

const trials: readonly Trial[] = [kill, disk, damage, hostile, soak];

const described = ({ name, about, option, full, short }: Trial): string =>
  `  ${name.padEnd(8)}  ${about}\n${' '.repeat(12)}--${option} N (${full}; ${short} with --short)`;

const help = `Finds out what the built server survives.

Usage: npm run endure -- <trial>... [options]

${trials.map(described).join('\n')}
  all       every trial, one after the other

  --seed N    repeats a run (by chance where it is not given)
  --short     the short version of a trial
  -h, --help  show this
`;

/** The parsed arguments; no trials if help was requested. */
function understood(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const own = Object.fromEntries(trials.map(({ option }) => [option, text]));
  const options = { ...own, seed: text, short: flag, help: { ...flag, short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { short, help: isLost, ...numbers } = values;
    if (isLost) return { chosen: [], seed: 0, short, numbers: {} };
    const isAll = positionals.includes('all');
    const chosen = trials.filter(({ name }) => isAll || positionals.includes(name));
    const strange = positionals.find(
      (one) => one !== 'all' && !trials.some(({ name }) => name === one),
    );
    if (strange !== undefined) throw new Error(`There is no trial "${strange}".`);
    if (chosen.length === 0) throw new Error('Name a trial, or all.');
    const wrong = Object.values(numbers).find((number) => !/^[0-9]+$/.test(number));
    if (wrong !== undefined) throw new Error(`"${wrong}" is no whole number.`);
    return { chosen, short, numbers, seed: Number(values.seed ?? Date.now() % 1_000_000) };
  } catch (error) {
    process.stderr.write(`endure: ${(error as Error).message} See npm run endure -- --help.\n`);
    return undefined;
  }
}

type Wish = NonNullable<ReturnType<typeof understood>>;

async function tried(trial: Trial, { short, seed, numbers }: Wish): Promise<boolean> {
  const { name, option, run } = trial;
  const began = performance.now();
  const say = (text: string) => void process.stderr.write(`  ${name}: ${text}\n`);
  say(`begins, seed ${seed}`);
  const base = mkdtempSync(join(tmpdir(), 'abuse-feed-endure-'));
  const remove = () => rmSync(base, { recursive: true, force: true });
  process.once('exit', remove);
  const asked = (numbers as { readonly [option: string]: string | undefined })[option];
  const finding = await run({
    ...{ short, seed, say, chance: new Chance(seed) },
    amount: Number(asked ?? (short ? trial.short : trial.full)),
    folder: () => mkdtempSync(join(base, 'data-')),
  }).catch((error: Error) => ({ numbers: 'it came to no end', problems: [String(error.stack)] }));
  remove();
  process.off('exit', remove);
  const seconds = Math.round((performance.now() - began) / 1000);
  const given = `${asked === undefined ? '' : ` --${option} ${asked}`}${short ? ' --short' : ''}`;
  const repeat = `npm run endure -- ${name}${given} --seed ${seed}`;
  process.stdout.write(shown(name, finding, `${seconds} s, seed ${seed}`, repeat));
  return finding.problems.length === 0;
}

const mostShown = 20;

function shown(name: string, finding: Finding, how: string, repeat: string): string {
  const { numbers, problems, notTried = [] } = finding;
  const more = problems.length - mostShown;
  const lines = [
    `${name} ${problems.length === 0 ? 'held' : 'BROKE'}: ${numbers} (${how})`,
    ...notTried.map((what) => `  not tried here: ${what}`),
    ...problems.slice(0, mostShown).map((what) => `  ${what}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(problems.length > 0 ? [`  Repeat it: ${repeat}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const wish = understood(process.argv.slice(2));
if (wish?.chosen.length === 0) process.stdout.write(help);
if (!wish) process.exitCode = 2;
for (const trial of wish?.chosen ?? [])
  if (wish && !(await tried(trial, wish))) process.exitCode = 1;
