import { parseArgs } from 'node:util';
import { aSeed } from '../option-forms.ts';
import { folded } from '../values/folded.ts';
import { nearest } from '../values/nearest.ts';
import { type ExitCode, type Io, widthOf } from './io.ts';

/** Wrong usage of a command: exit code 2 and one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What else is to be known about an option. */
interface Relations {
  readonly short?: string;
  /** Options that it makes no sense with, each with what that option does. */
  readonly excludes?: { readonly [option: string]: string };
  /** The option that has to be given as well. */
  readonly needs?: string;
}

/** The one definition of an option: parsing, help and exclusions derive from it. */
interface Option extends Relations {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** The name of its value; empty for a flag. */
  readonly value: string;
  readonly says: string;
}

type Options = { readonly [name: string]: Option };

function define<
  const Kind extends { readonly type: 'string' | 'boolean'; readonly multiple?: true },
>(kind: Kind) {
  return (value: string, says: string, relations: Relations = {}) => ({
    ...kind,
    value,
    says,
    ...relations,
  });
}

/** An option with a value, one that may be repeated, and a flag. */
export const text = define({ type: 'string' });
export const list = define({ type: 'string', multiple: true });

export function flag(says: string, relations: Relations = {}) {
  return define({ type: 'boolean' })('', says, relations);
}

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; strict: true; allowPositionals: true }>
>;

export type ValuesOf<T extends Options> = Parsed<T>['values'];

/** What a command says about itself. */
export interface CommandDefinition<T extends Options = Options> {
  /** The page that has all of its options. */
  readonly page: string;
  /** The help before the list of options. */
  readonly begins: string;
  /** A call that is useful to somebody who has not used the command before. */
  readonly example: string;
  readonly ends?: string;
  readonly options: T;
  /** Options that make a command do something else, what that is, and the options that go with them. */
  readonly modes?: { readonly [option: string]: Mode };
  /** Options that have another name by now. */
  readonly renamed?: { readonly [option: string]: string };
}

export interface Mode {
  readonly does: string;
  readonly takes: readonly string[];
}

const widest = 100;

const helpOption = flag('show this', { short: 'h' });

function helpOf({ begins, example, options, ends }: CommandDefinition, { stdout }: Io): string {
  const rows = Object.entries({ ...options, help: helpOption }).map(
    ([name, option]: [string, Option]) => {
      const { short, value, says } = option;
      return [`  ${short ? `-${short},` : '   '} --${name}${value && ` ${value}`}`, says] as const;
    },
  );
  const column = Math.max(...rows.map(([label]) => label.length)) + 2;
  const width = Math.min(widthOf(stdout) ?? widest, widest);
  const lines = rows.map(([label, says]) => `${label.padEnd(column)}${says}`).join('\n');
  // Paragraphs are in lines of their source, to be filled anew.
  const filled = (text: string): string => text.replace(/(?<=\S)\n(?=\S)/g, ' ');
  const parts = [filled(begins), `Example: ${example}`, lines, ...(ends ? [filled(ends)] : [])];
  return `${folded(parts.join('\n\n'), width, 0)}\n`;
}

/** Rejects options that would be ignored silently, and those that are nothing alone. */
function refuseUseless(
  { options, modes = {} }: CommandDefinition,
  values: { readonly [name: string]: unknown },
): void {
  const isGiven = (name: string): boolean => values[name] !== undefined;
  const active = Object.entries(modes).filter(([name]) => isGiven(name));
  for (const [name, { excludes = {}, needs }] of Object.entries(options)) {
    if (!isGiven(name)) continue;
    const excluded = active
      .filter(([mode, { takes }]) => mode !== name && !takes.includes(name))
      .map(([mode, { does }]) => [mode, does] as const);
    const [other] = [...excluded, ...Object.entries(excludes)].filter(([one]) => isGiven(one));
    if (other)
      throw new UsageError(
        `--${name} does not go with --${other[0]}, which ${other[1]}. Leave one of them out.`,
      );
    if (needs !== undefined && values[needs] === undefined)
      throw new UsageError(`--${name} needs --${needs} as well.`);
  }
}

/** A command with its parsed options; prints its own help. */
export function command<T extends Options, More extends unknown[]>(
  definition: CommandDefinition<T>,
  act: (asked: Parsed<T> & { args: string[] }, io: Io, ...more: More) => Promise<ExitCode>,
) {
  const { options } = definition;
  const run = async (args: string[], io: Io, ...more: More): Promise<ExitCode> => {
    const all = { ...options, help: helpOption };
    const asked = parseOptions<Options>(args, all, definition.renamed);
    if (asked.values.help) {
      io.stdout.write(helpOf(definition, io));
      return 0;
    }
    refuseUseless(definition, asked.values);
    return act({ ...(asked as Parsed<T>), args }, io, ...more);
  };
  return Object.assign(run, { definition });
}

/** Parses arguments. What is wrong with them is said in our words: Node's change with its version. */
function parseOptions<T extends Options>(
  args: string[],
  options: T,
  renamed: CommandDefinition['renamed'],
): Parsed<T> {
  const { tokens } = parseArgs({
    args,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    const problem = token.kind === 'option' ? problemWith(token, options, renamed) : undefined;
    if (problem !== undefined) throw new UsageError(`${problem} See --help.`);
  }
  return parseArgs({ args, options, strict: true, allowPositionals: true });
}

/** An option as it was given. */
interface GivenOption {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function problemWith(
  given: GivenOption,
  options: Options,
  renamed: CommandDefinition['renamed'] = {},
): string | undefined {
  const { name, rawName, value, inlineValue } = given;
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    if (Object.hasOwn(renamed, name)) return `--${name} is ${renamed[name]} now.`;
    if (name === 'base-url' && options.target)
      return `There is no option ${rawName}. A server is described by a file: abuse-feed init ${rawName} URL writes one for --target.`;
    const near = nearest(name.replace(/^no-/, ''), Object.keys(options));
    return `There is no option ${rawName}.${near ? ` Did you mean --${near}?` : ''}`;
  }
  if (option.type === 'boolean')
    return value === undefined ? undefined : `${rawName} takes no value, and "${value}" was given.`;
  if (value === undefined) return `${rawName} needs a value: ${rawName} ${option.value}.`;
  // As of a variable of a shell that is not set.
  if (value === '' && option.value === 'FILE') return `${rawName} is empty; it takes a file.`;
  // Most likely the next option, and the value was forgotten.
  if (!inlineValue && /^-./.test(value))
    return `${rawName} needs a value before ${value}. If ${value} is the value, write --${name}=${value}.`;
  return undefined;
}

/** For commands without positional arguments. */
export function refuseArguments(
  [first]: readonly string[],
  command: string,
  hint = 'See --help.',
): void {
  if (first !== undefined) {
    throw new UsageError(`${command} takes no argument "${first}". ${hint}`);
  }
}

/** Parses a seed. */
export function seedFrom(text: string, where = 'The dialect seed'): number {
  const seed = aSeed.read(text);
  if (seed !== undefined) return Number(seed);
  throw new UsageError(`${where} is "${text}". A seed is ${aSeed.words}.`);
}

export function wholeNumber(text: string, option: string, least = 0): number {
  const number = Number(text);
  if (/^[0-9]+$/.test(text) && number >= least && Number.isSafeInteger(number)) return number;
  throw new UsageError(`${option} is "${text}". It takes a whole number of at least ${least}.`);
}
