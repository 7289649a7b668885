import { sameRefusal } from '../judge/sameness.ts';
import { type Answer, isObject, readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';

/** All exchanges of a run, and which belong together. */
export interface Log {
  /** In the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  /** Those of the check that made this one, up to it. */
  before(exchange: Exchange): readonly Exchange[];
  /** The id of the report that an exchange asks for or has made. */
  reportOf(exchange: Exchange): string | undefined;
  /** Every exchange about a report, up to one of them. */
  historyOf(report: string, until: Exchange): readonly Exchange[];
  /** Whether somebody had fetched the report before that an exchange is about. */
  wasSeen(exchange: Exchange): boolean;
  /** Whether somebody had tried to delete that report before. */
  wasTried(exchange: Exchange): boolean;
  /** The first fetch, after an exchange, of the report that it is about. */
  lookAfter(exchange: Exchange): Exchange | undefined;
  /** A report of this run is not there, though nobody was told that it is deleted. */
  hasVanished(exchange: Exchange): boolean;
  /** What was posted to make the report that an exchange is about. */
  sentFor(exchange: Exchange): unknown;
}

export const createdId = (exchange: Exchange): string | undefined => {
  if (exchange.operation !== 'create') return undefined;
  const { outcome, body } = readAnswer(exchange);
  if (outcome !== 'success' || (typeof body.id !== 'string' && typeof body.id !== 'number'))
    return undefined;
  return String(body.id);
};

export const inOrder = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  [...exchanges].sort((a, b) => a.startedAt - b.startedAt);

const parsed = (text: string | undefined): unknown => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** `checks` has, for an exchange, all those of the check that made it. */
export const logOf = (
  all: readonly Exchange[],
  checks: { get(exchange: Exchange): readonly Exchange[] | undefined },
): Log => {
  const exchanges = inOrder(all);
  const reports = new Map<Exchange, string | undefined>();
  const reportOf = (exchange: Exchange): string | undefined => {
    if (!reports.has(exchange)) reports.set(exchange, exchange.about.report ?? createdId(exchange));
    return reports.get(exchange);
  };
  const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();
  let absent: Answer[] | undefined;
  /** How deletions of reports that never were are refused. */
  const absentDeletes = (): Answer[] => {
    const made = new Set(exchanges.map((one) => createdId(one)?.toLowerCase()));
    absent ??= exchanges
      .filter(
        ({ operation, about, caller }) =>
          operation === 'delete' &&
          caller.startsWith('tokens.') &&
          about.report !== undefined &&
          !made.has(about.report.toLowerCase()),
      )
      .map((one) => readAnswer(one))
      .filter(({ outcome }) => outcome === 'refusal');
    return absent;
  };
  return {
    exchanges,
    reportOf,
    before: (exchange) =>
      inOrder(checks.get(exchange) ?? [exchange]).filter(
        (one) => one === exchange || one.endedAt <= exchange.startedAt,
      ),
    historyOf: (report, until) =>
      exchanges.filter(
        (one) => same(reportOf(one), report) && (one === until || one.startedAt < until.startedAt),
      ),
    hasVanished: (exchange) => {
      const report = reportOf(exchange);
      const answer = readAnswer(exchange);
      if (report === undefined || answer.outcome !== 'refusal') return false;
      const history = exchanges.filter((one) => same(reportOf(one), report));
      if (!history.some((one) => createdId(one) !== undefined)) return false;
      const isDeleted = history.some(
        (one) =>
          one.operation === 'delete' &&
          one.about.service === exchange.about.service &&
          one.startedAt < exchange.startedAt &&
          readAnswer(one).outcome === 'success',
      );
      if (isDeleted || exchange.operation === 'fetch') return !isDeleted;
      // Not allowed is not the same as not there.
      return absentDeletes().some((one) => sameRefusal(answer, one));
    },
    wasTried: (exchange) => {
      const report = reportOf(exchange);
      return exchanges.some(
        (one) =>
          report !== undefined &&
          one.operation === 'delete' &&
          one.startedAt < exchange.endedAt &&
          same(reportOf(one), report),
      );
    },
    wasSeen: (exchange) => {
      const report = reportOf(exchange);
      return exchanges.some(
        (one) =>
          report !== undefined &&
          one.operation === 'fetch' &&
          one.startedAt < exchange.startedAt &&
          same(reportOf(one), report) &&
          readAnswer(one).outcome === 'success',
      );
    },
    lookAfter: (exchange) => {
      const report = reportOf(exchange);
      return exchanges.find(
        (one) =>
          one.operation === 'fetch' &&
          one.startedAt > exchange.startedAt &&
          report !== undefined &&
          same(reportOf(one), report),
      );
    },
    sentFor: (exchange) => {
      const report = reportOf(exchange);
      const made =
        report === undefined
          ? undefined
          : exchanges.find((one) => one.operation === 'create' && same(reportOf(one), report));
      return made && parsed(made.request.body);
    },
  };
};
