/** The work was stopped; the message says why. */
export class Stopped extends Error {}

/**
 * Acts on each, so many at a time. After a failure no other begins, and all that have begun are waited for:
 * none may outlive the command.
 */
export async function severalAtATime<T>(
  all: readonly T[],
  jobs: number,
  act: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = all.values();
  let hasFailed = false;
  async function work(): Promise<void> {
    for (const one of waiting) {
      try {
        await act(one);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      if (hasFailed) return;
    }
  }
  const workers = Array.from({ length: jobs }, work);
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
