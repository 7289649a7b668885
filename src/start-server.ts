import { chosenDialect, type DialectChoice } from './admin/request-bodies/dialect-choice.ts';
import { initialStateFrom, seedWithAdditions } from './admin/request-bodies/initial-state.ts';
import type { When } from './admin/request-bodies/time.ts';
import { RunningServer } from './admin/running-server.ts';
import { wholeApp } from './app.ts';
import { apiHandlers } from './http/api.ts';
import { checkedExtraRoutes, type ExtraAnswer, extraRoutesOf } from './http/extra-routes.ts';
import { startListening, type TlsKeys } from './http/listener.ts';
import type { OnAnswer } from './http/on-answer.ts';
import { type RejectedEarly, recordRejected } from './http/rejected-early.ts';
import { replayOf } from './http/replay.ts';
import type { Pause } from './http/reply/delivery.ts';
import { bugEntry, type LogWriter, noLog } from './http/request-log.ts';
import type { Mutation } from './http/service.ts';
import type { ReadyTls } from './http/tls/ready-tls.ts';
import { matrixRunIn } from './matrix-run.ts';
import { isLoopback } from './net/host.ts';
import { checkOptions, type Kind, optionKinds } from './options-check.ts';
import { ownSeed } from './seed/own-seed.ts';
import { readSeed, type Seed } from './seed/seed.ts';
import { analysesOnly, type SeedAdditions } from './seed/seed-additions.ts';
import type { DataFolder } from './store/file/data-folder.ts';
import { memoryStore } from './store/store.ts';
import type { ClockMode } from './worlds/clock.ts';
import type { FaultRule } from './worlds/fault-rule.ts';
import type { Environment, InitialState } from './worlds/world.ts';
import { Worlds } from './worlds/worlds.ts';

export type { Mutation, RunningServer };

/** How a stand-in is started; everything may be left out. */
export interface ServerOptions {
  /** 127.0.0.1 where it is not given. */
  readonly host?: string;
  /** Any free port where it is not given. */
  readonly port?: number;
  /**
   * A name, what differs from the default, a whole dialect, or dice. Where it is not given, a command
   * run by `abuse-feed matrix` gets the dialect of that run.
   */
  readonly dialect?: DialectChoice;
  /** A folder with seed data; the package's own where it is not given. */
  readonly seed?: string;
  /** A folder that keeps the state of the first world; in memory where it is not given. */
  readonly data?: string;
  readonly log?: LogWriter;
  /** Called with each sentence that somebody has to act on: that nothing can be stored any more. */
  readonly notice?: (sentence: string) => void;
  /** Whether pages of other origins may call the API; true where it is not given. */
  readonly cors?: boolean;
  /** Fixed answers to other paths than those of the API, which clients ask for besides. */
  readonly routes?: readonly ExtraAnswer[];
  /** Where the server is for others, such as behind a proxy: base URLs, `servers` and samples have it. */
  readonly publicUrl?: string;
  /** A HAR: requests that it has are answered as it has it, in turn, and all others by the rules. */
  readonly replay?: object;
  /** What the control plane asks for; without one it is off beyond this machine. */
  readonly adminToken?: string;
  /** The clock that worlds begin with; real where it is not given. */
  readonly clock?: { readonly mode: ClockMode; readonly at?: When };
  /** The seed of ids; they come by chance where it is not given. */
  readonly ids?: string | number;
  /** What worlds hold besides the seed data, in the form of its files. */
  readonly add?: SeedAdditions;
  /** Whether of the seed data only the analyses stay, so that worlds hold the callers of `add` alone. */
  readonly alone?: boolean;
  /** The faults that worlds begin with. */
  readonly faults?: readonly FaultRule[];
  /**
   * Whether to speak TLS: with a certificate made for this run, whose authority is in the file `caFile`
   * of the server; or with one that is given as PEM.
   */
  readonly tls?: boolean | TlsKeys;
}

