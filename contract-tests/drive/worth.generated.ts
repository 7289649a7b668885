// Generated from the self-test by `npm run worth`. Do not edit.

/** Names of scenarios, the most telling first. */
export const worth: readonly string[] = [];
