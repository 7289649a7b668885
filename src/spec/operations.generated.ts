// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** The operations, by the short names that open points, faults and logs use. */
export const operations = {
  create: {"operationId":"createReport","method":"POST","path":"/feed/{service}/api","area":"feed"},
  fetch: {"operationId":"fetchReport","method":"GET","path":"/feed/{service}/api","area":"feed"},
  delete: {"operationId":"deleteReport","method":"DELETE","path":"/feed/{service}/api","area":"feed"},
  lookup: {"operationId":"getStaticAnalysis","method":"GET","path":"/private/sample/{hash}","area":"lookup"},
} as const;

export type OperationName = keyof typeof operations;
