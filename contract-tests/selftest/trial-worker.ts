import { parentPort } from 'node:worker_threads';
import { runTrial, type SelftestTrial } from './trials.ts';

parentPort?.on('message', async (trial: SelftestTrial) => {
  parentPort?.postMessage(await runTrial(trial));
});
