import { resolve } from 'node:path';
import { type OptionDefinition, type ServerOptions, serverOptions } from '../../server-options.ts';
import type { Io } from '../io.ts';
import { flag, text, UsageError } from '../options.ts';

const definitions: readonly (readonly [string, OptionDefinition])[] = Object.entries(serverOptions);

/** `publicUrl` is `--public-url`; `cors` is turned off by `--no-cors`. */
function flagName(name: string, { flag }: OptionDefinition): string {
  const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return flag?.turns === 'off' ? `no-${dashed}` : dashed;
}

function saysOf({ flag, variable, commandDefault }: OptionDefinition): string {
  const byDefault = commandDefault === undefined ? undefined : `default ${commandDefault}`;
  const more = [variable, byDefault].filter((one) => one !== undefined);
  return more.length === 0 ? `${flag?.says}` : `${flag?.says} (${more.join(', ')})`;
}

/** The options of the server that the command line has, or those named. */
export function serverFlags(names: readonly string[] = Object.keys(serverOptions)) {
  const flags: { [name: string]: ReturnType<typeof text | typeof flag> } = {};
  for (const [name, definition] of definitions) {
    if (!definition.flag || !names.includes(name)) continue;
    const { value, short, excludes } = definition.flag;
    const says = saysOf(definition);
    const relations = { ...(short !== undefined && { short }), ...(excludes && { excludes }) };
    flags[flagName(name, definition)] =
      value === undefined ? flag(says, relations) : text(value, says, relations);
  }
  return flags;
}

/** What flags and variables say, in this order of precedence. */
export function typedServerOptions(
  values: { readonly [flag: string]: unknown },
  { env, cwd }: Io,
): ServerOptions {
  const given: { [name: string]: unknown } = {};
  for (const [name, definition] of definitions) {
    if (!definition.flag) continue;
    const dashed = flagName(name, definition);
    const typed = values[dashed];
    if (typed === true) {
      given[name] = definition.flag.turns !== 'off';
      continue;
    }
    const { variable } = definition;
    const written = variable === undefined ? undefined : env[variable] || undefined;
    const text = typed === undefined ? written : String(typed);
    if (text === undefined) continue;
    const value = definition.read?.(text);
    if (value === undefined) {
      const where = typed === undefined ? variable : `--${dashed}`;
      throw new UsageError(`${where} is "${text}"; expected ${definition.words}.`);
    }
    given[name] = definition.isPath ? resolve(cwd, text) : value;
  }
  return given;
}

/** What the command uses where nothing is given. */
export function commandDefaults({ cwd }: Io): ServerOptions & {
  readonly host: string;
  readonly port: number;
} {
  const values = definitions
    .filter(([, { commandDefault }]) => commandDefault !== undefined)
    .map(([name, { isPath, commandDefault }]) => [
      name,
      isPath ? resolve(cwd, `${commandDefault}`) : commandDefault,
    ]);
  return Object.fromEntries(values);
}
