// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** The operations, by the short names that open points, faults and logs use. */
export type OperationName = 'create' | 'fetch' | 'delete' | 'lookup';