/** What the commands and tests of this package ask for besides. */
export interface OwnOptions extends ServerOptions {
  /** Turns the server into one that breaks the specification. */
  readonly mutant?: Mutation;
  /** Called after every response, in every world. */
  readonly onAnswer?: OnAnswer;
  /** Tokens that `/docs` does not show; more may be added to it later. */
  readonly hiddenTokens?: ReadonlySet<string>;
  /** What time and chance are, for tests of the server itself. */
  readonly environment?: Environment & { readonly pause?: Pause };
  /** The faults that worlds begin with besides, by the name of the world. */
  readonly faultsIn?: InitialState['faultsIn'];
}

/** An option without a line there does not compile. */
const kinds: Record<keyof OwnOptions, Kind> = optionKinds;

/** Starts a stand-in of the service. Many can run in one process; they share nothing. */
export async function startServer(options: OwnOptions = {}): Promise<RunningServer> {
  checkOptions(options, kinds);
  const { host = '127.0.0.1', log = noLog, cors = true, mutant, environment, adminToken } = options;
  // Who asks for a dialect means that one, and proves nothing about the one of a matrix run.
  const matrix = matrixRunIn(process.env, options.dialect !== undefined);
  const { onAnswer = matrix?.onAnswer, dialect = matrix?.dialect ?? 'default' } = options;
  const seed = seedOf(options);
  const { faultsIn = matrix?.faultsIn } = options;
  const initialState = { ...initialStateOf({ ...options, dialect }, seed), faultsIn };
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  const extraRoutes = options.routes && extraRoutesOf(checkedExtraRoutes(options.routes));
  const data =
    options.data === undefined ? undefined : await openFolder(options.data, seed, options.notice);
  const store = data?.store ?? memoryStore(seed.contents);
  const worlds = new Worlds(store, initialState, environment);
  const api = apiHandlers(worlds, {
    ...{ log, cors, mutant, onAnswer, extraRoutes },
    replay: options.replay && replayOf(options.replay),
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
  let tls: ReadyTls | undefined;
  try {
    tls = await tlsOf(options);
    const events = {
      rejectedEarly: (one: RejectedEarly) => recordRejected(worlds, log, one),
      bug: (problem: unknown) => log(bugEntry(problem)),
    };
    const listener = await startListening(app, host, options.port ?? 0, events, { tls: tls?.keys });
    const url = `${tls ? 'https' : 'http'}://${urlHost(listener.host)}:${listener.port}`;
    server = new RunningServer(worlds, publicUrl ?? url, {
      seed,
      data,
      caFile: tls?.caFile,
      localUrl: url,
      controllable: adminToken !== undefined || isLoopback(host),
      stop: async () => {
        worlds.end();
        await listener.close();
        await tls?.end();
        await store.close();
      },
    });
    return server;
  } catch (error) {
    await tls?.end();
    await store.close();
    throw error;
  }
}

function seedOf({ seed, add, alone = false }: ServerOptions): Seed {
  const whole = seed === undefined ? ownSeed() : readSeed(seed);
  const read = alone ? analysesOnly(whole, add) : whole;
  return add === undefined ? read : seedWithAdditions(read, add);
}

function initialStateOf(
  { dialect, ...asked }: ServerOptions & { readonly dialect: DialectChoice },
  { contents }: Seed,
) {
  return {
    contents,
    dialect: chosenDialect(dialect),
    ...initialStateFrom(asked, contents.callers),
  };
}

/** Loaded only where it is asked for. */
async function tlsOf({ tls = false, host = '127.0.0.1' }: ServerOptions) {
  if (tls === false) return undefined;
  const { readyTls } = await import('./http/tls/ready-tls.ts');
  return readyTls(tls, host);
}

/** Loaded only where it is asked for: a server in memory starts without it. */
async function openFolder(
  folder: string,
  seed: Seed,
  tell: ServerOptions['notice'] = () => {},
): Promise<DataFolder> {
  const { openDataFolder } = await import('./store/file/data-folder.ts');
  return openDataFolder(folder, () => seed.contents, { tell });
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
