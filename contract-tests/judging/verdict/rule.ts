import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { isUuid } from '../../service/model/formats.ts';
import { isUncertain } from '../../service/model/known/known-report.ts';
import { sameText } from '../../service/model/sameness.ts';
import type { Step } from '../../service/model/step.ts';
import type { OperationId } from '../talk/exchange.ts';
import { formatAnswer } from '../talk/format.ts';
import type { Sign } from './sign.ts';

/** The id of a clause beyond the specification. */
export type OwnClauseId = `own/${string}`;

/** What is wrong with a response. */
export interface Failure {
  readonly expected: string;
  readonly actual: string;
  /** Clauses that explain this failure if they are broken as well. */
  readonly rests?: readonly ClauseId[];
  readonly sign?: Sign;
}

/** When a clause applies to a response, and what it demands. Sends no requests. */
export interface Rule {
  readonly id: ClauseId | OwnClauseId;
  /** The operation whose responses are judged. */
  readonly on: OperationId;
  readonly when: (step: Step) => boolean;
  /** Returns true if the response meets it. */
  readonly demand: (step: Step) => true | Failure;
  /** Clauses that explain this one if they are broken as well. */
  readonly rests?: readonly ClauseId[];
  /** A refusal is proof only for a caller whose token the target is known to accept. */
  readonly needsKnownCaller?: boolean;
  /** For listeners, which see part of the traffic: what tests it. Default: any request of the operation. */
  readonly traffic?: string;
  /** The scenario that makes the requests it needs, where that does not list it itself. */
  readonly shownBy?: string;
  /** Why a listener, which sees part of the traffic, never finds it broken. */
  readonly unobservable?: string;
}

export const rule = (id: ClauseId, of: Omit<Rule, 'id'>): Rule => ({ id, ...of });

export const failure = (
  expected: string,
  actual: string,
  more: { readonly rests?: readonly ClauseId[]; readonly sign?: Sign } = {},
): Failure => ({ expected, actual, ...more });

/** Whether a fetch returned another report than requested. */
export const showsAnother = ({ fetched, exchange: { about } }: Step): boolean =>
  isUuid(fetched?.id) && !sameText(fetched?.id, about.report);

/** Whether the response contains the requested report, and its creation was seen. */
export const isShown = (step: Step): boolean =>
  step.fetched !== undefined &&
  step.report !== undefined &&
  step.report.creator !== '' &&
  !isUncertain(step.report) &&
  !showsAnother(step);

/** The demand of all rules about refusals. */
export const isRefused = (step: Step): true | Failure =>
  step.answer.outcome !== 'success' ||
  failure('this request to be refused', formatAnswer(step.answer), {
    // A server that finds a report for any id also finds one for this.
    ...(!sameText(step.fetched?.id, step.exchange.about.report) && {
      rests: ['fetch/unknown-id-is-refused'] as const,
    }),
    sign: { shows: 'success' },
  });

/**
 * The demand of all rules about deletions that must succeed. A report that was never stored, or has
 * disappeared, cannot be deleted.
 */
export const succeeds = ({ answer, reportState, report }: Step): true | Failure =>
  answer.outcome === 'success' ||
  failure('this request to succeed', formatAnswer(answer), {
    rests: [
      ...(report && report.seenAt === undefined ? (['fetch/stored-report-is-found'] as const) : []),
      ...(reportState?.suspects ?? []),
      'fetch/report-stays',
    ],
    sign: { shows: 'refusal' },
  });
