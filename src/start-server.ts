import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { adminRoutes } from './admin/routes.ts';
import { packageRoot } from './contract/package-root.ts';
import { type Dialect, defaultDialect } from './dialects/dialect.ts';
import { answer } from './http/answer.ts';
import { api, expressApp } from './http/api.ts';
import { contractRoutes } from './http/contract-routes.ts';
import { cors } from './http/cors.ts';
import { editionOf } from './http/edition.ts';
import { listen } from './http/listener.ts';
import { rateLimiterOf } from './http/rate-limiter.ts';
import { type LogWriter, logReply } from './http/request-log.ts';
import type { ServedWorld } from './http/served-world.ts';
import type { Contents } from './store/contents.ts';
import type { DataFolder } from './store/data-folder.ts';
import { readSeed, type Seed } from './store/seed.ts';
import { State } from './store/state.ts';
import { memoryLog, Store } from './store/store.ts';

/** A small difference to how a world is served. */
export type Mutation = (served: ServedWorld) => ServedWorld;

export interface ServerOptions {
  /** 127.0.0.1 where it is not given. */
  readonly host?: string;
  /** Any free port where it is not given. */
  readonly port?: number;
  readonly dialect?: Dialect;
  /** Turns the server into one that breaks the specification. */
  readonly mutant?: Mutation;
  /** A folder with seed data; the package's own where it is not given. */
  readonly seed?: string;
  /** A folder that keeps the state; in memory where it is not given. */
  readonly data?: string;
  readonly log?: LogWriter;
  /** Whether pages of other origins may call the API; true where it is not given. */
  readonly cors?: boolean;
}

export interface RunningServer extends AsyncDisposable {
  /** `{base_url}` of the feed. */
  readonly baseUrl: string;
  /** `{analysis_url}` of the lookup. */
  readonly analysisUrl: string;
  /** The seeded tokens, by the id of their caller. */
  readonly tokens: { readonly [callerId: string]: string };
  readonly dialect: Dialect;
  readonly seed: Seed;
  readonly data: DataFolder | undefined;
  /** All that the server holds at this moment. */
  state(): Contents;
  close(): Promise<void>;
}

export const ownSeedFolder = join(packageRoot, 'seed-data');

/** Starts a stand-in of the service. Many can run in one process; they share nothing. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const seed = readSeed(options.seed ?? ownSeedFolder);
  const edition = editionOf(options.dialect ?? defaultDialect, {
    checkReplies: options.mutant === undefined,
  });
  const data = options.data === undefined ? undefined : await openFolder(options.data, seed);
  const store = data
    ? new Store(data.state, data.log)
    : new Store(new State(seed.contents), memoryLog);
  const log = options.log ?? (() => {});

  const honest: ServedWorld = {
    world: { store, rules: edition.rules, now: Date.now, random: randomBytes, since: Date.now() },
    edition,
    limiter: rateLimiterOf(edition.rules.rateLimit),
    answer,
  };
  const served = options.mutant ? options.mutant(honest) : honest;
  const app = expressApp();
  app.use('/__admin', adminRoutes());
  app.use(contractRoutes(edition.document));
  if (options.cors ?? true) app.use(cors);
  app.use(
    api(served, {
      replied: (req, res, reply) => logReply(log, req, res, reply),
      bug: (problem) => log({ time: new Date().toISOString(), bug: said(problem) }),
    }),
  );

  try {
    const listener = await listen(app, options.host ?? '127.0.0.1', options.port ?? 0);
    const url = `http://${urlHost(listener.host)}:${listener.port}`;
    const close = async () => {
      await listener.close();
      await store.close();
    };
    return {
      baseUrl: url,
      analysisUrl: url,
      tokens: Object.fromEntries(seed.contents.callers.map(({ id, token }) => [id, token])),
      dialect: edition.dialect,
      seed,
      data,
      state: () => store.state.contents(),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Loaded only where it is asked for: a server in memory starts without it. */
async function openFolder(folder: string, seed: Seed): Promise<DataFolder> {
  const { openDataFolder } = await import('./store/data-folder.ts');
  return openDataFolder(folder, () => seed.contents);
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const said = (problem: unknown): string =>
  problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
