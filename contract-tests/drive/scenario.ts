import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { OwnClauseId } from '../model/rule.ts';
import type { Context } from './context.ts';

/**
 * first-calls: one call with each limited token, after at most one other lookup, so that a count shared
 * between callers shows. spend: all other calls with limited tokens. last: after all others.
 */
export type RunStage = 'first-calls' | 'main' | 'spend' | 'last';

/** Requests whose responses test some clauses. It judges nothing: the model sees every exchange. */
export interface Scenario {
  readonly name: string;
  readonly clauses: readonly (ClauseId | OwnClauseId)[];
  readonly stage: RunStage;
  readonly run: (context: Context) => Promise<unknown>;
  /** Its parts, if each can run alone. */
  readonly parts?: (context: Context) => readonly Pick<Scenario, 'name' | 'run'>[];
}

export const scenario = (
  name: string,
  clauses: readonly ClauseId[],
  run: Scenario['run'],
  stage: RunStage = 'main',
): Scenario => ({ name, clauses, stage, run });

/** A refusal must persist: the first one is requested five times, others twice. */
export const attempts = (isFirst: boolean): readonly number[] =>
  isFirst ? [1, 2, 3, 4, 5] : [1, 2];
