import { fieldsChangedBy } from '../../../../src/spec/fields.ts';
import { isObject, type JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';

/** A request that changes fields of a report. */
export interface ReportChange {
  readonly operation: string;
  readonly by: string;
  readonly startedAt: number;
  endedAt: number;
  /** unclear: in progress, or without a readable response. */
  outcome: 'unclear' | 'success' | 'refusal';
  /** What it sent. */
  readonly fields: JsonBody;
  /** The fields that it may change: those, and what the contract says that the service changes then. */
  readonly touches: readonly string[];
}

/** The part of a known report that says what its fields are: a value over time. */
export interface ReportValue {
  /** What was sent to create it, with all successful changes since. */
  sent: unknown;
  readonly changes: ReportChange[];
  /** The report in its first response; without fields that were changed since. */
  firstFetched?: JsonBody;
}

type Sending = Pick<Exchange, 'operation' | 'sent' | 'caller'>;

/** Called when a change is sent: from now on, the old value or the new one may be shown. */
export function startChange(
  { changes }: ReportValue,
  { operation, sent, caller }: Sending,
  startedAt: number,
): ReportChange {
  const fields = isObject(sent) ? sent : {};
  const change: ReportChange = {
    operation,
    by: caller,
    startedAt,
    endedAt: Number.POSITIVE_INFINITY,
    outcome: 'unclear',
    fields,
    touches: [...Object.keys(fields), ...fieldsChangedBy(operation)],
  };
  changes.push(change);
  return change;
}

/** Records the result of a change, whether or not it was recorded when it was sent. */
export function endChange(value: ReportValue, exchange: Exchange, isSuccess: boolean): void {
  const { operation, caller, startedAt, endedAt } = exchange;
  const open = value.changes.findLast(
    (one) =>
      one.operation === operation && one.by === caller && one.endedAt === Number.POSITIVE_INFINITY,
  );
  const change = open ?? startChange(value, exchange, startedAt);
  change.endedAt = endedAt;
  change.outcome = isSuccess ? 'success' : 'refusal';
  if (!isSuccess) return;
  value.sent = { ...(isObject(value.sent) && value.sent), ...change.fields };
  const kept = Object.entries(value.firstFetched ?? {}).filter(
    ([field]) => !change.touches.includes(field),
  );
  if (value.firstFetched) value.firstFetched = Object.fromEntries(kept);
}

/**
 * The operation that has set a field, as far as a request must find it set: undefined while it may have
 * one of several values.
 */
export function setBy(
  { changes }: ReportValue,
  field: string,
  { startedAt, endedAt }: Pick<Exchange, 'startedAt' | 'endedAt'>,
): string | undefined {
  const own = changes.filter((one) => one.touches.includes(field) && one.outcome !== 'refusal');
  const isOpen = own.some(
    (one) => one.startedAt < endedAt && (one.outcome === 'unclear' || one.endedAt >= startedAt),
  );
  if (isOpen) return undefined;
  const last = own.findLast((one) => one.endedAt < startedAt);
  const isRaced = own.some((one) => last && one !== last && one.endedAt >= last.startedAt);
  return isRaced ? undefined : (last?.operation ?? 'create');
}
