import type { Dialect, OpenPointId } from '../../dialects/dialect.ts';
import { type Body, lookupError, lookupErrorShape } from '../../dialects/lookup-error.ts';
import { wording } from '../../dialects/wording.ts';
import type { Analysis } from '../../domain/analysis.ts';
import type { OperationName } from '../../domain/operation.ts';
import { type Refusal, type RefusalKind, sentence } from '../../domain/refusal.ts';
import type { Report, StoredReport } from '../../domain/report.ts';
import type { components } from '../../spec/api.generated.ts';
import { lastingReplies } from './lasting-replies.ts';
import { reasonHeader, reasonOf } from './reason.ts';
import type { Reply } from './reply.ts';

/** Meaning turned into HTTP, the only place that knows status codes. */
export interface Replies {
  readonly created: (report: StoredReport) => Reply;
  readonly fetched: (report: StoredReport) => Reply;
  readonly deleted: (id: string) => Reply;
  readonly found: (analysis: Analysis) => Reply;
  readonly refused: (operation: OperationName, refusal: Refusal) => Reply;
}

/** What a reply carries, as openapi.yaml has it. */
type Bodies = Pick<
  components['schemas'],
  'ReportCreated' | 'ReportFetched' | 'ReportDeleted' | 'StaticAnalysis' | 'ReportError'
>;

export function repliesOf(dialect: Dialect): Replies {
  const extra = dialect['any.extra-fields'] === 'some' ? { servedBy: 'abuse-feed-kit' } : {};
  const version: Reply['headers'] =
    dialect['any.version-header'] === 'header' ? { 'API-Version': '1' } : {};
  const event = (name: string, id: string): Reply['headers'] =>
    dialect['any.event-header'] === 'header' ? { 'Feed-Event': `${name}; id=${id}` } : {};
  const withExtra = (value: object): Body => ({ type: 'json', value: { ...value, ...extra } });
  const json = <Name extends keyof Bodies>(value: Bodies[Name]): Body => withExtra(value);
  const zone = offsetOf(dialect['report.time-zone']);

  const replies: Replies = {
    created: ({ id }) => ({
      status: dialect['create.status.created'],
      headers: { ...version, ...event('report-created', id) },
      body: json<'ReportCreated'>({ id, successful: true }),
      outcome: 'created',
    }),
    // A stored report never changes, and neither does an analysis.
    fetched: (report) => lastingReplies.about(report, replies, fetched),
    deleted: (id) => ({
      status: dialect['delete.status.deleted'],
      headers: { ...version, ...event('report-deleted', id) },
      body: json<'ReportDeleted'>({ message: `The report ${id} is deleted.`, success: true }),
      outcome: 'deleted',
    }),
    found: (analysis) => lastingReplies.about(analysis, replies, found),
    refused: (operation, refusal) => {
      const why = sentence(refusal);
      const error = wording[dialect['any.error-text']](refusal.kind, why);
      const status = statusOf(dialect, operation, refusal.kind);
      const reason = reasonOf(operation, refusal);
      return {
        status,
        headers: {
          ...version,
          ...refusalHeaders(status, refusal, dialect),
          ...(reason !== undefined && { [reasonHeader]: reason }),
        },
        body:
          operation === 'lookup'
            ? lookupErrorBody(refusal.kind, error)
            : json<'ReportError'>({ error, successful: false }),
        outcome: refusal.kind,
        why,
      };
    },
  };
  return replies;

  function fetched(report: StoredReport): Reply {
    return {
      status: dialect['fetch.status.fetched'],
      headers: version,
      body: json<'ReportFetched'>({
        report: { ...shown(report, zone), ...extra },
        successful: true,
      }),
      outcome: 'fetched',
      lasting: true,
    };
  }

  function found(analysis: Analysis): Reply {
    return {
      status: dialect['lookup.status.found'],
      headers: version,
      body: json<'StaticAnalysis'>(analysis),
      outcome: 'found',
      lasting: true,
    };
  }

  function lookupErrorBody(kind: RefusalKind, error: string): Body {
    const body = lookupError[lookupErrorShape(dialect, kind)].body(error);
    return body.type === 'json' ? withExtra(body.value) : body;
  }
}

/** Every kind of refusal has a status in openapi.yaml; one without does not compile. */
type Answered = OpenPointId extends infer Id
  ? Id extends `${string}.status.${infer Kind}`
    ? Kind
    : never
  : never;
const _everyRefusalHasAStatus: Exclude<RefusalKind, Answered> extends never ? true : never = true;
void _everyRefusalHasAStatus;

function statusOf(dialect: Dialect, operation: OperationName, kind: RefusalKind): number {
  const answers: Readonly<Record<string, unknown>> = dialect;
  const status = answers[`${operation}.status.${kind}`] ?? answers[`any.status.${kind}`];
  if (typeof status !== 'number') throw new Error(`${operation} cannot be refused as ${kind}`);
  return status;
}

function refusalHeaders(status: number, refusal: Refusal, dialect: Dialect): Reply['headers'] {
  const wait = secondsToWait(refusal);
  const scheme = dialect['auth.prefix'] === 'none' ? 'ApiKey' : 'Bearer';
  return {
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
    // RFC 9110, 15.5.2: a 401 says how to authenticate.
    ...(status === 401 && { 'WWW-Authenticate': `${scheme} realm="abuse-feed"` }),
  };
}

function secondsToWait(refusal: Refusal): number | undefined {
  if (refusal.kind === 'rate-limited') return refusal.seconds;
  return refusal.kind === 'no-requests-left' ? refusal.refillIn : undefined;
}

/** A report with the fields of 2.1 and no others. */
const shown = (report: StoredReport, zone: number): Report => ({
  id: report.id,
  name: report.name,
  tags: report.tags,
  c2Address: report.c2Address,
  reportedAt: wallClock(report.reportedAt + zone),
  reportedBy: report.reportedBy,
  file256Hash: report.file256Hash,
  firstSeenID: report.firstSeenID,
  referenceLink: report.referenceLink,
  confidenceScore: report.confidenceScore,
});

const wallClock = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** `+05:30` in milliseconds. */
function offsetOf(zone: string): number {
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
