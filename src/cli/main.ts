#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { run } from './run.ts';

const stop = new AbortController();
// Every request under way listens for the stop, and Node warns of more than ten listeners.
setMaxListeners(0, stop.signal);
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
process.once('SIGHUP', () => stop.abort());
// A reader that goes away (`abuse-feed … | head`) is no reason to crash.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
  ...(process.stdin.isTTY &&
    process.stdout.isTTY && {
      ask: async (question: string) => {
        const terminal = createInterface({ input: process.stdin, output: process.stdout });
        try {
          return await terminal.question(question, { signal: stop.signal });
        } finally {
          terminal.close();
        }
      },
    }),
  unforeseen: (listener) => {
    const kinds = ['uncaughtException', 'unhandledRejection'] as const;
    for (const kind of kinds) process.on(kind, listener);
    return () => {
      for (const kind of kinds) process.off(kind, listener);
    };
  },
});
