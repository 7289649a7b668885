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

const help = `Finds out what the built server survives.

Usage: npm run endure -- <trial>... [options]

${trials.map(({ name, about, amount: [full, short, of] }) => `  ${name.padEnd(8)}  ${about} (${full} ${of}; ${short} with --short)`).join('\n')}

  --amount N  so many of them instead
  --seed N    repeats a run (by chance where it is not given)
  --short     the short version of a trial
  -h, --help  show this
`;

/** The parsed arguments; no trials if help was requested. */
function understood(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const options = { amount: text, seed: text, short: flag, help: { ...flag, short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { amount, short, seed = String(Date.now() % 1_000_000) } = values;
    const chosen = positionals.map((wanted) => {
      const trial = trials.find(({ name }) => name === wanted);
      if (!trial) throw new Error(`There is no trial "${wanted}".`);
      return trial;
    });
    if (chosen.length === 0 && !values.help) throw new Error('Name a trial.');
    const wrong = [amount ?? '1', seed].find((number) => !/^\d+(\.\d+)?$/.test(number));
    if (wrong !== undefined) throw new Error(`"${wrong}" is no number.`);
    return { chosen: values.help ? [] : chosen, amount, short, seed: Number(seed) };
  } catch (error) {
    process.stderr.write(`endure: ${(error as Error).message} See npm run endure -- --help.\n`);
    return undefined;
  }
}

type Wish = NonNullable<ReturnType<typeof understood>>;

async function tried({ name, run, amount: [full, few] }: Trial, wish: Wish): Promise<boolean> {
  const { amount = wish.short ? few : full, seed } = wish;
  const began = performance.now();
  const say = (text: string) => void process.stderr.write(`  ${name}: ${text}\n`);
  say(`begins, seed ${seed}`);
  const base = mkdtempSync(join(tmpdir(), 'abuse-feed-endure-'));
  const remove = () => rmSync(base, { recursive: true, force: true });
  process.once('exit', remove);
  const finding = await run({
    say,
    chance: new Chance(seed),
    amount: Number(amount),
    folder: () => mkdtempSync(join(base, 'data-')),
  }).catch((error: Error) => ({ numbers: 'it came to no end', problems: [String(error.stack)] }));
  remove();
  process.off('exit', remove);
  const seconds = Math.round((performance.now() - began) / 1000);
  const repeat = `npm run endure -- ${name} --amount ${amount} --seed ${seed}`;
  process.stdout.write(shown(name, finding, `${seconds} s, ${repeat}`));
  return finding.problems.length === 0;
}

const mostShown = 20;

function shown(name: string, { numbers, problems, notTried = [] }: Finding, how: string): string {
  const more = problems.length - mostShown;
  const lines = [
    `${name} ${problems.length === 0 ? 'held' : 'BROKE'}: ${numbers} (${how})`,
    ...notTried.map((what) => `  not tried here: ${what}`),
    ...problems.slice(0, mostShown).map((what) => `  ${what}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const wish = understood(process.argv.slice(2));
if (wish?.chosen.length === 0) process.stdout.write(help);
if (!wish) process.exitCode = 2;
for (const trial of wish?.chosen ?? [])
  if (wish && !(await tried(trial, wish))) process.exitCode = 1;
