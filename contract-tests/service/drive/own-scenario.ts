import type { Caller } from '../../judging/caller.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import type { OwnClauseId } from '../../judging/verdict/own-clause.ts';
import type { Callers } from '../requests/callers.ts';
import type { Draft } from '../requests/draft.ts';
import type { Scenario } from './scenario.ts';

/** The context of your own scenarios. The default feed is the first of the target. */
export interface OwnContext {
  readonly callers: Callers;
  /** A valid report that was never sent before. */
  draft(changes?: Partial<Draft>): Draft;
  create(caller: Caller, sent: unknown, service?: string): PromiseLike<Answer>;
  fetch(caller: Caller, id: string, service?: string): PromiseLike<Answer>;
  delete(caller: Caller, id: string, service?: string): PromiseLike<Answer>;
  lookup(caller: Caller, hash: string): PromiseLike<Answer>;
}

/** Your own requests. The responses are judged by all clauses; reports they create are deleted again. */
export interface OwnScenario {
  readonly name: string;
  /** Your clauses that it tests. */
  readonly clauses: readonly OwnClauseId[];
  readonly run: (context: OwnContext) => PromiseLike<unknown>;
}

export function asScenario({ name, clauses, run }: OwnScenario): Scenario {
  return {
    name,
    clauses,
    stage: 'main',
    run: async ({ api, callers, draft }) =>
      run({
        callers,
        draft,
        create: (caller, sent, service) => api.create(caller, sent, service),
        fetch: (caller, id, service) => api.fetch(caller, id, service),
        delete: (caller, id, service) => api.delete(caller, id, service),
        lookup: (caller, hash) => api.lookup(caller, hash),
      }),
  };
}
