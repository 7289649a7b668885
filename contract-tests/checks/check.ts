import type { Context } from './context.ts';

/**
 * first-calls: one call of each limited token, before anybody else looks anything up, so that a count
 * shared between callers shows. spend: all other calls of limited tokens. last: after all other checks.
 */
export type Stage = 'first-calls' | 'main' | 'spend' | 'last';

export interface Check {
  readonly clauses: readonly string[];
  readonly stage: Stage;
  /** Whether its clauses are met when it ends; otherwise only what the judge saw counts. */
  readonly proves: boolean;
  readonly run: (context: Context) => Promise<void>;
}

const registry: Check[] = [];

type Run = (context: Context) => Promise<unknown>;

const register = (check: Omit<Check, 'run'>, run: Run): void => {
  registry.push({
    ...check,
    run: async (context) => {
      await run(context);
    },
  });
};

/** A check that proves its clause by ending. */
export const clause = (id: string, run: Run, stage: Stage = 'main'): void =>
  register({ clauses: [id], stage, proves: true }, run);

/** Requests whose answers show the judge whether these clauses hold. */
export const provokes = (ids: readonly string[], run: Run, stage: Stage = 'main'): void =>
  register({ clauses: ids, stage, proves: false }, run);

export const allChecks = (): readonly Check[] => registry;
