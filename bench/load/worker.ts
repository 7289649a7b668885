import { fire } from './fire.ts';
import type { Firing } from './workload.ts';

/** A process of its own, so that it can have a core of its own. */
process.on('message', async (firing: Firing) => {
  try {
    process.send?.({ fired: await fire(firing) });
  } catch (error) {
    process.send?.({ failed: (error as Error).message });
  }
});
