import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { AskedBeginning } from '../admin/beginning.ts';
import { chosenDialect } from '../admin/dialect-choice.ts';
import { faultFlaws } from '../admin/new-fault.ts';
import { ControlProblem } from '../admin/problem.ts';
import type { NewWorld } from '../admin/server-control.ts';
import { timeFrom } from '../admin/time.ts';
import { DialectProblem } from '../dialects/dialect.ts';
import { ownSeed } from '../seed/own-seed.ts';
import { readSeed, type Seed, SeedProblem } from '../seed/seed.ts';
import { additionMistakes, type SeedAdditions, seedWith } from '../seed/seed-additions.ts';
import { inWords, type Mistake, mistakeAt, parsedDocument, type Source } from '../spec/document.ts';
import type { Path } from '../spec/lines.ts';
import { configMistakes } from './config-schema.ts';

/** What the options of `serve` say, and what worlds begin with; paths are whole. */
export interface Config extends Omit<AskedBeginning, 'dialect'> {
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
  readonly worlds?: readonly (NewWorld & { readonly id: string })[];
}

/** A configuration that cannot be used. The message says all that is wrong with it. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
}

/** Reads and checks a file. The folder of seed data may be given from elsewhere. */
export function readConfig(path: string, file: string, seedFolder?: string): Config {
  const source = { file, text: textOf(path, file) };
  const parsed = parsedDocument(source);
  if ('mistake' in parsed) throw new ConfigProblem(inWords([parsed.mistake], file));
  const value = parsed.value ?? {};
  const mistakes = configMistakes(value, source);
  if (mistakes.length > 0) throw new ConfigProblem(inWords(mistakes, file));
  const config = withPaths(value as Config, dirname(path));
  const seed = seedIn(seedFolder ?? config.seed);
  const wrong = seed ? beginningMistakes(config, seed, source) : [];
  if (wrong.length > 0) throw new ConfigProblem(inWords(wrong, file));
  return config;
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

function beginningMistakes(config: Config, own: Seed, source: Source): Mistake[] {
  const { add = {}, worlds = [], memory, data } = config;
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
  { faults = [], clock }: Pick<AskedBeginning, 'faults' | 'clock'>,
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
  const when = clock?.at;
  if (when === undefined) return inFaults;
  return [...inFaults, ...thrown([...path, 'clock', 'at'], () => timeFrom(when), source)];
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
