#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { askOn } from './init/ask.ts';
import { bugReport, run } from './run.ts';

// Histories live long and long bodies are garbage at once: V8 would let the heap grow to several times its size.
// Here, since a process that uses the kit as a library is somebody else's.
if (['verify', 'twin', 'listen', 'judge'].includes(process.argv[2] ?? ''))
  setFlagsFromString('--heap-growing-percent=40');

const stop = new AbortController();
// Every request in progress adds a stop listener, and Node warns above ten.
setMaxListeners(0, stop.signal);
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
process.once('SIGHUP', () => stop.abort());
// A closed pipe (`abuse-feed … | head`) must not crash the program.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

// Also exceptions outside a command: Node would exit with 1, which is a verdict.
const kinds = ['uncaughtException', 'unhandledRejection'] as const;
const crash = (problem: unknown): never => {
  process.stderr.write(bugReport(problem));
  process.exit(3);
};
for (const kind of kinds) process.on(kind, crash);

// npm runs between the shell and us, and may be killed without notifying us.
if (process.env.npm_command !== undefined) {
  const parent = process.ppid;
  const lookEvery = 500;
  setInterval(() => process.ppid === parent || stop.abort(), lookEvery).unref();
}

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
  inputEnded: () =>
    new Promise((resolve) => {
      for (const end of ['end', 'close', 'error']) process.stdin.once(end, () => resolve());
      process.stdin.resume();
      // Does not keep the process alive by itself.
      process.stdin.unref?.();
    }),
  ...(process.stdin.isTTY &&
    process.stdout.isTTY && {
      ask: askOn({ input: process.stdin, output: process.stdout, signal: stop.signal }),
    }),
  unforeseen: (listener) => {
    for (const kind of kinds) process.off(kind, crash).on(kind, listener);
    return () => {
      for (const kind of kinds) process.off(kind, listener).on(kind, crash);
    };
  },
});
