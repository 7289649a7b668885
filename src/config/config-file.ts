import { dirname, resolve } from 'node:path';
import { chosenDialect } from '../admin/control/dialect-choice.ts';
import { unfittingFaults } from '../admin/control/faults-control.ts';
import { clockFrom, type InitialStateRequest } from '../admin/control/initial-state.ts';
import { ControlProblem } from '../admin/control/problem.ts';
import type { NewWorld } from '../admin/control/server-control.ts';
import { tokenReaders } from '../dialects/authorization.ts';
import { DialectProblem } from '../dialects/dialect.ts';
import {
  inWords,
  type Mistake,
  mistakeAt,
  parsedDocument,
  type Source,
} from '../document/document.ts';
import { type EnvironmentVariables, filledFrom, withPlaceholders } from '../document/filled.ts';
import type { Path } from '../document/path.ts';
import { textOfFile, unreadable } from '../document/text-file.ts';
import { ownSeed } from '../seed/own-seed.ts';
import { readSeed, type Seed, SeedProblem } from '../seed/seed.ts';
import {
  additionMistakes,
  analysesOnly,
  type SeedAdditions,
  seedWith,
} from '../seed/seed-additions.ts';
import {
  type CommandValues,
  type OptionDefinition,
  type ServerOptions,
  serverOptions,
} from '../server-options.ts';
import { configMistakes } from './config-schema.ts';

/** Options that a file cannot give, or gives in another form. */
type NotInFile = 'adminToken' | 'dialect' | 'log' | 'notice' | 'replay' | 'replayElse';

/** The options of the server, and of the command; paths are absolute. */
export interface Config extends Omit<ServerOptions, NotInFile>, CommandValues {
  readonly worlds?: readonly (NewWorld & { readonly id: string })[];
}

/** A configuration that cannot be used. The message lists all mistakes. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

/** A configuration, and its secrets. */
export interface ReadConfig {
  readonly config: Config;
  /** By value from the environment: its placeholder in the file. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Reads and checks a file. The folder of seed data may be given by the caller. */
export function readConfig(
  path: string,
  file: string,
  {
    seedData,
    env = {},
  }: { readonly seedData?: string | undefined; env?: EnvironmentVariables } = {},
): ReadConfig {
  const source = { file, text: textOf(path, file) };
  const parsed = parsedDocument(source);
  if ('mistake' in parsed) throw new ConfigProblem(inWords([parsed.mistake], file));
  const filled = filledFrom(env, source)(parsed.value ?? {});
  // An empty value from an unset variable would be reported twice.
  const mistakes =
    filled.mistakes.length > 0 ? filled.mistakes : configMistakes(filled.value, source);
  const refuse = (list: readonly Mistake[]): never => {
    throw new ConfigProblem(withPlaceholders(inWords(list, file), filled.secrets));
  };
  if (mistakes.length > 0) refuse(mistakes);
  const secrets = new Map(filled.secrets.map(([text, written]) => [bareToken(text), written]));
  const config = withPaths(withBareTokens(filled.value as Config, filled.secrets), dirname(path));
  const seed = seedIn(seedData ?? config.seedData);
  const wrong = seed ? beginningMistakes(config, seed, source) : [];
  if (wrong.length > 0) refuse(wrong);
  return { config, secrets };
}

/** The variable holds the whole Authorization header for clients; a caller's token has no scheme. */
function bareToken(text: string): string {
  return tokenReaders.either(text) ?? text;
}

function withBareTokens(config: Config, secrets: readonly (readonly [string, string])[]): Config {
  const filled = new Set(secrets.map(([text]) => text));
  const bare = ({ callers, ...add }: SeedAdditions): SeedAdditions => ({
    ...add,
    ...(callers && {
      callers: callers.map((caller) =>
        filled.has(caller.token) ? { ...caller, token: bareToken(caller.token) } : caller,
      ),
    }),
  });
  const { add, worlds } = config;
  return {
    ...config,
    ...(add && { add: bare(add) }),
    ...(worlds && {
      worlds: worlds.map((world) => ({
        ...world,
        ...(world.add && { add: bare(world.add) }),
      })),
    }),
  };
}

/** Undefined where it has mistakes, which the start reports. */
function seedIn(folder: string | undefined): Seed | undefined {
  try {
    return folder === undefined ? ownSeed() : readSeed(folder);
  } catch (error) {
    if (error instanceof SeedProblem) return undefined;
    throw error;
  }
}

function textOf(path: string, file: string): string {
  try {
    return textOfFile(path);
  } catch (error) {
    throw new ConfigProblem(`${unreadable(file, error)}. Give the path of a file with --config.`);
  }
}

/** Paths are relative to the file. */
function withPaths(config: Config, folder: string): Config {
  const options: { readonly [name: string]: OptionDefinition } = serverOptions;
  const absolute = Object.entries(config).map(([name, value]) => [
    name,
    options[name]?.isPath ? resolve(folder, value) : value,
  ]);
  const { tls } = config;
  return {
    ...(Object.fromEntries(absolute) as Config),
    ...(tls && {
      tls: {
        cert: resolve(folder, tls.cert),
        key: resolve(folder, tls.key),
      },
    }),
  };
}

function beginningMistakes(config: Config, whole: Seed, source: Source): Mistake[] {
  const { add = {}, alone, worlds = [], memory, data, cors, corsCredentials } = config;
  const own = alone ? analysesOnly(whole, add) : whole;
  const mistakes = additionMistakes(own, add, { source, path: ['add'] });
  if (memory && data !== undefined)
    mistakes.push(mistakeAt(['memory'], 'memory and data exclude each other', source));
  if (cors === false && corsCredentials) {
    const says = 'corsCredentials: true and cors: false exclude each other';
    mistakes.push(mistakeAt(['corsCredentials'], says, source));
  }
  if (mistakes.length > 0) return mistakes;
  const seed = seedWith(own, add);
  const taken = new Set(['default']);
  const inWorlds = worlds.flatMap(({ add: more = {}, dialect, ...world }, at) => {
    const path = ['worlds', at];
    const isTaken = taken.has(world.id);
    taken.add(world.id);
    const says = `worlds[${at}].id is taken; expected another`;
    const wrong = additionMistakes(seed, more, { source, path: [...path, 'add'] });
    return [
      ...(isTaken ? [mistakeAt([...path, 'id'], says, source)] : []),
      ...wrong,
      ...(wrong.length > 0 ? [] : flaws(world, seedWith(seed, more), path, source)),
      ...(dialect === undefined
        ? []
        : thrown([...path, 'dialect'], () => chosenDialect(dialect), source)),
    ];
  });
  return [...flaws(config, seed, [], source), ...inWorlds];
}

function flaws(
  { faults = [], clock }: Pick<InitialStateRequest, 'faults' | 'clock'>,
  seed: Seed,
  path: Path,
  source: Source,
): Mistake[] {
  const inFaults = unfittingFaults(faults, seed.contents.callers).map((flaw) =>
    mistakeAt([...path, ...flaw.path], flaw.says, source),
  );
  if (clock === undefined) return inFaults;
  return [...inFaults, ...thrown([...path, 'clock', 'at'], () => clockFrom(clock), source)];
}

function thrown(path: Path, act: () => unknown, source: Source): Mistake[] {
  try {
    act();
    return [];
  } catch (error) {
    if (error instanceof DialectProblem || error instanceof ControlProblem)
      return [mistakeAt(path, error.message, source)];
    throw error;
  }
}
