import type { RunResult, Target } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

function failed(why: string): never {
  throw new UsageError(`limited.refill failed: ${why.trim()}. Nothing was run.`);
}

async function post(url: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(url, { method: 'POST', signal, redirect: 'error' }).catch((error) =>
    failed(`POST ${url}: ${(error as Error).message}`),
  );
  if (!answer.ok) failed(`POST ${url}: ${answer.status}`);
}

/** What refills the quotas of limited tokens, where the target file has a URL for that. */
export function refillOf({ limited }: Target, io: Io): (() => Promise<void>) | undefined {
  const url = limited?.refill;
  return url === undefined ? undefined : () => post(url, io.signal);
}

/** Refills the quotas of limited tokens before a run uses them. */
export async function refill(
  target: Target,
  spending: RunResult['spending'],
  io: Io,
): Promise<void> {
  if (spending.some(({ calls }) => calls > 0)) await refillOf(target, io)?.();
}
