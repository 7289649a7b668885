// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** The roles that a caller may have. */
export type CallerRole = 'researcher';
