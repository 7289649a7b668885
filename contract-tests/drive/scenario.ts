import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { OwnClauseId } from '../model/rule.ts';
import type { Context } from './context.ts';

/**
 * first-calls: one call of each limited token, when others have made one lookup at most, so that a count
 * shared between callers shows. spend: all other calls of limited tokens. last: after all others.
 */
export type RunStage = 'first-calls' | 'main' | 'spend' | 'last';

/** Requests whose answers put some clauses to the test. It judges nothing: the model sees every exchange. */
export interface Scenario {
  readonly name: string;
  readonly clauses: readonly (ClauseId | OwnClauseId)[];
  readonly stage: RunStage;
  readonly run: (context: Context) => Promise<unknown>;
  /** What it is made of, where each can be played alone. */
  readonly parts?: (context: Context) => readonly Pick<Scenario, 'name' | 'run'>[];
}

export const scenario = (
  name: string,
  clauses: readonly ClauseId[],
  run: Scenario['run'],
  stage: RunStage = 'main',
): Scenario => ({ name, clauses, stage, run });

/** A refusal that gives in is none: each is asked for so often the first time, and twice in other places. */
export const attempts = (isFirst: boolean): readonly number[] =>
  isFirst ? [1, 2, 3, 4, 5] : [1, 2];
