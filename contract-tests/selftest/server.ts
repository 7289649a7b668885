/** All that the self-test reaches of the reference server: mutants change what `WorldApi` has, and nothing else. */
export type { Document, SchemaObject } from '../../src/contract/document.ts';
export { authorizationOf } from '../../src/dialects/authorization.ts';
export {
  answerTo,
  type Dialect,
  type Differences,
  defaultDialect,
  dialectOf,
  differencesOf,
} from '../../src/dialects/dialect.ts';
export { parseDialect } from '../../src/dialects/dialect-file.ts';
export { dialectNames, namedDialects } from '../../src/dialects/named.ts';
export { randomDialect } from '../../src/dialects/random.ts';
export type { Caller } from '../../src/domain/caller.ts';
export type { OperationName } from '../../src/domain/operation.ts';
export type { ReportDraft, StoredReport } from '../../src/domain/report.ts';
export { type CallSubject, isAmong, type SentReport } from '../../src/domain/rules.ts';
export { contractBy } from '../../src/http/contract.ts';
export type { Replies } from '../../src/http/reply/replies.ts';
export type { Reply } from '../../src/http/reply/reply.ts';
export type { Call, WorldApi } from '../../src/http/world-api.ts';
export { operations } from '../../src/operations/operations.ts';
export { type Mutation, type RunningServer, startServer } from '../../src/server.ts';
