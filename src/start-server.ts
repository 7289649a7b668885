import { chosenDialect, type DialectChoice } from './admin/dialect-choice.ts';
import { isLoopback } from './admin/guard.ts';
import { RunningServer } from './admin/running-server.ts';
import { timeFrom, type When } from './admin/time.ts';
import { lastResort } from './http/delivery.ts';
import { fastPath } from './http/fast-path.ts';
import type { Mutation, Surroundings } from './http/hosted-world.ts';
import { listen } from './http/listener.ts';
import { loadedLater } from './http/loaded-later.ts';
import { bugEntry, type LogWriter, noLog } from './http/request-log.ts';
import { sendPlainly } from './http/sendable.ts';
import type { ClockMode } from './http/world-clock.ts';
import { worldEntry } from './http/world-entry.ts';
import { Worlds } from './http/worlds.ts';
import { ownSeed } from './seed/own-seed.ts';
import type { Seed } from './seed/seed.ts';
import type { DataFolder } from './store/folder/data-folder.ts';
import { memoryStore } from './store/store.ts';

export type { Mutation, RunningServer };

export interface ServerOptions {
  /** 127.0.0.1 where it is not given. */
  readonly host?: string;
  /** Any free port where it is not given. */
  readonly port?: number;
  /** A name, what differs from the default, a whole dialect, or dice. */
  readonly dialect?: DialectChoice;
  /** Turns the server into one that breaks the specification. */
  readonly mutant?: Mutation;
  /** A folder with seed data; the package's own where it is not given. */
  readonly seed?: string;
  /** A folder that keeps the state of the first world; in memory where it is not given. */
  readonly data?: string;
  readonly log?: LogWriter;
  /** Whether pages of other origins may call the API; true where it is not given. */
  readonly cors?: boolean;
  /** What the control plane asks for; without one it is off beyond this machine. */
  readonly adminToken?: string;
  /** The clock that worlds begin with; real where it is not given. */
  readonly clock?: { readonly mode: ClockMode; readonly at?: When };
  /** The seed of ids; they come by chance where it is not given. */
  readonly ids?: string | number;
  /** What time and chance are, for tests of the server itself. */
  readonly nature?: Pick<Surroundings, 'realTime' | 'pause' | 'chance'>;
}

/** Milliseconds in which the first requests are answered before the rest is loaded. */
const idleBeforeLoading = 100;

/** Starts a stand-in of the service. Many can run in one process; they share nothing. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', log = noLog, adminToken } = options;
  const seed = await (options.seed === undefined ? ownSeed() : seedIn(options.seed));
  const beginning = beginningOf(options, seed);
  const data = options.data === undefined ? undefined : await openFolder(options.data, seed);
  const store = data?.store ?? memoryStore(seed.contents);
  const worlds = new Worlds(store, beginning, {
    log,
    cors: options.cors ?? true,
    ...(options.mutant && { mutant: options.mutant }),
    ...options.nature,
  });

  const entry = worldEntry(worlds);
  // Most of the program is behind this, and most first requests can do without it.
  const longWay = loadedLater(
    async () => {
      const { wholeApp } = await import('./app.ts');
      const token = adminToken === undefined ? {} : { adminToken };
      return wholeApp({ entry, server: () => server, seed, host, log, ...token });
    },
    (error, res) => {
      log(bugEntry(error));
      sendPlainly(res, lastResort);
    },
  );

  let server: RunningServer;
  try {
    const served = fastPath(worlds.first, longWay.handle);
    const listener = await listen(served, host, options.port ?? 0, entry.turnedAway);
    const preparing = setTimeout(longWay.load, idleBeforeLoading).unref();
    const url = `http://${urlHost(listener.host)}:${listener.port}`;
    server = new RunningServer(worlds, url, {
      seed,
      data,
      controllable: adminToken !== undefined || isLoopback(host),
      stop: async () => {
        clearTimeout(preparing);
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

function beginningOf({ dialect = 'default', clock, ids }: ServerOptions, { contents }: Seed) {
  const at = clock?.at === undefined ? {} : { at: timeFrom(clock.at) };
  return {
    contents,
    dialect: chosenDialect(dialect),
    ...(clock && { clock: { mode: clock.mode, ...at } }),
    ...(ids !== undefined && { ids: String(ids) }),
  };
}

async function seedIn(folder: string): Promise<Seed> {
  const { readSeed } = await import('./seed/seed.ts');
  return readSeed(folder);
}

/** Loaded only where it is asked for: a server in memory starts without it. */
async function openFolder(folder: string, seed: Seed): Promise<DataFolder> {
  const { openDataFolder } = await import('./store/folder/data-folder.ts');
  return openDataFolder(folder, () => seed.contents);
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
