import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ControlProblem } from '../admin/problem.ts';
import { chosenDialect } from '../admin/request-bodies/dialect-choice.ts';
import { clockFrom, type InitialStateRequest } from '../admin/request-bodies/initial-state.ts';
import { faultFlaws } from '../admin/request-bodies/new-fault.ts';
import type { NewWorld } from '../admin/server-control.ts';
import { tokenReaders } from '../dialects/authorization.ts';
import { DialectProblem } from '../dialects/dialect.ts';
import { ownSeed } from '../seed/own-seed.ts';
import { readSeed, type Seed, SeedProblem } from '../seed/seed.ts';
import {
  additionMistakes,
  analysesOnly,
  type SeedAdditions,
  seedWith,
} from '../seed/seed-additions.ts';
import { inWords, type Mistake, mistakeAt, parsedDocument, type Source } from '../spec/document.ts';
import { type EnvironmentVariables, filledFrom } from '../spec/filled.ts';
import type { Path } from '../spec/lines.ts';
import { configMistakes } from './config-schema.ts';

/** What the options of `serve` say, and what worlds begin with; paths are whole. */
export interface Config extends Omit<InitialStateRequest, 'dialect'> {
  readonly port?: number;
  readonly host?: string;
  readonly data?: string;
  readonly memory?: boolean;
  readonly seed?: string;
  /** A name, a file, or random. */
  readonly dialect?: string;
  readonly dialectSeed?: number;
  readonly mutant?: string;
  readonly tls?: boolean | { readonly cert: string; readonly key: string };
  readonly cors?: boolean;
  readonly quiet?: boolean;
  readonly add?: SeedAdditions;
  /** Whether of the seed data only the analyses stay. */
  readonly alone?: boolean;
  readonly worlds?: readonly (NewWorld & { readonly id: string })[];
}

/** A configuration that cannot be used. The message says all that is wrong with it. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

/** A configuration, and what of it must not be shown. */
export interface ReadConfig {
  readonly config: Config;
  /** By a text that came from the environment: how the file writes it. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Reads and checks a file. The folder of seed data may be given from elsewhere. */
export function readConfig(
  path: string,
  file: string,
  {
    seed: seedFolder,
    env = {},
  }: { readonly seed?: string | undefined; env?: EnvironmentVariables } = {},
): ReadConfig {
  const source = { file, text: textOf(path, file) };
  const parsed = parsedDocument(source);
  if ('mistake' in parsed) throw new ConfigProblem(inWords([parsed.mistake], file));
  const filled = filledFrom(env, source)(parsed.value ?? {});
  // What an unset variable leaves empty would be told twice.
  const mistakes =
    filled.mistakes.length > 0 ? filled.mistakes : configMistakes(filled.value, source);
  if (mistakes.length > 0) throw new ConfigProblem(inWords(mistakes, file));
  const secrets = new Map(filled.secrets.map(([text, written]) => [bareToken(text), written]));
  const config = withPaths(withBareTokens(filled.value as Config, filled.secrets), dirname(path));
  const seed = seedIn(seedFolder ?? config.seed);
  const wrong = seed ? beginningMistakes(config, seed, source) : [];
  if (wrong.length > 0) throw new ConfigProblem(inWords(wrong, file));
  return { config, secrets };
}

/** A client's variable holds the whole value of the Authorization header; a caller has the token alone. */
const bareToken = (text: string): string => tokenReaders.either(text) ?? text;

function withBareTokens(config: Config, secrets: readonly (readonly [string, string])[]): Config {
  const filled = new Set(secrets.map(([text]) => text));
  const bare = (add: SeedAdditions): SeedAdditions =>
    // What is no list of callers is left to the check, which says so.
    Array.isArray(add.callers)
      ? {
          ...add,
          callers: (add.callers as NonNullable<SeedAdditions['callers']>).map((caller) =>
            filled.has(caller?.token) ? { ...caller, token: bareToken(caller.token) } : caller,
          ),
        }
      : add;
  const { add, worlds } = config;
  return {
    ...config,
    ...(add && { add: bare(add) }),
    ...(worlds && {
      worlds: worlds.map(({ seed, ...world }) => ({ ...world, ...(seed && { seed: bare(seed) }) })),
    }),
  };
}

/** Undefined where it has mistakes, which whoever starts with it will hear of. */
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
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigProblem(
      `${file} cannot be read (${code}). Give the path of a file with --config.`,
    );
  }
}

/** A path in the file is meant from there. */
function withPaths(config: Config, folder: string): Config {
  const { data, seed, tls } = config;
  const from = (path: string) => resolve(folder, path);
  return {
    ...config,
    ...(data !== undefined && { data: from(data) }),
    ...(seed !== undefined && { seed: from(seed) }),
    ...(typeof tls === 'object' && { tls: { cert: from(tls.cert), key: from(tls.key) } }),
  };
}

function beginningMistakes(config: Config, whole: Seed, source: Source): Mistake[] {
  const { add = {}, alone, worlds = [], memory, data } = config;
  const own = alone ? analysesOnly(whole, add) : whole;
  const mistakes = additionMistakes(own, add, { source, path: ['add'] });
  if (memory && data !== undefined)
    mistakes.push(mistakeAt(['memory'], 'memory and data exclude each other', source));
  if (mistakes.length > 0) return mistakes;
  const seed = seedWith(own, add);
  mistakes.push(...flaws(config, seed, [], source));
  const ids = worlds.map(({ id }) => id);
  for (const [at, { seed: more = {}, dialect, ...world }] of worlds.entries()) {
    const path = ['worlds', at];
    if (ids.indexOf(world.id) < at || world.id === 'default')
      mistakes.push(
        mistakeAt([...path, 'id'], `worlds[${at}].id is taken; expected another`, source),
      );
    const wrong = additionMistakes(seed, more, { source, path: [...path, 'seed'] });
    mistakes.push(
      ...wrong,
      ...(wrong.length > 0 ? [] : flaws(world, seedWith(seed, more), path, source)),
    );
    if (dialect !== undefined)
      mistakes.push(...thrown([...path, 'dialect'], () => chosenDialect(dialect), source));
  }
  return mistakes;
}

function flaws(
  { faults = [], clock }: Pick<InitialStateRequest, 'faults' | 'clock'>,
  seed: Seed,
  path: Path,
  source: Source,
): Mistake[] {
  const callers = () => seed.contents.callers.map(({ id }) => id);
  const inFaults = faults.flatMap((fault, at) =>
    faultFlaws(fault, callers).map((flaw) =>
      mistakeAt([...path, 'faults', at, ...flaw.path], `faults[${at}]: ${flaw.says}`, source),
    ),
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
