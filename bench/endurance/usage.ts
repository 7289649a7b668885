import { parseArgs } from 'node:util';
import type { Trial } from './trial.ts';

/** A mistake in how it was called. */
export class WrongUsage extends Error {}

export const help = (trials: readonly Trial[]): string => `Finds out what the built server survives.

Usage: npm run endure -- <trial> [options]

${trials.map(describe).join('\n')}
  all             every trial, one after the other

  --seed N        repeats a run (by chance where it is not given)
  --short         the short version of a trial
  -h, --help      show this
`;

function describe({ name, about, options, texts = {} }: Trial): string {
  const lines = [
    ...Object.entries(options).map(([option, what]) => `                  --${option} N: ${what}`),
    ...Object.entries(texts).map(([option, what]) => `                  --${option} TEXT: ${what}`),
  ];
  return [`  ${name.padEnd(14)}  ${about}`, ...lines].join('\n');
}

export interface Wish {
  readonly short: boolean;
  readonly seed: number;
  readonly numbers: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, string>;
}

export function understood(
  args: string[],
  trials: readonly Trial[],
): Wish & { readonly chosen: readonly Trial[] } {
  const names = [...trials.map(({ name }) => name), 'all'];
  const { values, positionals } = parsed(args, trials);
  const [name, ...more] = positionals;
  const wish = {
    short: values.short === true,
    seed: values.seed === undefined ? Date.now() % 1_000_000 : numberIn(values, 'seed'),
  };
  if (values.help) return { ...wish, numbers: new Map(), texts: new Map(), chosen: [] };
  const chosen = name === 'all' ? trials : trials.filter((trial) => trial.name === name);
  if (name === undefined || chosen.length === 0 || more.length > 0) {
    const problem =
      name === undefined ? 'Name a trial' : `There is no trial "${positionals.join(' ')}"`;
    throw new WrongUsage(`${problem}. Trials: ${names.join(', ')}.`);
  }
  const textual = chosen.flatMap(({ texts = {} }) => Object.keys(texts));
  const allowed = [...chosen.flatMap(({ options }) => Object.keys(options)), ...textual];
  const given = Object.keys(values).filter((one) => !['short', 'seed', 'help'].includes(one));
  const strange = given.find((option) => !allowed.includes(option));
  if (strange !== undefined) {
    const takes = ['seed', 'short', ...allowed].map((one) => `--${one}`).join(', ');
    throw new WrongUsage(`${name} takes no --${strange}. It takes ${takes}.`);
  }
  const isText = (option: string) => textual.includes(option);
  const numeric = given.filter((option) => !isText(option));
  return {
    ...wish,
    chosen,
    numbers: new Map(numeric.map((one) => [one, numberIn(values, one)])),
    texts: new Map(given.filter(isText).map((one) => [one, String(values[one])])),
  };
}

type Values = { readonly [option: string]: string | boolean | undefined };

function parsed(
  args: string[],
  trials: readonly Trial[],
): { values: Values; positionals: string[] } {
  const ofTrials = Object.fromEntries(
    trials.flatMap(({ options, texts }) =>
      Object.keys({ ...options, ...texts }).map((name) => [name, { type: 'string' as const }]),
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
