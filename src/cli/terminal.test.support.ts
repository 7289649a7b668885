import { run } from './run.ts';

/** A command run in this process, as the shell would run it. */
export function start(args: string[], part: { cwd?: string; env?: Record<string, string> } = {}) {
  const stop = new AbortController();
  const shown = { out: '', err: '' };
  let ready = () => {};
  const started = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const ended = run(args, {
    stdout: {
      write: (text) => {
        shown.out += text;
        if (text.includes('Ready on')) ready();
      },
    },
    stderr: {
      write: (text) => {
        shown.err += text;
      },
    },
    env: part.env ?? {},
    cwd: part.cwd ?? '/',
    signal: stop.signal,
  });
  return { shown, ended, started: Promise.race([started, ended]), stop: () => stop.abort() };
}
