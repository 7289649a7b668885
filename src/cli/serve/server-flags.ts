import { resolve } from 'node:path';
import {
  type CommandValues,
  commandOptions,
  type OptionDefinition,
  type ServerOptions,
  serverOptions,
} from '../../server-options.ts';
import type { Io } from '../io.ts';
import { flag, text, UsageError } from '../options.ts';

/** What flags and variables can say. */
export type TypedOptions = Omit<ServerOptions, 'dialect'> & CommandValues;

type Definition = OptionDefinition & Required<Pick<OptionDefinition, 'flag'>>;

/** By name, the options that the command line has. */
const definitions: ReadonlyMap<string, Definition> = new Map(
  [...Object.entries(serverOptions), ...Object.entries(commandOptions)].filter(
    (entry): entry is [string, Definition] => 'flag' in entry[1],
  ),
);

/** `publicUrl` is `--public-url`; `cors` is turned off by `--no-cors`. */
function flagName(name: string, { flag }: Definition): string {
  const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return flag.turns === 'off' ? `no-${dashed}` : dashed;
}

function saysOf({ flag, variable, commandDefault }: Definition): string {
  const byDefault = commandDefault === undefined ? undefined : `default ${commandDefault}`;
  const more = [variable, byDefault].filter((one) => one !== undefined);
  return more.length === 0 ? flag.says : `${flag.says} (${more.join(', ')})`;
}

/** The flags of the options. */
export function serverFlags() {
  const flags: { [name: string]: ReturnType<typeof text | typeof flag> } = {};
  for (const [name, definition] of definitions) {
    const { value, turns: _, says: __, ...relations } = definition.flag;
    const says = saysOf(definition);
    flags[flagName(name, definition)] =
      value === undefined ? flag(says, relations) : text(value, says, relations);
  }
  return flags;
}

/** One option by its flag, or by its variable; an empty variable says nothing. */
export function typedOption(
  name: string,
  typed: unknown,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
): unknown {
  const definition = definitions.get(name) as Definition;
  const { flag, variable = '', words, isSecret, isPath, read } = definition;
  if (typed === true) return flag.turns !== 'off';
  const text = typed === undefined ? env[variable] || undefined : String(typed);
  if (text === undefined) return undefined;
  const value = read?.(text);
  const where = typed === undefined ? variable : `--${flagName(name, definition)}`;
  if (value === undefined)
    throw new UsageError(
      isSecret ? `${where} is not ${words}.` : `${where} is "${text}"; expected ${words}.`,
    );
  return isPath ? resolve(cwd, text) : value;
}

/** What flags and variables say, in this order of precedence. */
export function typedOptions(values: { readonly [flag: string]: unknown }, io: Io): TypedOptions {
  const given = [...definitions].map(([name, definition]) => [
    name,
    typedOption(name, values[flagName(name, definition)], io),
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** What the command uses where nothing is given. */
export function commandDefaults({ cwd }: Pick<Io, 'cwd'>): TypedOptions & {
  readonly host: string;
  readonly port: number;
} {
  const values = [...definitions]
    .filter(([, { commandDefault }]) => commandDefault !== undefined)
    .map(([name, { isPath, commandDefault }]) => [
      name,
      isPath ? resolve(cwd, `${commandDefault}`) : commandDefault,
    ]);
  return Object.fromEntries(values);
}
