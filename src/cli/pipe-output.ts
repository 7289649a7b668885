import { closeSync, constants, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks at a pipe that takes nothing. */
const lookEvery = 50;
/** After a signal, a pipe that takes nothing for this many looks is given up. */
const lastLooks = 20;

/** Opened without waiting for whoever reads: nothing could end a wait for that, a signal neither. */
const toWrite = constants.O_WRONLY | constants.O_NONBLOCK;

/** Whether somebody has opened the pipe to read. */
export function hasReader(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, toWrite));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return false;
    throw error;
  }
}

/** Writes to a pipe as fast as it is read, until all is written or a signal comes. */
export async function writeToPipe(pipe: string, text: string, signal: AbortSignal): Promise<void> {
  const file = await open(pipe, toWrite);
  try {
    let rest = Buffer.from(text);
    let looks = 0;
    while (rest.length > 0) {
      const taken = await takenOf(rest, file);
      rest = rest.subarray(taken);
      if (taken > 0) looks = 0;
      else if (signal.aborted && ++looks > lastLooks) throw new Error('nobody reads what is left');
      else await setTimeout(lookEvery);
    }
  } finally {
    await file.close();
  }
}

/** How many bytes the pipe takes at the moment. */
async function takenOf(bytes: Buffer, file: Awaited<ReturnType<typeof open>>): Promise<number> {
  try {
    return (await file.write(bytes)).bytesWritten;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
