/**
 * Every decision of the kit that rests on a clock. Time may make a run longer, or a clause not testable; it
 * never makes a clause met, explains an open point or proves a cause. `files` read a clock for it.
 */
export interface TimeLimit {
  readonly files: readonly string[];
  readonly tenTimesSlower: string;
}

/** A response begins within `pace.timeoutMs` and ends within this many times that. */
export const answerLimit = {
  totalTimes: 2,
  files: ['judging/talk/client.ts'],
  tenTimesSlower:
    'later responses are none: reads are repeated once, then their clauses are not testable',
} as const;

/** An answer that takes this part of the time limit waits for others. */
export const slowAnswers = {
  part: 1 / 4,
  files: ['judging/talk/pace/limiter.ts'],
  tenTimesSlower: 'fewer requests are sent at once, so that the run takes longer',
} as const;

/** This many requests without a response in this time mean that the server is down. */
export const silence = {
  eitherOf: [
    { failures: 8, silentMs: 5_000 },
    { failures: 2, silentMs: 25_000 },
  ],
  files: [
    'judging/talk/server-record.ts',
    'judging/talk/liveness.ts',
    'judging/talk/pace/clock.ts',
  ],
  tenTimesSlower:
    'a response in time ends it; only with responses later than the time limit, nothing more is sent, and the run is inconclusive',
} as const;

/** A server that has stopped may take this many times `pace.timeoutMs` to come back. */
export const comingBack = {
  times: 2,
  pollMs: 250,
  files: ['judging/talk/liveness.ts'],
  tenTimesSlower: 'one that starts later counts as dead, and the run is inconclusive',
} as const;

/** A server that limits requests. */
export const throttling = {
  /** Waits before each exclusive retry: a limit per second serves the last one at the latest. */
  quietMs: [200, 600, 1200],
  /** How long one request waits for a server that throttles everything, or for its first turn where that is told. */
  longestMs: 90_000,
  /** All requests wait, twice as long each time until one is served: most limits are per second. */
  firstHoldMs: 1_000,
  longestHoldMs: 16_000,
  /** A rate that was lowered is as high as before after this long. */
  recoverySeconds: 30,
  files: ['judging/talk/pace/retries.ts', 'judging/talk/pace/limiter.ts'],
  tenTimesSlower:
    'waits are between responses, so that a slow server has had longer to recover; what is not served is not judged',
} as const;

/** How long one request is repeated for a server that asks to retry later. */
export const retries = {
  longestMs: 30_000,
  /** Shorter waits are always tried once. */
  shortestMs: 100,
  files: ['judging/talk/pace/retries.ts', 'judging/listen/recognise.ts'],
  tenTimesSlower:
    'only waits that the server asks for count; a longer one leaves the request unjudged',
} as const;

/** Requests at the same time: by when they were sent and answered, or because they were meant to be. */
const atOnce = {
  files: ['judging/talk/exchange.ts'],
  tenTimesSlower: 'longer requests overlap more, which explains more and proves less',
} as const;

/** A run ends at `pace.patienceMinutes`; work after a stop, when nothing was served for this long. */
export const runLimit = {
  leastMs: 1_000,
  part: 1 / 10,
  steps: 20,
  files: ['judging/talk/pace/run-patience.ts', 'describe-contract.ts'],
  tenTimesSlower: 'the run is inconclusive, and says what is left',
} as const;

/** The waits of a cause that is replayed, if they were long enough to matter. */
export const replayedWaits = {
  leastMs: 150,
  files: ['judging/causes/recorded-call.ts', 'judging/causes/replay.ts'],
  tenTimesSlower:
    'more waits are replayed; a cause is proven by what is broken again, not by how fast',
} as const;

/**
 * How fast a replay has to be: as fast as when it showed a cause, since a fault may last only so long. Calls that
 * showed it are tried with pauses, the longest first, to find out how slow that may be.
 */
export const replayedTime = {
  slackMs: 10,
  /** How much longer requests may take that run beside each other. */
  beside: { times: 3, moreMs: 20 },
  /** Between two calls, and in all pauses of a try together. */
  longestPauseMs: 1_000,
  longestPausesMs: 2_000,
  /** Shorter pauses that are tried if a longer one shows nothing, as parts of it. */
  shorter: [1 / 4, 1 / 16],
  /** Before a try that proves a cause, nothing is sent for so long: what was sent may last. */
  restMs: 2_000,
  files: ['judging/causes/timing.ts', 'judging/causes/confirm.ts', 'judging/causes/tries.ts'],
  tenTimesSlower: 'a replay that shows nothing says that it cannot tell',
} as const;

/** Judging beside a proxy: clients come first. */
const judgingSlices = {
  files: ['judging/listen/judging-queue.ts'],
  tenTimesSlower: 'the queue is longer; what does not fit passes unjudged and is counted',
} as const;

/** When and how long, for reports; and the clock of the server, for remarks. */
const toldTimes = {
  files: ['judging/run/run.ts', 'judging/run/conclude.ts', 'judging/listen/conclude.ts'],
  tenTimesSlower: 'other numbers are printed',
} as const;

export const timeLimits: { readonly [name: string]: TimeLimit } = {
  answerLimit,
  slowAnswers,
  silence,
  comingBack,
  throttling,
  retries,
  atOnce,
  runLimit,
  replayedWaits,
  replayedTime,
  judgingSlices,
  toldTimes,
};
