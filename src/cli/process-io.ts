import { setMaxListeners } from 'node:events';
import { type Io, secretsOf } from './io.ts';
import { bugReport } from './run.ts';

const uncaught = ['uncaughtException', 'unhandledRejection'] as const;

/** The terminal, the environment and the signals of this process, for one command. */
export function processIo(): Io {
  const stop = new AbortController();
  const secrets = secretsOf(process.env);
  const crash = (problem: unknown): never => {
    process.stderr.write(bugReport(problem, secrets));
    process.exit(3);
  };
  // Every request in progress adds a stop listener, and Node warns above ten.
  setMaxListeners(0, stop.signal);
  const secondStops = new Set<() => void>();
  const received = new Set<NodeJS.Signals>();
  const again = () => {
    for (const listener of secondStops) listener();
  };
  // A signal that nothing listens to ends the process at once, even one that is busy.
  const listenAgain = () => {
    for (const signal of received) {
      process.off(signal, again);
      if (secondStops.size > 0) process.once(signal, again);
    }
  };
  const end = (signal: NodeJS.Signals) => {
    stop.abort();
    received.add(signal);
    listenAgain();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  // A closed pipe (`abuse-feed … | head`) must not crash the program.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  // Also exceptions outside a command: Node would exit with 1, which is a verdict.
  for (const kind of uncaught) process.on(kind, crash);
  stopWithNpm(stop);
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    signal: stop.signal,
    inputEnded,
    secrets,
    onReload: (listener) => {
      // With a terminal, the signal says that this is gone.
      if (hasTerminal()) return () => {};
      process.off('SIGHUP', end).on('SIGHUP', listener);
      return () => void process.off('SIGHUP', listener).once('SIGHUP', end);
    },
    onSecondStop: (listener) => {
      secondStops.add(listener);
      listenAgain();
      return () => {
        secondStops.delete(listener);
        listenAgain();
      };
    },
    unforeseen: (listener) => {
      for (const kind of uncaught) process.off(kind, crash).on(kind, listener);
      return () => {
        for (const kind of uncaught) process.off(kind, listener).on(kind, crash);
      };
    },
  };
}

function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

/** npm runs between the shell and us, and may be killed without notifying us. */
function stopWithNpm(stop: AbortController): void {
  if (process.env.npm_command === undefined) return;
  const parent = process.ppid;
  const lookEvery = 500;
  setInterval(() => process.ppid === parent || stop.abort(), lookEvery).unref();
}

function inputEnded(): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['end', 'close', 'error']) process.stdin.once(end, () => resolve());
    process.stdin.resume();
    // Does not keep the process alive by itself.
    process.stdin.unref?.();
  });
}
