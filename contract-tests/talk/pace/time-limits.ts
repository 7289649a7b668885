/** The experiment on idle connections: each wait is many times what an answer takes without them. */
export const connectionTrial = { leastMs: 1_000, times: 10, leastTimes: 3, tries: 3 } as const;
