import { parentPort } from 'node:worker_threads';
import { runTrial, type Trial } from './trials.ts';

parentPort?.on('message', async (trial: Trial) => {
  parentPort?.postMessage(await runTrial(trial));
});
