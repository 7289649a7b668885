import type { Clock } from './pace/clock.ts';
import { connectionTrial as limits } from './pace/time-limits.ts';

/** The idle connections that a run holds at most. */
const mostIdle = 5;

/** One connection of the experiment. */
export interface TriedConnection {
  /** Resolves when a request is answered; rejects without an answer. */
  ask(): Promise<void>;
  /** Resolves when the connection is closed, by whichever side. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface TrialSetup {
  readonly open: () => TriedConnection;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Resolves when the next request may be sent. */
  readonly turn?: () => Promise<void>;
}

/**
 * How many connections a server serves at once, if idle ones keep others waiting; undefined if they do not.
 * With idle connections held open, such a server answers another only when they are closed, however fast it
 * is; any other server takes as long with them as without. An ambiguous result is undefined: then connections
 * are kept alive, and what clauses need is exercised.
 */
export const servedAtOnce = async (setup: TrialSetup): Promise<number | undefined> => {
  const { open, clock } = setup;
  const held: TriedConnection[] = [];
  let slowest = 0;
  try {
    while (held.length <= mostIdle) {
      await setup.turn?.();
      const next = open();
      const since = clock.now();
      const idle = [...held];
      held.push(next);
      const wait = idle.length === 0 ? 2 * setup.timeoutMs : patienceFor(setup, slowest);
      let hasEnded = false;
      for (const one of idle) void one.ended.then(() => (hasEnded = true));
      const outcome = await firstOf(clock, wait, { answered: next.ask() });
      const ms = clock.now() - since;
      if (outcome === 'failed' || (outcome === 'late' && idle.length === 0)) return undefined;
      // One that had to wait is answered only when an idle one has ended, which may be heard of later.
      const isSlow = ms >= limits.leastTimes * slowest;
      if (idle.length > 0 && (outcome === 'late' || hasEnded || isSlow)) {
        for (const one of held.splice(0)) one.close();
        if (await isBlockedBy(setup, idle.length)) return idle.length;
        if (outcome === 'late') return undefined;
        while (held.length <= idle.length) held.push(await answered(setup));
      }
      slowest = Math.max(slowest, ms);
    }
    return undefined;
  } finally {
    for (const one of held) one.close();
  }
};

const answered = async ({ open, clock, timeoutMs, turn }: TrialSetup): Promise<TriedConnection> => {
  await turn?.();
  const next = open();
  if ((await firstOf(clock, 2 * timeoutMs, { answered: next.ask() })) === 'answered') return next;
  next.close();
  throw new Error('no response');
};

const patienceFor = ({ timeoutMs }: TrialSetup, slowestMs: number): number =>
  Math.min(timeoutMs, Math.max(limits.leastMs, limits.times * slowestMs));

/** Tries it in alternation without and with as many idle connections: all tries have to agree. */
const isBlockedBy = async (setup: TrialSetup, count: number): Promise<boolean> => {
  let slowest = 0;
  for (let nth = 0; nth < limits.tries; nth += 1) {
    // Not always as many, in case that something is slow at intervals.
    for (let time = 0; time <= nth; time += 1) {
      const without = await withIdle(setup, 0, 2 * setup.timeoutMs);
      if (without.outcome !== 'answered') return false;
      slowest = Math.max(slowest, without.ms);
    }
    const held = await withIdle(setup, count, patienceFor(setup, slowest), slowest);
    const isBlocked = held.outcome === 'late' || held.outcome === 'ended';
    if (!isBlocked || !held.isAnsweredAfter || held.ms < limits.leastTimes * slowest) return false;
  }
  return true;
};

const withIdle = async (setup: TrialSetup, count: number, wait: number, soon = 0) => {
  const { open, clock } = setup;
  const idle: TriedConnection[] = [];
  const other = open();
  try {
    while (idle.length < count) idle.push(await answered(setup));
    await setup.turn?.();
    const since = clock.now();
    const asked = other.ask();
    const ended = idle.length > 0 ? Promise.race(idle.map((one) => one.ended)) : undefined;
    const first = await firstOf(clock, wait, { answered: asked, ...(ended && { ended }) });
    const ms = clock.now() - since;
    // If delays vary, the response may come before the end of the idle connection that it waited for.
    const isEnded =
      ended !== undefined &&
      first === 'answered' &&
      (await firstOf(clock, soon, { answered: ended })) === 'answered';
    const outcome = isEnded ? 'ended' : first;
    for (const one of idle) one.close();
    if (first === 'answered') return { outcome, ms, isAnsweredAfter: true };
    // One that was blocked is answered soon.
    const after = await firstOf(clock, limits.leastTimes * wait, { answered: asked });
    return { outcome, ms: clock.now() - since, isAnsweredAfter: after === 'answered' };
  } finally {
    for (const one of [other, ...idle]) one.close();
  }
};

/** Which of these comes first, in this time. */
const firstOf = (
  clock: Clock,
  ms: number,
  { answered, ended }: { readonly answered: Promise<void>; readonly ended?: Promise<void> },
): Promise<'answered' | 'ended' | 'failed' | 'late'> => {
  const over = new AbortController();
  const late = (): 'late' => 'late';
  return Promise.race([
    answered.then(
      () => 'answered' as const,
      () => 'failed' as const,
    ),
    ...(ended ? [ended.then(() => 'ended' as const)] : []),
    clock.sleep(ms, over.signal).then(late, late),
  ]).finally(() => over.abort());
};
