import { runTrial, type SelftestTrial } from './trials.ts';

// Ctrl-C reaches the whole group; the process that started this one ends it.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (trial: SelftestTrial) => {
  process.send?.(await runTrial(trial));
});
