import { isDeepStrictEqual } from 'node:util';
import { DialectProblem } from '../../dialects/dialect.ts';
import { bugEntry } from '../../http/request-log.ts';
import { ControlProblem } from '../../index.ts';
import { ownSeedFolder } from '../../seed/own-seed.ts';
import { readSeed } from '../../seed/seed.ts';
import { analysesOnly, seedWith } from '../../seed/seed-additions.ts';
import { SeedProblem } from '../../seed/seed-problem.ts';
import type { RunningServer } from '../../start-server.ts';
import { StorageFailure } from '../../store/store.ts';
import { UsageError } from '../options.ts';
import { type Watched, type WatchFolder, watchFiles } from '../watch-files.ts';
import type { Settings } from './settings.ts';

/** Settings that need a restart. */
const fixed = ['host', 'port', 'data', 'mutant', 'tls', 'cors', 'quiet', 'file'] as const;

/** Reloads seed data and configuration on change, and reports the result. */
export function watchSettings(
  server: RunningServer,
  first: Settings,
  read: () => Settings,
  { notify, watchIn }: { notify: (sentence: string) => void; watchIn?: WatchFolder | undefined },
): () => void {
  // Sequential: a reload waits until the previous one is stored.
  let last: Promise<void> = Promise.resolve();
  const reload = async () => {
    try {
      const next = read();
      const message = await reloaded(server, next);
      const restart = fixed.filter((key) => !isDeepStrictEqual(first[key], next[key]));
      notify(restart.length > 0 ? `${message} Needs a restart: ${restart.join(', ')}.` : message);
    } catch (error) {
      // Catches everything: a thrown error would silently stop the watcher.
      notify(whyNot(error));
    }
  };
  const watched: Watched[] = [
    { folder: first.seed ?? ownSeedFolder },
    ...(first.file === undefined ? [] : [{ file: first.file }]),
  ];
  return watchFiles(
    watched,
    () => {
      last = last.then(reload);
    },
    watchIn,
  );
}

const beforeAnything = [SeedProblem, UsageError, DialectProblem];
const halfway = [ControlProblem, StorageFailure];

function whyNot(error: unknown): string {
  const { message } = error as Error;
  if (beforeAnything.some((kind) => error instanceof kind))
    return `Not reloaded, everything is kept. ${message}`;
  const isForeseen = halfway.some((kind) => error instanceof kind);
  return `Not reloaded in full. ${isForeseen ? message : bugEntry(error).bug}`;
}

async function reloaded(server: RunningServer, after: Settings): Promise<string> {
  const { config, chosen } = after;
  const { add = {}, alone, clock, ids, faults, worlds = [] } = config;
  const read = readSeed(after.seed ?? ownSeedFolder);
  const seed = seedWith(alone ? analysesOnly(read, add) : read, add);
  const { changed, kept } = await server.reload(
    seed,
    {
      dialect: chosen.dialect,
      ...(clock && { clock }),
      ...(ids !== undefined && { ids }),
      ...(faults && { faults }),
    },
    server.data !== undefined,
  );
  const there = new Set(server.worlds().map(({ id }) => id));
  const made = worlds.filter(({ id }) => !there.has(id));
  for (const world of made) await server.createWorld(world);
  const parts = [...changed, ...made.map(({ id }) => `world ${id}`)];
  return [
    parts.length > 0 ? `Reloaded: ${parts.join(', ')}.` : 'Reloaded: nothing differs.',
    ...(kept.length > 0 ? [`Kept: ${kept.join(', ')}.`] : []),
  ].join(' ');
}
