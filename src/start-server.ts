import type { Express } from 'express';
import { RunningServer } from './admin/control/running-server.ts';
import { wholeApp } from './app.ts';
import { beginningAgain, beginningOf, type Inherited } from './beginning.ts';
import { apiHandlers } from './http/api.ts';
import type { OnAnswer } from './http/context.ts';
import type { Cors } from './http/cors.ts';
import { isLoopback } from './http/host.ts';
import { startListening } from './http/listener.ts';
import { recordRejected } from './http/rejected-early.ts';
import { replayOf } from './http/replayed-recording.ts';
import { bugEntry, type LogWriter, noLog } from './http/request-log.ts';
import { checkTlsKeys } from './http/tls-keys.ts';
import { withoutTokensOfAll } from './http/without-tokens.ts';
import type { Mutation } from './http/world-api.ts';
import { matrixRunIn } from './matrix-run.ts';
import type { Seed } from './seed/seed.ts';
import { checkOptions, type OwnOptions, type ServerOptions } from './server-options.ts';
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
  const settings = settingsOf(options);
  const { inherited, environment, log, notify } = settings;
  const { seed, initialState } = beginningOf(options, inherited);
  const data =
    options.data === undefined
      ? undefined
      : await openFolder(options.data, seed, { notify, unstoredTokens: options.hiddenTokens });
  const store = data?.store ?? memoryStore(seed.contents);
  const worlds = new Worlds(store, initialState, environment);
  const hide = (text: string) => withoutTokensOfAll(text, worlds);
  try {
    const app = appOf(worlds, options, settings, () => server);
    const listener = await startListening(
      app,
      settings.host,
      options.port ?? 0,
      {
        rejectedEarly: (one) => recordRejected(worlds, log, one),
        bug: (problem) => log(bugEntry(problem, hide)),
      },
      { tls: options.tls },
    );
    const scheme = options.tls ? 'https' : 'http';
    const localUrl = `${scheme}://${urlHost(listener.host)}:${listener.port}`;
    const server = new RunningServer(worlds, settings.publicUrl ?? localUrl, {
      seed,
      data,
      localUrl,
      controllable: options.adminToken !== undefined || isLoopback(settings.host),
      read: () => beginningAgain(options, inherited),
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

interface ServerSettings {
  readonly host: string;
  readonly cors: Cors;
  readonly onAnswer: OnAnswer | undefined;
  readonly inherited: Inherited;
  readonly environment: NonNullable<OwnOptions['environment']>;
  readonly log: LogWriter;
  readonly notify: (sentence: string) => void;
  readonly publicUrl: string | undefined;
}

/** What follows from the options, and from the run of the matrix that the server is part of. */
function settingsOf(options: OwnOptions): ServerSettings {
  const { host = '127.0.0.1', publicUrl } = options;
  // A given dialect takes precedence, and proves nothing about that of a matrix run.
  const matrix = matrixRunIn(process.env, options.dialect !== undefined);
  const { onAnswer = matrix?.onAnswer, faultsIn = matrix?.faultsIn } = options;
  const { dialect = matrix?.dialect ?? 'default' } = options;
  const cors = options.corsCredentials ? 'credentials' : (options.cors ?? true);
  return {
    host,
    cors,
    onAnswer,
    inherited: { dialect, faultsIn },
    environment: { ...matrix?.environment, ...options.environment },
    log: options.log ? guarded('The log of startServer()', options.log) : noLog,
    notify: guarded('The notice of startServer()', options.notice ?? (() => {})),
    publicUrl: publicUrl === undefined ? undefined : withoutTrailingSlashes(publicUrl),
  };
}

function appOf(
  worlds: Worlds,
  { mutant, adminToken, hiddenTokens, replay, replayElse = 'refuse' }: OwnOptions,
  { host, log, cors, onAnswer, publicUrl, notify, environment }: ServerSettings,
  server: () => RunningServer,
): Express {
  const { pause } = environment;
  const api = apiHandlers(worlds, {
    log,
    cors,
    mutant,
    onAnswer,
    replay: replay && replayOf(replay, replayElse, notify),
    publicUrl,
    pause,
  });
  return wholeApp({
    worlds,
    api,
    host,
    log,
    cors,
    adminToken,
    onAnswer,
    isReplaying: replay !== undefined,
    hiddenTokens,
    server,
    pause,
  });
}

/** Loaded on demand: a server in memory starts without it. */
async function openFolder(
  folder: string,
  seed: Seed,
  how: {
    readonly notify: (sentence: string) => void;
    readonly unstoredTokens: ReadonlySet<string> | undefined;
  },
): Promise<DataFolder> {
  const { openDataFolder } = await import('./store/file/data-folder.ts');
  return openDataFolder(folder, () => seed.contents, {
    notify: how.notify,
    ...(how.unstoredTokens && { unstoredTokens: how.unstoredTokens }),
  });
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
