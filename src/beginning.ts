import { chosenDialect, type DialectChoice } from './admin/control/dialect-choice.ts';
import { initialStateFrom, seedWithAdditions } from './admin/control/initial-state.ts';
import { ControlProblem } from './admin/control/problem.ts';
import { checkOption } from './admin/control/request-check.ts';
import type { NewWorld } from './admin/control/server-control.ts';
import { DialectProblem } from './dialects/dialect.ts';
import { ownSeed } from './seed/own-seed.ts';
import { readSeed, type Seed, SeedProblem } from './seed/seed.ts';
import { analysesOnly } from './seed/seed-additions.ts';
import type { BeginningOptions, OwnOptions } from './server-options.ts';
import type { InitialState } from './worlds/world.ts';

/** What the first world begins with. */
interface Beginning {
  readonly seed: Seed;
  readonly initialState: InitialState;
}

/** What holds where the options of a beginning say nothing. */
export interface Inherited {
  readonly dialect: DialectChoice;
  readonly faultsIn?: InitialState['faultsIn'];
}

export function beginningOf(
  options: BeginningOptions,
  { dialect, faultsIn }: Inherited,
): Beginning {
  const seed = seedOf(options);
  const asked = { ...options, dialect: options.dialect ?? dialect };
  return { seed, initialState: { ...initialStateOf(asked, seed), faultsIn } };
}

/** The same, with everything read again. Throws a ControlProblem that lists the mistakes. */
export function beginningAgain(
  options: OwnOptions,
  inherited: Inherited,
): Beginning & { readonly worlds: readonly NewWorld[] } {
  try {
    const { worlds = [], ...beginning } = options.readAgain?.() ?? { ...options, worlds: [] };
    return { ...beginningOf(beginning, inherited), worlds };
  } catch (error) {
    throw unreadable(error);
  }
}

/** Mistakes in what is read again are no bugs of the server. */
function unreadable(error: unknown): unknown {
  const isMistake = error instanceof SeedProblem || error instanceof DialectProblem;
  return isMistake ? new ControlProblem('invalid-request', error.message) : error;
}

function seedOf({ seedData, add, alone = false }: BeginningOptions): Seed {
  const whole = seedData === undefined ? ownSeed() : readSeed(seedData);
  const read = alone ? analysesOnly(whole, add) : whole;
  if (add === undefined) return read;
  checkOption('add', 'SeedAdditions', add);
  return seedWithAdditions(read, add);
}

function initialStateOf(
  { dialect, ...asked }: BeginningOptions & { readonly dialect: DialectChoice },
  { contents }: Seed,
) {
  if (asked.faults?.length) checkOption('faults', 'FaultRules', asked.faults);
  if (asked.clock) checkOption('clock', 'ClockSetting', asked.clock);
  return {
    contents,
    dialect: chosenDialect(dialect),
    ...initialStateFrom(asked, contents.callers),
  };
}
