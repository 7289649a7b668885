import { chosenDialect, type DialectChoice } from './admin/control/dialect-choice.ts';
import { heardOption } from './admin/control/given.ts';
import { initialStateFrom, seedWithAdditions } from './admin/control/initial-state.ts';
import { ControlProblem } from './admin/control/problem.ts';
import type { NewWorld } from './admin/control/server-control.ts';
import { DialectProblem } from './dialects/dialect.ts';
import type { ServerSettings } from './http/context.ts';
import type { ListenerSettings } from './http/listener.ts';
import { replayOf } from './http/replayed-recording.ts';
import { realPause } from './http/reply/delivery.ts';
import { noLog } from './http/request-log.ts';
import { checkTlsKeys } from './http/tls/tls-keys.ts';
import { matrixRunIn } from './matrix/run-in-server.ts';
import { ownSeed } from './seed/own-seed.ts';
import { readSeed, type Seed, SeedProblem } from './seed/seed.ts';
import { analysesOnly } from './seed/seed-additions.ts';
import { type BeginningOptions, checkOptions, type OwnOptions } from './server-options.ts';
import type { StoreSettings } from './store/open-store.ts';
import { guarded } from './values/guarded.ts';
import { withoutTrailingSlashes } from './values/url.ts';
import type { Environment, InitialState } from './worlds/world.ts';

/** What the first world begins with. */
interface Beginning {
  readonly seed: Seed;
  readonly initialState: InitialState;
}

/** Where all options end, checked, and with the default of each that is not given. */
interface Settings extends ServerSettings, ListenerSettings, StoreSettings, Beginning {
  readonly port: number;
  readonly data: string | undefined;
  readonly environment: Environment;
  /** Reads the beginning again. Throws a ControlProblem that lists the mistakes. */
  readonly readAgain: () => Beginning & { readonly worlds: readonly NewWorld[] };
}

export async function settingsOf(options: OwnOptions): Promise<Settings> {
  checkOptions(options);
  if (options.tls) await checkTlsKeys(options.tls);
  // A given dialect takes precedence, and proves nothing about that of a matrix run.
  const matrix = matrixRunIn(process.env, options.dialect !== undefined);
  const { dialect = matrix?.dialect ?? 'default', faultsIn = matrix?.faultsIn } = options;
  const inherited = { dialect, faultsIn };
  const { pause = realPause, ...environment } = { ...matrix?.environment, ...options.environment };
  const notify = guarded('The notice of startServer()', options.notice ?? (() => {}));
  const { replay, replayElse = 'refuse', publicUrl } = options;
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    tls: options.tls,
    data: options.data,
    log: options.log ? guarded('The log of startServer()', options.log) : noLog,
    notify,
    cors: options.corsCredentials ? 'credentials' : (options.cors ?? true),
    onAnswer: options.onAnswer ?? matrix?.onAnswer,
    publicUrl: publicUrl === undefined ? undefined : withoutTrailingSlashes(publicUrl),
    adminToken: options.adminToken,
    hiddenTokens: options.hiddenTokens,
    mutant: options.mutant,
    replay: replay && replayOf(replay, replayElse, notify),
    pause,
    environment,
    ...beginningOf(options, inherited),
    readAgain: () => beginningAgain(options, inherited),
  };
}

/** What holds where the options of a beginning say nothing. */
interface Inherited {
  readonly dialect: DialectChoice;
  readonly faultsIn: InitialState['faultsIn'];
}

function beginningOf(options: BeginningOptions, { dialect, faultsIn }: Inherited): Beginning {
  const seed = seedOf(options);
  const asked = { ...options, dialect: options.dialect ?? dialect };
  return { seed, initialState: { ...initialStateOf(asked, seed), faultsIn } };
}

function beginningAgain(options: OwnOptions, inherited: Inherited) {
  try {
    const { worlds = [], ...beginning } = options.readAgain?.() ?? { ...options, worlds: [] };
    return { ...beginningOf(beginning, inherited), worlds };
  } catch (error) {
    // Mistakes in what is read again are no bugs of the server.
    const isMistake = error instanceof SeedProblem || error instanceof DialectProblem;
    throw isMistake ? new ControlProblem('invalid-request', error.message) : error;
  }
}

function seedOf({ seedData, add, alone = false }: BeginningOptions): Seed {
  const whole = seedData === undefined ? ownSeed() : readSeed(seedData);
  const read = alone ? analysesOnly(whole, add) : whole;
  if (add === undefined) return read;
  return seedWithAdditions(read, heardOption('add', 'SeedAdditions', add));
}

function initialStateOf(
  { dialect, clock, faults, ids }: BeginningOptions & { readonly dialect: DialectChoice },
  { contents }: Seed,
) {
  const asked = {
    ...(ids !== undefined && { ids }),
    ...(faults?.length && { faults: heardOption('faults', 'FaultRules', faults) }),
    ...(clock && { clock: heardOption('clock', 'ClockSetting', clock) }),
  };
  return {
    contents,
    dialect: chosenDialect(dialect),
    ...initialStateFrom(asked, contents.callers),
  };
}
