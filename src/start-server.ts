import { chosenDialect, type DialectChoice } from './admin/control/dialect-choice.ts';
import { initialStateFrom, seedWithAdditions } from './admin/control/initial-state.ts';
import { ControlProblem } from './admin/control/problem.ts';
import { checkOption } from './admin/control/request-check.ts';
import { RunningServer } from './admin/control/running-server.ts';
import { wholeApp } from './app.ts';
import { DialectProblem } from './dialects/dialect.ts';
import { apiHandlers } from './http/api.ts';
import { isLoopback } from './http/host.ts';
import { startListening } from './http/listener.ts';
import { type RejectedEarly, recordRejected } from './http/rejected-early.ts';
import { replayOf } from './http/replayed-recording.ts';
import { bugEntry, noLog } from './http/request-log.ts';
import type { Mutation } from './http/service.ts';
import { checkTlsKeys } from './http/tls-keys.ts';
import { matrixRunIn } from './matrix-run.ts';
import { ownSeed } from './seed/own-seed.ts';
import { readSeed, type Seed, SeedProblem } from './seed/seed.ts';
import { analysesOnly } from './seed/seed-additions.ts';
import {
  type BeginningOptions,
  checkOptions,
  type OwnOptions,
  type ServerOptions,
} from './server-options.ts';
import type { DataFolder } from './store/file/data-folder.ts';
import { memoryStore } from './store/store.ts';
import { guarded } from './values/guarded.ts';
import { withoutTrailingSlashes } from './values/url.ts';
import { Worlds } from './worlds/worlds.ts';

export type { Mutation, OwnOptions, RunningServer, ServerOptions };

/**
 * Starts a stand-in of the service. Many can run in one process; they share nothing.
 *
 * In a command of `abuse-feed matrix`, environment variables steer it where the options do not: its dialect is
 * `ABUSE_FEED_DIALECT`, its requests are noted in the file `ABUSE_FEED_MATRIX_NOTES`, and it has the fault
 * `ABUSE_FEED_MATRIX_FAULT`. Without `ABUSE_FEED_MATRIX_NOTES` none of them is read.
 */
export async function startServer(options: OwnOptions = {}): Promise<RunningServer> {
  checkOptions(options);
  if (options.tls) await checkTlsKeys(options.tls);
  const { host = '127.0.0.1', mutant, adminToken, tls } = options;
  const log = options.log ? guarded('The log of startServer()', options.log) : noLog;
  const cors = options.corsCredentials ? 'credentials' : (options.cors ?? true);
  // A given dialect takes precedence, and proves nothing about that of a matrix run.
  const matrix = matrixRunIn(process.env, options.dialect !== undefined);
  const { onAnswer = matrix?.onAnswer, dialect = matrix?.dialect ?? 'default' } = options;
  const { faultsIn = matrix?.faultsIn } = options;
  const environment = { ...matrix?.environment, ...options.environment };
  const begin = (beginning: BeginningOptions) => {
    const seed = seedOf(beginning);
    const asked = { ...beginning, dialect: beginning.dialect ?? dialect };
    return { seed, initialState: { ...initialStateOf(asked, seed), faultsIn } };
  };
  const { seed, initialState } = begin(options);
  const notify = guarded('The notice of startServer()', options.notice ?? (() => {}));
  const publicUrl =
    options.publicUrl === undefined ? undefined : withoutTrailingSlashes(options.publicUrl);
  const data =
    options.data === undefined ? undefined : await openFolder(options.data, seed, notify);
  const store = data?.store ?? memoryStore(seed.contents);
  const worlds = new Worlds(store, initialState, environment);
  const api = apiHandlers(worlds, {
    log,
    cors,
    mutant,
    onAnswer,
    replay: options.replay && replayOf(options.replay, options.replayElse ?? 'refuse', notify),
    publicUrl,
    pause: environment.pause,
  });
  const app = wholeApp({
    worlds,
    api,
    host,
    log,
    cors,
    adminToken,
    onAnswer,
    isReplaying: options.replay !== undefined,
    hiddenTokens: options.hiddenTokens,
    server: () => server,
    pause: environment.pause,
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
      read: () => {
        try {
          const { worlds = [], ...beginning } = options.readAgain?.() ?? { ...options, worlds: [] };
          return { ...begin(beginning), worlds };
        } catch (error) {
          throw unreadable(error);
        }
      },
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

/** Loaded on demand: a server in memory starts without it. */
async function openFolder(
  folder: string,
  seed: Seed,
  notify: (sentence: string) => void,
): Promise<DataFolder> {
  const { openDataFolder } = await import('./store/file/data-folder.ts');
  return openDataFolder(folder, () => seed.contents, { notify });
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
