import type { RunResult, Target } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';

function failed(why: string): never {
  throw new UsageError(`limited.refill failed: ${why.trim()}. Nothing was run.`);
}

async function posted(url: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(url, { method: 'POST', signal, redirect: 'error' }).catch((error) =>
    failed(`POST ${url}: ${(error as Error).message}`),
  );
  if (!answer.ok) failed(`POST ${url}: ${answer.status}`);
}

/** Refills the quotas of limited tokens before a run uses them, by the target's URL. */
export async function refilled(
  { limited }: Target,
  spending: RunResult['spending'],
  io: Io,
): Promise<void> {
  const refill = limited?.refill;
  if (refill === undefined || !spending.some(({ calls }) => calls > 0)) return;
  await posted(refill, io.signal);
}
