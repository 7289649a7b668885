import type { TimeLimit } from '../judging/talk/pace/time-limits.ts';

/** How long a report may take to appear, and after a deletion with 202 to disappear. */
export const grace = {
  ms: 10_000,
  files: [
    'service/model/known/reports.ts',
    'service/model/known/lateness.ts',
    'service/drive/api.ts',
  ],
  tenTimesSlower:
    'it begins with the response to the create: the wait is the same, and fetches after it come later',
} as const;

/** A different name of a reporter, or a refilled count, is explained by this much time. */
export const moment = {
  ms: 60_000,
  files: ['service/model/known/reporters.ts', 'service/model/known/unproven-lookups.ts'],
  tenTimesSlower: 'fewer exchanges of traffic are within it, so that less is proven',
} as const;

/** A limited token is used up in one burst: in turn, if that takes no longer, or else at once. */
export const burst = {
  longestMs: 3_000,
  files: ['service/spend/spend.ts'],
  tenTimesSlower:
    'more lookups are at the same time, in whatever order, which explains more and proves less',
} as const;

/** What was sent at the same time may explain what is seen. */
const overlaps = {
  files: ['service/model/known/acts.ts', 'service/model/model.ts'],
  tenTimesSlower: 'longer requests overlap more, which explains more and proves less',
} as const;

/** A refused lookup that asks to wait is no sign of the count. */
const askedToWait = {
  files: ['service/spend/counted-call.ts', 'service/listen/client-listener.ts'],
  tenTimesSlower: 'only waits that the server asks for count',
} as const;

/** The random walk may be limited to some time. */
const walkTime = {
  files: ['service/drive/explore.ts'],
  tenTimesSlower: 'fewer requests are made, which show less',
} as const;

/** The clock of the server, for remarks. */
const remarkedTimes = {
  files: ['service/run/remarks.ts'],
  tenTimesSlower: 'other numbers are printed',
} as const;

/** Every decision about this service that rests on a clock, as in judging/talk/pace/time-limits.ts. */
export const serviceTimeLimits: { readonly [name: string]: TimeLimit } = {
  grace,
  moment,
  burst,
  overlaps,
  askedToWait,
  walkTime,
  remarkedTimes,
};
