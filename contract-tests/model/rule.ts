import type { Operation } from '../talk/exchange.ts';
import type { Step } from './step.ts';

/** What is wrong with an answer, in words. */
export interface Failure {
  readonly expected: string;
  readonly actual: string;
}

/** One statement of the specification and what it demands of the answers it is about. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  /** fixed: the specification says it. derived: it follows from what it says. */
  readonly kind: 'fixed' | 'derived';
  readonly sentence: string;
  /** The operation whose answers it is about. */
  readonly on: Operation;
  /** Whether it says anything about this answer. */
  readonly when: (step: Step) => boolean;
  /** True where the answer meets it. */
  readonly demand: (step: Step) => true | Failure;
  /** Keys of the target file without which no run can try it. */
  readonly needs?: readonly string[];
  /** Traffic that would show it; absent where any call of the operation does. */
  readonly shownBy?: string;
  /** Why nobody can tell who hears only part of the traffic. */
  readonly onlyAlone?: string;
}

type Statement = Pick<Rule, 'section' | 'kind' | 'sentence'>;

export const rule = (id: string, statement: Statement & Omit<Rule, 'id' | keyof Statement>): Rule => ({
  id,
  ...statement,
});

export const failure = (expected: string, actual: string): Failure => ({ expected, actual });

/** The one demand of all rules about who and what is refused. */
export const isRefused = ({ answer, says }: Step): true | Failure =>
  answer.outcome !== 'success' || failure('this request to be refused', says);

export const succeeds = ({ answer, says }: Step): true | Failure =>
  answer.outcome === 'success' || failure('this request to succeed', says);
