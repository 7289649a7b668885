import type { Area, Clause } from '../../src/spec/clauses.ts';
import type { Answer } from '../talk/answer.ts';
import type { OperationId } from '../talk/exchange.ts';
import type { OwnClauseId, Rule } from './rule.ts';

/** A clause of your own. It is judged beside those of the specification, never instead of one. */
export interface OwnClause {
  readonly id: OwnClauseId;
  /** What it demands, for the reports. */
  readonly sentence: string;
  /** The operation whose answers show it. */
  readonly on: OperationId;
  /** The answers it is about: all of the operation that can be read, unless this says otherwise. */
  readonly when?: (answer: Answer) => boolean;
  /** True where an answer meets it, or what is wrong with it. */
  readonly demand: (
    answer: Answer,
  ) => true | { readonly expected: string; readonly actual: string };
}

/** A clause of the specification, or one beside it. */
export interface JudgedClause extends Omit<Clause, 'kind'> {
  readonly kind: Clause['kind'] | 'own';
  /** Where the id does not say it. */
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
