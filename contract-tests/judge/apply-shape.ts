import type { Answer } from '../talk/answer.ts';
import type { Evidence } from './evidence.ts';
import type { Judgement, Requirement } from './shape.ts';

/** What was found of one body, by what was required of it: the same body is always judged alike. */
export type Judgements = Map<readonly Requirement[], readonly (Judgement | undefined)[]>;

/** An answer that was read, with what was found of its body when it came before. */
export interface ReadAnswer extends Answer {
  readonly judgements?: Judgements;
}

export type Apply = (list: readonly Requirement[], value: unknown, answer: ReadAnswer) => void;

/** Holds the value in an answer to a list of requirements, and notes what comes of it. */
export const applyingTo =
  (evidence: Evidence): Apply =>
  (list, value, { exchange, judgements: known }) => {
    const judgements = known?.get(list) ?? list.map(({ judge }) => judge(value));
    known?.set(list, judgements);
    for (const [nth, { clause }] of list.entries()) {
      const judgement = judgements[nth];
      if (judgement?.ok) evidence.met(clause);
      else if (judgement) evidence.broken({ clause, ...judgement, exchange });
    }
  };
