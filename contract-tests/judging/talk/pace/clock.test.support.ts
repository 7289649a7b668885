import type { Clock } from './clock.ts';

/** A clock that jumps to the next timer as soon as nothing else is in progress. */
export function jumpingClock(): Clock {
  let now = 0;
  let isTicking = false;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const tick = (): void => {
    sleepers.sort((a, b) => a.at - b.at);
    const next = sleepers.shift();
    isTicking = false;
    if (!next) return;
    now = Math.max(now, next.at);
    next.wake();
    begin();
  };
  const begin = (): void => {
    if (isTicking || sleepers.length === 0) return;
    isTicking = true;
    setImmediate(tick);
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const wake = () => (signal?.aborted ? reject(signal.reason) : resolve());
        sleepers.push({ at: now + ms, wake });
        begin();
      }),
  };
}
