import type { Clause } from '../clause.ts';
import type { Answer } from '../talk/answer.ts';
import type { JudgedStep, Rule } from './rule.ts';

/** The id of a clause beyond the specification. */
export type OwnClauseId = `own/${string}`;

/** A clause of your own, judged in addition to those of the specification. */
export interface OwnClause {
  readonly id: OwnClauseId;
  /** What it demands, for reports. */
  readonly sentence: string;
  /** The operation whose responses are judged. */
  readonly on: string;
  /** The responses it applies to. Default: all readable ones of the operation. */
  readonly when?: (answer: Answer) => boolean;
  /** Returns true if a response meets it, or what is wrong. */
  readonly demand: (
    answer: Answer,
  ) => true | { readonly expected: string; readonly actual: string };
}

export function asClause({ id, sentence }: OwnClause, area: string): Clause {
  return {
    id,
    sentence,
    section: 'own',
    heading: 'own',
    kind: 'own',
    area,
  };
}

export function asRule({ id, on, when = () => true, demand }: OwnClause): Rule<JudgedStep> {
  return {
    id,
    on,
    when: ({ answer }) => when(answer),
    demand: ({ answer }) => demand(answer),
  };
}
