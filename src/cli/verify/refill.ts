import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RunResult, Target } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

const failed = (why: string): never => {
  throw new UsageError(`limited.refill failed: ${why.trim()}. Nothing was run.`);
};

const posted = async (url: string, signal: AbortSignal): Promise<void> => {
  const answer = await fetch(url, { method: 'POST', signal, redirect: 'error' }).catch((error) =>
    failed(`POST ${url}: ${(error as Error).message}`),
  );
  if (!answer.ok) failed(`POST ${url}: ${answer.status}`);
};

const called = async (command: string, cwd: string, io: Io): Promise<void> => {
  const { env, signal } = io;
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const child = spawn(command, { shell: true, cwd, env, signal, stdio: [...stdio] });
  const [said, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'close').catch((error: Error) => [error.message]),
  ]);
  if (code !== 0) failed(`${command} ended with ${code}. ${said}`);
};

/** Refills the quotas of limited tokens before a run uses them, by the target's command or URL. */
export const refilled = async (
  { limited, source }: Target,
  spending: RunResult['spending'],
  io: Io,
): Promise<void> => {
  const refill = limited?.refill;
  if (refill === undefined || !spending.some(({ calls }) => calls > 0)) return;
  if (/^https?:\/\//i.test(refill)) await posted(refill, io.signal);
  else await called(refill, source ? dirname(resolve(io.cwd, source.file)) : io.cwd, io);
};
