import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../src/values/package-root.ts';
import { runTrial, type SelftestTrial, type TrialResult } from './trials.ts';

export interface RunTrialsOptions {
  /** The number of threads. */
  readonly jobs: number;
  readonly onResult?: (result: TrialResult) => void;
  readonly signal?: AbortSignal;
}

/** Built separately: a worker thread needs its own file. */
const workerFile = join(packageRoot, 'dist', 'contract-tests', 'selftest', 'trial-worker.js');

type Judge = (trial: SelftestTrial) => Promise<TrialResult | undefined>;

/** Runs all trials and returns their results in order; each thread takes the next one when it is done. */
export async function runTrials(
  trials: readonly SelftestTrial[],
  { jobs, onResult, signal }: RunTrialsOptions,
): Promise<TrialResult[]> {
  const waiting = [...trials.entries()];
  const results: (TrialResult | undefined)[] = [];
  const ended = (): TrialResult[] => results.filter((result) => result !== undefined);
  const stopped = new Promise<undefined>((resolve) => {
    signal?.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const lane = async (judge: Judge): Promise<void> => {
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
      const [nth, trial] = next;
      const result = await Promise.race([judge(trial), stopped]);
      if (!result) return;
      results[nth] = result;
      onResult?.(result);
    }
  };
  // Not every Node runs TypeScript in a thread, so from source all trials run in this one.
  if (import.meta.url.endsWith('.ts')) {
    await Promise.all(Array.from({ length: jobs }, () => lane((trial) => runTrial(trial, signal))));
    return ended();
  }
  await Promise.all(
    Array.from({ length: Math.min(jobs, trials.length) }, async () => {
      const worker = new Worker(workerFile);
      try {
        await lane((trial) => inWorker(worker, trial));
      } finally {
        await worker.terminate();
      }
    }),
  );
  return ended();
}

const inWorker = (worker: Worker, trial: SelftestTrial): Promise<TrialResult> =>
  new Promise((resolve, reject) => {
    const done = (result: TrialResult): void => {
      worker.off('error', reject);
      resolve(result);
    };
    worker.once('message', done);
    worker.once('error', reject);
    worker.postMessage(trial);
  });
