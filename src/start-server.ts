import { chosenDialect, type DialectChoice } from './admin/control/dialect-choice.ts';
import { initialStateFrom, seedWithAdditions } from './admin/control/initial-state.ts';
import { checkOption } from './admin/control/request-check.ts';
import { RunningServer } from './admin/control/running-server.ts';
import type { When } from './admin/control/time.ts';
import { wholeApp } from './app.ts';
import { apiHandlers } from './http/api.ts';
import type { OnAnswer } from './http/context.ts';
import { isLoopback } from './http/host.ts';
import { startListening } from './http/listener.ts';
import { type RejectedEarly, recordRejected } from './http/rejected-early.ts';
import { replayOf } from './http/replayed-recording.ts';
import type { Pause } from './http/reply/delivery.ts';
import { bugEntry, type LogWriter, noLog } from './http/request-log.ts';
import type { Mutation } from './http/service.ts';
import { checkTlsKeys, type TlsKeys } from './http/tls-keys.ts';
import { matrixRunIn } from './matrix-run.ts';
import { checkOptions, type Kind, optionKinds } from './options-check.ts';
import { ownSeed } from './seed/own-seed.ts';
import { readSeed, type Seed } from './seed/seed.ts';
import { analysesOnly, type SeedAdditions } from './seed/seed-additions.ts';
import { withoutTrailingSlashes } from './spec/url.ts';
import type { DataFolder } from './store/file/data-folder.ts';
import { memoryStore } from './store/store.ts';
import type { ClockMode } from './worlds/clock.ts';
import type { FaultRule } from './worlds/fault-rule.ts';
import type { Environment, InitialState } from './worlds/world.ts';
import { Worlds } from './worlds/worlds.ts';

export type { Mutation, RunningServer };

/** Options of a stand-in; all are optional. */
export interface ServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /**
   * A name, differences from the default, a complete dialect, or a random one. Default: `default`, or the
   * dialect of the run for a command run by `abuse-feed matrix`.
   */
  readonly dialect?: DialectChoice;
  /** A folder with seed data. Default: the seed data of the package. */
  readonly seed?: string;
  /** A folder that stores the state of the first world. Default: in memory. */
  readonly data?: string;
  readonly log?: LogWriter;
  /** Called with messages that need action, e.g. that nothing can be stored any more. */
  readonly notice?: (sentence: string) => void;
  /** Whether pages of other origins may call the API. Default: true. */
  readonly cors?: boolean;
  /** The public URL, e.g. behind a proxy: used in base URLs, `servers` and samples. */
  readonly publicUrl?: string;
  /** A HAR: requests in it get the recorded responses, in turn; all others are handled normally, and say why. */
  readonly replay?: object;
  /** The token of the control plane; without one, it is disabled beyond this machine. */
  readonly adminToken?: string;
  /** The initial clock of worlds. Default: real. */
  readonly clock?: { readonly mode: ClockMode; readonly at?: When };
  /** The seed of ids. Default: random ids. */
  readonly ids?: string | number;
  /** Contents of worlds besides the seed data, in the form of its files. */
  readonly add?: SeedAdditions;
  /** Keeps only the analyses of the seed data, so that worlds have only the callers of `add`. */
  readonly alone?: boolean;
  /** The initial faults of worlds. */
  readonly faults?: readonly FaultRule[];
  /** Serves HTTPS with this certificate and key: the text of PEM files. */
  readonly tls?: TlsKeys;
}

/** Additional options for the commands and tests of this package. */
export interface OwnOptions extends ServerOptions {
  /** Makes the server violate the specification. */
  readonly mutant?: Mutation;
  /** Called after every response, in every world. */
  readonly onAnswer?: OnAnswer;
  /** Tokens that neither `/docs` nor the control plane shows. */
  readonly hiddenTokens?: ReadonlySet<string>;
  /** Time and randomness, for tests of the server itself. */
  readonly environment?: Environment & { readonly pause?: Pause };
  /** Additional initial faults, by the name of the world. */
  readonly faultsIn?: InitialState['faultsIn'];
}

/** A missing line there is a compile error. */
const kinds: Record<keyof OwnOptions, Kind> = optionKinds;

/**
 * Starts a stand-in of the service. Many can run in one process; they share nothing.
 *
 * In a command of `abuse-feed matrix`, environment variables steer it where the options do not: its dialect is
 * `ABUSE_FEED_DIALECT`, its requests are noted in the file `ABUSE_FEED_MATRIX_NOTES`, and it has the fault
 * `ABUSE_FEED_MATRIX_FAULT`. Without `ABUSE_FEED_MATRIX_NOTES` none of them is read.
 */
export async function startServer(options: OwnOptions = {}): Promise<RunningServer> {
  checkOptions(options, kinds);
  if (options.tls) await checkTlsKeys(options.tls);
  const {
    host = '127.0.0.1',
    log = noLog,
    cors = true,
    mutant,
    environment,
    adminToken,
    tls,
  } = options;
  // A given dialect takes precedence, and proves nothing about that of a matrix run.
  const matrix = matrixRunIn(process.env, options.dialect !== undefined);
  const { onAnswer = matrix?.onAnswer, dialect = matrix?.dialect ?? 'default' } = options;
  const seed = seedOf(options);
  const { faultsIn = matrix?.faultsIn } = options;
  const initialState = { ...initialStateOf({ ...options, dialect }, seed), faultsIn };
  const publicUrl =
    options.publicUrl === undefined ? undefined : withoutTrailingSlashes(options.publicUrl);
  const data =
    options.data === undefined ? undefined : await openFolder(options.data, seed, options.notice);
  const store = data?.store ?? memoryStore(seed.contents);
  const worlds = new Worlds(store, initialState, environment);
  const api = apiHandlers(worlds, {
    ...{ log, cors, mutant, onAnswer },
    replay: options.replay && replayOf(options.replay, options.notice ?? (() => {})),
    publicUrl,
    pause: environment?.pause,
  });
  const app = wholeApp({
    ...{ worlds, api, host, log, cors, adminToken, onAnswer },
    hiddenTokens: options.hiddenTokens,
    server: () => server,
    pause: environment?.pause,
  });

  let server: RunningServer;
  try {
    const events = {
      rejectedEarly: (one: RejectedEarly) => recordRejected(worlds, log, one),
      bug: (problem: unknown) => log(bugEntry(problem)),
    };
    const listener = await startListening(app, host, options.port ?? 0, events, { tls });
    const url = `${tls ? 'https' : 'http'}://${urlHost(listener.host)}:${listener.port}`;
    server = new RunningServer(worlds, publicUrl ?? url, {
      seed,
      data,
      localUrl: url,
      controllable: adminToken !== undefined || isLoopback(host),
      stop: async () => {
        worlds.end();
        await listener.close();
        await store.close();
      },
    });
    return server;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function seedOf({ seed, add, alone = false }: ServerOptions): Seed {
  const whole = seed === undefined ? ownSeed() : readSeed(seed);
  const read = alone ? analysesOnly(whole, add) : whole;
  if (add === undefined) return read;
  checkOption('add', 'SeedAdditions', add);
  return seedWithAdditions(read, add);
}

function initialStateOf(
  { dialect, ...asked }: ServerOptions & { readonly dialect: DialectChoice },
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

/** Loaded on demand: a server in memory starts without it. */
async function openFolder(
  folder: string,
  seed: Seed,
  notify: ServerOptions['notice'] = () => {},
): Promise<DataFolder> {
  const { openDataFolder } = await import('./store/file/data-folder.ts');
  return openDataFolder(folder, () => seed.contents, { notify: notify });
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
