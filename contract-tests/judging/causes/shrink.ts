import { dependsOn, type RecordedCall } from './recorded-call.ts';

/** Whether these calls still break the same clause. */
export type StillFails = (calls: readonly RecordedCall[]) => Promise<boolean>;

/** The maximum number of attempts for one finding. */
const mostAttempts = 30;

/** The calls without one of them and its dependents. */
function without(calls: readonly RecordedCall[], at: number): RecordedCall[] {
  const removed = calls[at];
  return calls.filter(
    (call, nth) => nth !== at && !(removed?.creates && dependsOn(call, removed.creates)),
  );
}

/** Removes calls, halves first, then one at a time, as long as the clause is still broken. */
export async function shrink(
  calls: readonly RecordedCall[],
  shows: StillFails,
): Promise<readonly RecordedCall[]> {
  let best = calls;
  let attempts = 0;
  const keeps = async (fewer: readonly RecordedCall[]): Promise<boolean> => {
    if (attempts >= mostAttempts || fewer.length === 0 || fewer.length >= best.length) return false;
    attempts += 1;
    if (!(await shows(fewer))) return false;
    best = fewer;
    return true;
  };
  for (let size = Math.floor(best.length / 2); size > 1; size = Math.floor(size / 2)) {
    let from = 0;
    while (from + size < best.length) {
      const dropped = best.slice(from, from + size);
      const fewer = best.filter(
        (call) =>
          !dropped.includes(call) &&
          !dropped.some(({ creates }) => creates && dependsOn(call, creates)),
      );
      if (!(await keeps(fewer))) from += size;
    }
  }
  // The last call shows it.
  for (let at = best.length - 2; at >= 0; at -= 1) await keeps(without(best, at));
  return best;
}
