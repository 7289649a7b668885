// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** What openapi.yaml calls its operations, by the name that their open points begin with. */
export const operationIds = {
  create: 'createReport',
  fetch: 'fetchReport',
  delete: 'deleteReport',
  lookup: 'getStaticAnalysis',
} as const;
