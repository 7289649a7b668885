import { setTimeout } from 'node:timers/promises';
import type { FileSystem, HeldFile } from '../file-system.ts';

/** How a holder shows those who cannot see its process that it is there. */
export interface Pulse {
  /** A holder touches its lock this often. */
  readonly everyMs: number;
  /** One that has not done so for this long is taken for dead; it notices before it writes again. */
  readonly deadAfterMs: number;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Returns how to stop it. */
  readonly repeat: (ms: number, action: () => Promise<void>) => () => void;
}

export const realPulse: Pulse = {
  everyMs: 1000,
  deadAfterMs: 10_000,
  now: Date.now,
  pause: (ms) => setTimeout(ms),
  repeat: (ms, action) => {
    const timer = setInterval(() => void action(), ms).unref();
    return () => clearInterval(timer);
  },
};

/** Returns how to stop it. A touch that fails is made up for by the next one. */
export const beat = (file: HeldFile, pulse: Pulse): (() => void) =>
  pulse.repeat(pulse.everyMs, () => file.touch().catch(() => {}));

/**
 * Watches a lock of somebody unseen. Clocks of two machines differ, so that only a movement shows
 * life, and only its absence death; a time is believed where both read the same clock. `gone`: the
 * lock is no longer under that name.
 */
export async function signOfLife(
  fs: FileSystem,
  path: string,
  { everyMs, deadAfterMs, now, pause }: Pulse,
  sameClock: boolean,
): Promise<'moves' | 'still' | 'gone'> {
  const first = await fs.touched(path);
  if (first === undefined) return 'gone';
  if (sameClock && now() - first > deadAfterMs) return 'still';
  for (let waited = 0; waited < deadAfterMs; waited += everyMs) {
    await pause(everyMs);
    const touched = await fs.touched(path);
    if (touched === undefined) return 'gone';
    if (touched !== first) return 'moves';
  }
  return 'still';
}
