export type { NewAnalysis } from './admin/control/analyses-control.ts';
export type { CallerChange, CallerView, NewCaller } from './admin/control/callers-control.ts';
export type { DialectChoice } from './admin/control/dialect-choice.ts';
export { ControlProblem, type ProblemKind } from './admin/control/problem.ts';
export type {
  NewReport,
  ReportFilter,
  ReportPage,
  ReportView,
} from './admin/control/reports-control.ts';
export type { ExpectedRequests, WantedRequests } from './admin/control/requests-control.ts';
export type { MadeWorld, NewWorld, WorldView } from './admin/control/server-control.ts';
export type { SnapshotView } from './admin/control/snapshots-control.ts';
export type { When } from './admin/control/time.ts';
export type { WorldControl } from './admin/control/world-control.ts';
export type { ClockView } from './admin/control/world-operations.ts';
export type { Dialect, Differences, OpenPointId } from './dialects/dialect.ts';
export { DialectProblem } from './dialects/dialect.ts';
export type { DialectName } from './dialects/named.ts';
export type { OperationName } from './domain/operation.ts';
export {
  type EveryDialectOptions,
  forEveryDialect,
  ReliesOnOpenPoints,
} from './for-every-dialect.ts';
export { ReplayProblem } from './http/replay-problem.ts';
export type { LogEntry, LogWriter } from './http/request-log.ts';
export { type TlsKeys, TlsProblem } from './http/tls/tls-keys.ts';
export type { SeedAdditions } from './seed/seed-additions.ts';
export { SeedProblem } from './seed/seed-problem.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export type { components, operations, paths } from './spec/api.generated.ts';
export type { Contents } from './store/contents.ts';
export {
  DataDamaged,
  DataFolderInUse,
  DataFolderUnusable,
} from './store/file/errors.ts';
export type { HttpExchange, SeenExchange } from './traffic/exchange.ts';
export type { ClockMode } from './worlds/clock.ts';
export type {
  ComputedFault,
  ComputedReply,
  FaultRule,
} from './worlds/fault-rule.ts';
export type { RequestCount, RequestFilter } from './worlds/seen-requests.ts';
export type { Fault } from './worlds/world-faults.ts';
