import type { Context } from './context.ts';

/**
 * probe: the first call of each limited token, before anybody else looks anything up, so that a
 * count shared between callers shows. spend: the rest of them. last: after all else, before cleaning up.
 */
export type Stage = 'probe' | 'main' | 'spend' | 'last';

export interface Check {
  readonly clauses: readonly string[];
  readonly stage: Stage;
  /** Where it ends without complaint: are its clauses met, or is that left to what was judged? */
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

/** A check that reads like its clause and proves it by ending without complaint. */
export const clause = (id: string, run: Run, stage: Stage = 'main'): void =>
  register({ clauses: [id], stage, proves: true }, run);

/** Requests that give the judge something to judge these clauses by, on every exchange of the run. */
export const provokes = (ids: readonly string[], run: Run, stage: Stage = 'main'): void =>
  register({ clauses: ids, stage, proves: false }, run);

export const allChecks = (): readonly Check[] => registry;
