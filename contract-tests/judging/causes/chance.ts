/** How often calls showed a fault, of how many times they were made. */
export interface Share {
  readonly shown: number;
  readonly of: number;
}

/** Tries enough that a fault which is still there is missed less often than this. */
const mostMissed = 1 / 200;
/** More tries than this are not made, nor more requests. */
const mostTries = 300;
const mostRequests = 4_000;
/** Nobody waits for more. */
const mostNeeded = 10_000;

/**
 * The chance that a fault stays unseen in so many tries. Before it was counted, it may have shown in any share
 * of them alike; so three of three tell less than thirty of thirty.
 */
export function missedChance({ shown, of }: Share, tries: number): number {
  let chance = 1;
  for (let nth = of - shown + 1; nth <= of + 1; nth += 1) chance *= nth / (nth + tries);
  return chance;
}

/** The tries after which a fault that showed so often is gone, if none of them shows it. */
export function triesNeeded(share: Share): number {
  let tries = 1;
  while (tries < mostNeeded && missedChance(share, tries) > mostMissed) tries += 1;
  return tries;
}

/** The tries that a replay makes of so many calls: those needed, if they are not too many. */
export function triesMade(share: Share, calls: number): number {
  const affordable = Math.max(1, Math.floor(mostRequests / Math.max(1, calls)));
  return Math.min(triesNeeded(share), mostTries, affordable);
}
