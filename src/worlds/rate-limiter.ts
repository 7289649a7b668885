import type { Dependencies } from '../operations/dependencies.ts';

/** Counts the requests of each caller within the current second. */
export function rateLimiterOf(perSecond: number | undefined): Dependencies['throttle'] {
  if (perSecond === undefined) return () => undefined;
  let second = -1;
  const counts = new Map<string, number>();
  return (callerId, now) => {
    const current = Math.floor(now / 1000);
    if (current !== second) counts.clear();
    second = current;
    const count = counts.get(callerId) ?? 0;
    if (count >= perSecond) return 1;
    counts.set(callerId, count + 1);
    return undefined;
  };
}
