import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SelftestTrial, TrialResult } from './trials.ts';

export interface RunTrialsOptions {
  /** The number of processes. */
  readonly jobs: number;
  readonly onResult?: (result: TrialResult) => void;
  readonly signal?: AbortSignal;
}

const workerFile = fileURLToPath(new URL('./trial-worker.ts', import.meta.url));

type Judge = (trial: SelftestTrial) => Promise<TrialResult | undefined>;

/** Runs all trials and returns their results in order; each process takes the next one when it is done. */
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
  await Promise.all(
    Array.from({ length: Math.min(jobs, trials.length) }, async () => {
      const worker = fork(workerFile, { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
      try {
        await lane((trial) => judgedBy(worker, trial));
      } finally {
        worker.kill();
      }
    }),
  );
  return ended();
}

function judgedBy(worker: ChildProcess, trial: SelftestTrial): Promise<TrialResult> {
  return new Promise((resolve, reject) => {
    const lost = (): void => reject(new Error(`The process that tried ${trial.name} has ended.`));
    worker.once('message', (result: TrialResult) => {
      worker.off('exit', lost);
      resolve(result);
    });
    worker.once('exit', lost);
    worker.send(trial);
  });
}
