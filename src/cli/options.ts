import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../spec/nearest.ts';
import type { ExitCode, Io } from './io.ts';

/** Wrong usage of a command: exit code 2 and one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; strict: true; allowPositionals: true }>
>;

export type ValuesOf<T extends Options> = Parsed<T>['values'];

const each = <N extends string, K>(names: readonly N[], kind: K) =>
  Object.fromEntries(names.map((name) => [name, kind])) as { readonly [name in N]: K };

/** Options with a value, repeatable options, and flags. */
export const texts = <N extends string>(...names: N[]) => each(names, { type: 'string' } as const);
export const lists = <N extends string>(...names: N[]) =>
  each(names, { type: 'string', multiple: true } as const);
export const flags = <N extends string>(...names: N[]) => each(names, { type: 'boolean' } as const);

/** A command with its parsed options; prints its own help. */
export const command =
  <T extends Options, More extends unknown[]>(
    help: string,
    options: T,
    act: (asked: Parsed<T> & { args: string[] }, io: Io, ...more: More) => Promise<ExitCode>,
  ) =>
  async (args: string[], io: Io, ...more: More): Promise<ExitCode> => {
    const known = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const asked = parseOptions<Options>(args, known);
    if (!asked.values.help) return act({ ...(asked as Parsed<T>), args }, io, ...more);
    io.stdout.write(help);
    return 0;
  };

/** parseArgs, with messages that say what to do. */
function parseOptions<T extends Options>(args: string[], options: T): Parsed<T> {
  const known = Object.keys(options);
  for (const arg of args) {
    if (arg === '--') break;
    const name = /^--(?:no-)?([^=]+)/.exec(arg)?.[1];
    if (name === undefined || known.includes(name) || known.includes(`no-${name}`)) continue;
    const near = nearest(name, known);
    throw new UsageError(
      `There is no option --${name}.${near ? ` Did you mean --${near}?` : ''} See --help.`,
    );
  }
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    const [first = ''] = (error as Error).message.split(/\.(?:\s|$)/);
    throw new UsageError(`${first}. See --help.`);
  }
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

/** Parses a port. */
export function portFrom(text: string, where: string): number {
  const port = Number(text);
  if (/^[0-9]+$/.test(text) && port <= 65535) return port;
  throw new UsageError(`${where} is "${text}". A port is a number from 0 (any free one) to 65535.`);
}

/** The token of the control plane; undefined where none is given. */
export function adminTokenFrom(
  flag: string | undefined,
  env: { readonly [name: string]: string | undefined },
): string | undefined {
  if (flag === '')
    throw new UsageError('--admin-token is empty, and anybody can guess that. Give a secret.');
  const token = flag ?? env.ABUSE_FEED_ADMIN_TOKEN;
  if (!token) return undefined;
  // A token that no header can carry would lock all clients out.
  if (/^[!-~]([ -~]*[!-~])?$/.test(token)) return token;
  const where = flag === undefined ? 'ABUSE_FEED_ADMIN_TOKEN' : '--admin-token';
  throw new UsageError(
    `${where} has characters that a header cannot carry. Use ASCII letters, digits and punctuation.`,
  );
}

/** Parses a seed. */
export function seedFrom(text: string, where = 'The dialect seed'): number {
  if (/^[0-9]+$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new UsageError(`${where} is "${text}". A seed is a whole number from 0 to 4294967295.`);
}

export function wholeNumber(text: string, option: string, least = 0): number {
  const number = Number(text);
  if (/^[0-9]+$/.test(text) && number >= least && Number.isSafeInteger(number)) return number;
  throw new UsageError(`${option} is "${text}". It takes a whole number of at least ${least}.`);
}
