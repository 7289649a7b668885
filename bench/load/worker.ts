import { send } from './send.ts';
import type { Load } from './workload.ts';

/** A process of its own, so that it can have a core of its own. */
process.on('message', async (load: Load) => {
  try {
    process.send?.({ sent: await send(load) });
  } catch (error) {
    process.send?.({ failed: (error as Error).message });
  }
});
