import type { Context } from './context.ts';

/** A clause cannot be tested; the reason names the key of the target file that would unlock it. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';
  constructor(keyOrReason: string) {
    super(/^[\w.[\]]+$/.test(keyOrReason) ? `the target file has no ${keyOrReason}` : keyOrReason);
  }
}

/** The target did what the clause rules out. */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly clause: string | undefined;
  readonly expected: string;
  readonly actual: string;
  readonly exchange: import('../talk/exchange.ts').Exchange | undefined;
  constructor(finding: {
    readonly clause?: string | undefined;
    readonly expected: string;
    readonly actual: string;
    readonly exchange?: import('../talk/exchange.ts').Exchange | undefined;
  }) {
    super(`${finding.expected}, but ${finding.actual}`);
    this.clause = finding.clause;
    this.expected = finding.expected;
    this.actual = finding.actual;
    this.exchange = finding.exchange;
  }
}

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
