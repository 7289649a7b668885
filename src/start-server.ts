import { chosenDialect, type DialectChoice } from './admin/dialect-choice.ts';
import { isLoopback } from './admin/guard.ts';
import { RunningServer } from './admin/running-server.ts';
import { timeFrom, type When } from './admin/time.ts';
import { wholeApp } from './app.ts';
import { listen } from './http/listener.ts';
import { type Met, Pipeline } from './http/pipeline.ts';
import type { Pause } from './http/reply/delivery.ts';
import { loadValidator } from './http/request/validator.ts';
import { bugEntry, type LogWriter, noLog } from './http/request-log.ts';
import type { Mutation } from './http/serving.ts';
import { noteTurnedAway } from './http/turned-away.ts';
import { matrixRunIn } from './matrix-run.ts';
import { checkOptions, type Kind, optionKinds } from './options-check.ts';
import { ownSeed } from './seed/own-seed.ts';
import { readSeed, type Seed } from './seed/seed.ts';
import type { DataFolder } from './store/folder/data-folder.ts';
import { memoryStore } from './store/store.ts';
import type { ClockMode } from './worlds/clock.ts';
import type { Nature } from './worlds/world.ts';
import { Worlds } from './worlds/worlds.ts';

export type { Mutation, RunningServer };

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
  /** Turns the server into one that breaks the specification. */
  readonly mutant?: Mutation;
  /** A folder with seed data; the package's own where it is not given. */
  readonly seed?: string;
  /** A folder that keeps the state of the first world; in memory where it is not given. */
  readonly data?: string;
  readonly log?: LogWriter;
  /** Told of every answer, in every world. */
  readonly met?: Met;
  /** Told, a sentence at a time, what somebody has to see to: that nothing can be stored any more. */
  readonly notice?: (sentence: string) => void;
  /** Whether pages of other origins may call the API; true where it is not given. */
  readonly cors?: boolean;
  /** What the control plane asks for; without one it is off beyond this machine. */
  readonly adminToken?: string;
  /** The clock that worlds begin with; real where it is not given. */
  readonly clock?: { readonly mode: ClockMode; readonly at?: When };
  /** The seed of ids; they come by chance where it is not given. */
  readonly ids?: string | number;
  /** What time and chance are, for tests of the server itself. */
  readonly nature?: Nature & { readonly pause?: Pause };
}

/** An option without a line there does not compile. */
const kinds: Record<keyof ServerOptions, Kind> = optionKinds;

/** Milliseconds in which the first requests are answered before the validator is loaded. */
const idleBeforeLoading = 100;

/** Starts a stand-in of the service. Many can run in one process; they share nothing. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  checkOptions(options, kinds);
  const { host = '127.0.0.1', log = noLog, cors = true, mutant, nature, adminToken } = options;
  // Who asks for a dialect means that one, and proves nothing about the one of a matrix run.
  const matrix = options.dialect === undefined ? matrixRunIn(process.env) : undefined;
  const { met = matrix?.met, dialect = matrix?.dialect ?? 'default' } = options;
  const seed = options.seed === undefined ? ownSeed() : readSeed(options.seed);
  const beginning = beginningOf({ ...options, dialect }, seed);
  const data =
    options.data === undefined ? undefined : await openFolder(options.data, seed, options.notice);
  const store = data?.store ?? memoryStore(seed.contents);
  const worlds = new Worlds(store, beginning, nature);
  const pipeline = new Pipeline(worlds, { log, cors, mutant, met, pause: nature?.pause });
  const app = wholeApp({
    ...{ worlds, pipeline, seed, host, log, adminToken, met },
    server: () => server,
    pause: nature?.pause,
  });

  let server: RunningServer;
  try {
    const listener = await listen(app, host, options.port ?? 0, {
      turnedAway: (one) => noteTurnedAway(worlds, log, one),
      bug: (problem) => log(bugEntry(problem)),
    });
    // Loading it holds up everybody else; whoever needs it sooner waits for it, and hears of a failure.
    const loading = setTimeout(() => loadValidator().catch(() => {}), idleBeforeLoading).unref();
    const url = `http://${urlHost(listener.host)}:${listener.port}`;
    server = new RunningServer(worlds, url, {
      seed,
      data,
      controllable: adminToken !== undefined || isLoopback(host),
      stop: async () => {
        clearTimeout(loading);
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

function beginningOf(
  { dialect, clock, ids }: ServerOptions & { readonly dialect: DialectChoice },
  { contents }: Seed,
) {
  const at = clock?.at === undefined ? {} : { at: timeFrom(clock.at) };
  return {
    contents,
    dialect: chosenDialect(dialect),
    ...(clock && { clock: { mode: clock.mode, ...at } }),
    ...(ids !== undefined && { ids: String(ids) }),
  };
}

/** Loaded only where it is asked for: a server in memory starts without it. */
async function openFolder(
  folder: string,
  seed: Seed,
  tell: ServerOptions['notice'] = () => {},
): Promise<DataFolder> {
  const { openDataFolder } = await import('./store/folder/data-folder.ts');
  return openDataFolder(folder, () => seed.contents, { tell });
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
