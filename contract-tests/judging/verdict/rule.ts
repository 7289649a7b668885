import type { Who } from '../caller.ts';
import type { Answer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { formatAnswer } from '../talk/format.ts';
import type { Contradiction } from './seen-values.ts';
import type { Sign } from './sign.ts';

/** What is wrong with a response. */
export interface Failure {
  readonly expected: string;
  readonly actual: string;
  /** Clauses that explain this failure if they are broken as well. */
  readonly rests?: readonly string[];
  readonly sign?: Sign;
  /** Which of two values is wrong is decided at the end, by how often they were seen. */
  readonly contradicts?: Contradiction;
  /** Wrong by one reading only, in doubt for the server: a remark, which does not decide. */
  readonly isDebatable?: boolean;
}

/** One exchange as rules see it; services add what was known before. */
export interface JudgedStep {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly who: Who;
}

/** What is known of a rule without a step. */
export interface RuleFacts {
  /** Its clause. */
  readonly id: string;
  /** The operation whose responses are judged. */
  readonly on: string;
  /** Clauses that explain this one if they are broken as well. */
  readonly rests?: readonly string[];
  /** A refusal is proof only for a caller whose token the target is known to accept. */
  readonly needsKnownCaller?: boolean;
  /** Whether it is about the form of a response, whatever was requested. Default: false. */
  readonly isForm?: boolean;
  /** Whether it also judges responses that cannot be read. Default: false. */
  readonly judgesUnreadable?: boolean;
  /** For listeners, which see part of the traffic: what tests it. Default: any request of the operation. */
  readonly traffic?: string;
  /** The scenario that makes the requests it needs, where that does not list it itself. */
  readonly shownBy?: string;
  /** Why a listener, which sees part of the traffic, never finds it broken. */
  readonly unobservable?: string;
}

/** When a clause applies to a response, and what it demands. Sends no requests. */
export interface Rule<Step extends JudgedStep> extends RuleFacts {
  readonly when: (step: Step) => boolean;
  /** Returns true if the response meets it. */
  readonly demand: (step: Step) => true | Failure;
}

export function failure(
  expected: string,
  actual: string,
  more: Pick<Failure, 'rests' | 'sign' | 'contradicts'> = {},
): Failure {
  return { expected, actual, ...more };
}

/** What another reading of the specification allows. */
export function debatable(expected: string, actual: string): Failure {
  return { expected, actual, isDebatable: true };
}

/** The demand of rules about requests that must be refused. */
export function demandRefusal({ answer }: JudgedStep): true | Failure {
  return (
    answer.outcome !== 'success' ||
    failure('this request to be refused', formatAnswer(answer), { sign: { shows: 'success' } })
  );
}

/** The demand of rules about requests that must succeed. */
export function demandSuccess({ answer }: JudgedStep): true | Failure {
  return (
    answer.outcome === 'success' ||
    failure('this request to succeed', formatAnswer(answer), { sign: { shows: 'refusal' } })
  );
}
