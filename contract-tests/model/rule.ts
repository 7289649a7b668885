import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { OperationId } from '../talk/exchange.ts';
import { formatAnswer } from '../talk/format.ts';
import { isUuid } from './formats.ts';
import { sameText } from './sameness.ts';
import type { Sign } from './sign.ts';
import type { Step } from './step.ts';

/** Of a clause beside the specification. */
export type OwnClauseId = `own/${string}`;

/** What is wrong with an answer, in words. */
export interface Failure {
  readonly expected: string;
  readonly actual: string;
  /** Clauses that explain this one where they are broken as well. */
  readonly rests?: readonly ClauseId[];
  readonly sign?: Sign;
}

/** When a clause applies to an answer, and what it demands of it. No request is made here. */
export interface Rule {
  readonly id: ClauseId | OwnClauseId;
  /** The operation whose answers show it. */
  readonly on: OperationId;
  readonly when: (step: Step) => boolean;
  /** True where the answer meets it. */
  readonly demand: (step: Step) => true | Failure;
  /** Clauses that explain this one where they are broken as well. */
  readonly rests?: readonly ClauseId[];
  /** A refusal proves it only of a caller whose token the target is seen to know. */
  readonly needsKnownCaller?: boolean;
  /** The traffic that puts it to the test, for whoever hears only part of it; any of the operation, where absent. */
  readonly traffic?: string;
  /** Why no traffic shows it to be broken to whoever hears only part of it. */
  readonly unheard?: string;
}

export const rule = (id: ClauseId, of: Omit<Rule, 'id'>): Rule => ({ id, ...of });

export const failure = (
  expected: string,
  actual: string,
  more: { readonly rests?: readonly ClauseId[]; readonly sign?: Sign } = {},
): Failure => ({ expected, actual, ...more });

/** Whether a fetch shows another report than it asked for. */
export const showsAnother = ({ shown, exchange: { about } }: Step): boolean =>
  isUuid(shown?.id) && !sameText(shown?.id, about.report);

/** What is shown of a report whose creation was seen, and of no other. */
export const isShown = (step: Step): boolean =>
  step.shown !== undefined &&
  step.report !== undefined &&
  step.report.creator !== '' &&
  !showsAnother(step);

/** The demand of all rules about who and what is refused. */
export const isRefused = (step: Step): true | Failure =>
  step.answer.outcome !== 'success' ||
  failure('this request to be refused', formatAnswer(step.answer), {
    // Whoever finds something for any id finds it for this one.
    ...(!sameText(step.shown?.id, step.exchange.about.report) && {
      rests: ['fetch/unknown-id-is-refused'] as const,
    }),
    sign: { shows: 'success' },
  });

/** What was never there, or has vanished, cannot be deleted. */
export const succeeds = ({ answer, look, report }: Step): true | Failure =>
  answer.outcome === 'success' ||
  failure('this request to succeed', formatAnswer(answer), {
    rests: [
      ...(report && report.seenAt === undefined ? (['fetch/stored-report-is-found'] as const) : []),
      ...(look?.suspects ?? []),
      'fetch/report-stays',
    ],
    sign: { shows: 'refusal' },
  });
