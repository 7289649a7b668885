import { challengeOf } from '../../dialects/authorization.ts';
import type { Dialect, OpenPointId } from '../../dialects/dialect.ts';
import type { WireBody } from '../../dialects/lookup-error.ts';
import { wording } from '../../dialects/wording.ts';
import type { OperationName } from '../../domain/operation.ts';
import { type Refusal, refusalSentence } from '../../domain/refusal.ts';
import { extraFields } from '../../operations/operation.ts';
import { operationOf } from '../../operations/operations.ts';
import type { components } from '../../spec/api.generated.ts';
import { reasonHeader, reasonOf } from './reason.ts';
import type { Reply } from './reply.ts';

/** What has a status in openapi.yaml: `create.status.created` says that of `created`. */
type OutcomeWithStatus = OpenPointId extends infer Id
  ? Id extends `${string}.status.${infer Outcome}`
    ? Outcome
    : never
  : never;

/** Maps outcomes to HTTP. The only place that knows status codes. */
export interface Replies {
  readonly succeeded: (operation: OperationName, result: unknown) => Reply;
  readonly refused: (operation: OperationName, refusal: Refusal) => Reply;
}

export function repliesOf(dialect: Dialect): Replies {
  const extra = extraFields(dialect);
  const version: Reply['headers'] =
    dialect['any.version-header'] === 'header' ? { 'API-Version': '1' } : {};
  const announces = dialect['any.event-header'] === 'header';
  const json = (value: object | null): WireBody => ({
    type: 'json',
    value: value && { ...value, ...extra },
  });
  return {
    succeeded: (name, result) => {
      const operation = operationOf(name);
      const event = announces && operation.event?.(result);
      return {
        status: statusOf(dialect, name, operation.success),
        headers: event ? { ...version, 'Feed-Event': event } : version,
        body: json(operation.body(result, dialect)),
        outcome: operation.success,
      };
    },
    refused: (name, refusal) => {
      const why = refusalSentence(refusal);
      const error = wording[dialect['any.error-text']](refusal.kind, why);
      // A kind of refusal without a status in openapi.yaml does not compile.
      const status = statusOf(dialect, name, refusal.kind satisfies OutcomeWithStatus);
      const reason = reasonOf(name, refusal);
      return {
        status,
        headers: {
          ...version,
          ...refusalHeaders(status, refusal, dialect),
          ...(reason !== undefined && { [reasonHeader]: reason }),
        },
        body:
          operationOf(name).errorBody?.(dialect, refusal.kind, error) ??
          json({ error, successful: false } satisfies components['schemas']['ReportError']),
        outcome: refusal.kind,
        why,
      };
    },
  };
}

function statusOf(dialect: Dialect, operation: OperationName, outcome: string): number {
  const answers: Readonly<Record<string, unknown>> = dialect;
  const status = answers[`${operation}.status.${outcome}`] ?? answers[`any.status.${outcome}`];
  if (typeof status !== 'number') throw new Error(`${operation} has no status for ${outcome}`);
  return status;
}

function refusalHeaders(status: number, refusal: Refusal, dialect: Dialect): Reply['headers'] {
  const wait = secondsToWait(refusal);
  return {
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
    // RFC 9110, 15.5.2: a 401 carries a challenge.
    ...(status === 401 && { 'WWW-Authenticate': challengeOf(dialect) }),
  };
}

function secondsToWait(refusal: Refusal): number | undefined {
  if (refusal.kind === 'rate-limited') return refusal.seconds;
  return refusal.kind === 'no-requests-left' ? refusal.refillIn : undefined;
}
