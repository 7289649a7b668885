import { readdirSync, readFileSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Called when something in a folder may have changed; returns an unsubscribe function. */
export type WatchFolder = (folder: string, changed: () => void) => () => void;

/** Editors save in several steps; events within this time are one change. */
const settleMs = 150;

export const watchFolder = (folder: string, changed: () => void, recursive = false) => {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive }, () => {
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs);
  });
  // A removed folder has no events.
  watcher.on('error', () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
};

/** A file, or all seed files of a folder. */
export type Watched = { readonly file: string } | { readonly folder: string };

const contentsOf = (watched: Watched): string => {
  const files =
    'file' in watched
      ? [watched.file]
      : namesIn(watched.folder).map((name) => join(watched.folder, name));
  return JSON.stringify(files.map((file) => [basename(file), textOf(file)]));
};

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .sort();
  } catch {
    return [];
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Called when the content of a watched file changes; returns an unsubscribe function. */
export function watchFiles(
  all: readonly Watched[],
  changed: () => void,
  watchIn: WatchFolder = watchFolder,
): () => void {
  let before = all.map(contentsOf).join();
  const compare = () => {
    const now = all.map(contentsOf).join();
    if (now === before) return;
    before = now;
    changed();
  };
  const folders = new Set(all.map((one) => ('file' in one ? dirname(one.file) : one.folder)));
  const stops = [...folders].map((folder) => watchIn(folder, compare));
  return () => {
    for (const stop of stops) stop();
  };
}
