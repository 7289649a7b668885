import type { OwnClauseId } from '../model/rule.ts';
import type { Answer } from '../talk/answer.ts';
import type { Caller, Callers } from '../talk/callers.ts';
import type { Draft } from '../talk/draft.ts';
import type { Scenario } from './scenario.ts';

/** What a scenario of your own works with. A feed that is not named is the first of the target. */
export interface OwnContext {
  readonly callers: Callers;
  /** A valid report nobody has posted before. */
  draft(changes?: Partial<Draft>): Draft;
  create(caller: Caller, sent: unknown, service?: string): PromiseLike<Answer>;
  fetch(caller: Caller, id: string, service?: string): PromiseLike<Answer>;
  delete(caller: Caller, id: string, service?: string): PromiseLike<Answer>;
  lookup(caller: Caller, hash: string): PromiseLike<Answer>;
}

/** Requests of your own. Their answers are judged by all clauses; what they create is deleted again. */
export interface OwnScenario {
  readonly name: string;
  /** Those of your clauses that it is to show. */
  readonly clauses: readonly OwnClauseId[];
  readonly run: (context: OwnContext) => PromiseLike<unknown>;
}

export const asScenario = ({ name, clauses, run }: OwnScenario): Scenario => ({
  ...{ name, clauses, stage: 'main' },
  run: async ({ api: { create, fetch, delete: remove, lookup }, callers, draft }) =>
    run({
      ...{ callers, draft, create, fetch, delete: remove },
      lookup: (caller, hash) => lookup(caller, hash),
    }),
});
