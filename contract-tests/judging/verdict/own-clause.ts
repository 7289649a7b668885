import type { Area, Clause } from '../../../src/spec/clauses.ts';
import type { Answer } from '../talk/answer.ts';
import type { OperationId } from '../talk/exchange.ts';
import type { OwnClauseId, Rule } from './rule.ts';

/** A clause of your own, judged in addition to those of the specification. */
export interface OwnClause {
  readonly id: OwnClauseId;
  /** What it demands, for reports. */
  readonly sentence: string;
  /** The operation whose responses are judged. */
  readonly on: OperationId;
  /** The responses it applies to. Default: all readable ones of the operation. */
  readonly when?: (answer: Answer) => boolean;
  /** Returns true if a response meets it, or what is wrong. */
  readonly demand: (
    answer: Answer,
  ) => true | { readonly expected: string; readonly actual: string };
}

/** A clause of the specification, or your own. */
export interface JudgedClause extends Omit<Clause, 'kind'> {
  readonly kind: Clause['kind'] | 'own';
  /** Set where the id does not contain it. */
  readonly area?: Area;
}

export const asClause = ({ id, sentence, on }: OwnClause): JudgedClause => ({
  ...{ id, sentence, section: 'own', kind: 'own' },
  area: on === 'lookup' ? 'lookup' : 'feed',
});

export const asRule = ({ id, on, when = () => true, demand }: OwnClause): Rule => ({
  ...{ id, on },
  when: ({ answer }) => when(answer),
  demand: ({ answer }) => demand(answer),
});
