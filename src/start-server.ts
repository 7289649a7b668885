import { RunningServer } from './admin/control/running-server.ts';
import { wholeApp } from './app.ts';
import { beginningAgain, beginningOf, type Inherited } from './beginning.ts';
import { Api } from './http/api.ts';
import type { ServerSettings } from './http/context.ts';
import type { RequestStep } from './http/decision.ts';
import { isLoopback } from './http/host.ts';
import { startListening } from './http/listener.ts';
import { recordRejected } from './http/rejected-early.ts';
import { replayOf } from './http/replayed-recording.ts';
import { type Pause, realPause } from './http/reply/delivery.ts';
import { bugEntry, noLog } from './http/request-log.ts';
import { checkTlsKeys } from './http/tls/tls-keys.ts';
import { withoutTokensOfAll } from './http/without-tokens.ts';
import type { Mutation } from './http/world-api.ts';
import { type MatrixRun, matrixRunIn } from './matrix-run.ts';
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
  // A given dialect takes precedence, and proves nothing about that of a matrix run.
  const matrix = matrixRunIn(process.env, options.dialect !== undefined);
  const inherited = inheritedBy(options, matrix);
  const environment = { ...matrix?.environment, ...options.environment };
  const settings = settingsOf(options, { matrix, pause: environment.pause });
  const notify = guarded('The notice of startServer()', options.notice ?? (() => {}));
  const { seed, initialState } = beginningOf(options, inherited);
  const data =
    options.data === undefined
      ? undefined
      : await openFolder(options.data, seed, { notify, unstoredTokens: options.hiddenTokens });
  const store = data?.store ?? memoryStore(seed.contents);
  const worlds = new Worlds(store, initialState, environment);
  const hide = (text: string) => withoutTokensOfAll(text, worlds);
  try {
    const replay = replayIn(options, notify);
    const app = wholeApp(
      {
        api: new Api(worlds, settings, replay),
        server: () => server,
        health: () => worlds.first.store.health(),
        isReplaying: replay !== undefined,
      },
      settings,
    );
    const listener = await startListening(
      app,
      settings.host,
      options.port ?? 0,
      {
        rejectedEarly: (one) => recordRejected(worlds, settings.log, one),
        bug: (problem) => settings.log(bugEntry(problem, hide)),
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

/** The dialect and the faults of the options go before those of the matrix run that the server is part of. */
function inheritedBy(options: OwnOptions, matrix: MatrixRun | undefined): Inherited {
  const { dialect = matrix?.dialect ?? 'default', faultsIn = matrix?.faultsIn } = options;
  return { dialect, faultsIn };
}

function settingsOf(
  options: OwnOptions,
  given: { readonly matrix: MatrixRun | undefined; readonly pause: Pause | undefined },
): ServerSettings {
  const { matrix, pause = realPause } = given;
  const { host = '127.0.0.1', onAnswer = matrix?.onAnswer, publicUrl } = options;
  const { adminToken, hiddenTokens, mutant } = options;
  return {
    host,
    log: options.log ? guarded('The log of startServer()', options.log) : noLog,
    cors: options.corsCredentials ? 'credentials' : (options.cors ?? true),
    pause,
    onAnswer,
    publicUrl: publicUrl === undefined ? undefined : withoutTrailingSlashes(publicUrl),
    adminToken,
    hiddenTokens,
    mutant,
  };
}

function replayIn(
  { replay, replayElse = 'refuse' }: OwnOptions,
  notify: (sentence: string) => void,
): RequestStep | undefined {
  return replay && replayOf(replay, replayElse, notify);
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
