import { expect } from 'vitest';
import type { Io } from './io.ts';
import { type Command, run, withExitCode } from './run.ts';

/** Runs a command in this process, as a shell would. */
export function start(
  args: string[],
  {
    command = run,
    ...part
  }: Partial<Io> & { /** Called with all arguments. */ command?: Command } = {},
) {
  const stop = new AbortController();
  const output = { out: '', err: '' };
  const unforeseen = new Set<(problem: unknown) => void>();
  let ready = () => {};
  const started = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const io: Io = {
    stdout: {
      write: (text) => {
        output.out += text;
        if (text.includes('Ready on')) ready();
      },
    },
    stderr: {
      write: (text) => {
        output.err += text;
      },
    },
    env: {},
    cwd: '/',
    signal: stop.signal,
    unforeseen: (listener) => {
      unforeseen.add(listener);
      return () => void unforeseen.delete(listener);
    },
    ...part,
  };
  const ended = withExitCode(() => command(args, io), io);
  return {
    output,
    ended,
    started: Promise.race([started, ended]),
    stop: () => stop.abort(),
    /** Raises an uncaught exception; returns the number of listeners. */
    raise: (problem: unknown) => {
      for (const listener of unforeseen) listener(problem);
      return unforeseen.size;
    },
  };
}

/** Runs a command to its end. */
export async function ran(args: string[], part: Parameters<typeof start>[1] = {}) {
  const { ended, output } = start(args, part);
  return { code: await ended, ...output };
}

/** A mistake in what is given is one line, before anything else is said or done. */
export async function expectWrongUsage(args: string[], says: RegExp): Promise<void> {
  const { err, ...rest } = await ran(args);
  expect(err).toMatch(/^abuse-feed: [^\n]+\n$/);
  expect(err).toMatch(says);
  expect(rest).toEqual({ code: 2, out: '' });
}

/** The URL that a command prints when it listens. */
export function urlIn(output: string): string {
  return /Ready on (\S+)\. /.exec(output)?.[1] ?? '';
}

/** A one-line terminal: moves to a column, clears the rest, writes. */
export function screen({ isTTY = true, columns = 80 } = {}) {
  let written = '';
  let line = '';
  let column = 0;
  let widest = 0;
  const write = (text: string): boolean => {
    written += text;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal obeys
    for (const [part, to, clears] of text.matchAll(/\x1b\[(\d+)G|(\x1b\[0K)|[^\x1b]+/g)) {
      if (to !== undefined) column = Number(to) - 1;
      else if (clears !== undefined) line = line.slice(0, column);
      else {
        line = line.slice(0, column) + part + line.slice(column + part.length);
        column += part.length;
        widest = Math.max(widest, line.length);
      }
    }
    return true;
  };
  return {
    write,
    isTTY,
    columns,
    written: () => written,
    line: () => line,
    widest: () => widest,
  };
}
