import { allClauses } from '../src/spec/clauses.ts';
import type { ClauseResult } from './model/verdict.ts';
import { safeCopy } from './reporters/escaped.ts';
import type { RunResult } from './run/result.ts';
import { type VerifyOptions, verify } from './run/verify.ts';
import { exchangeCurl } from './talk/exchange.ts';
import type { Target } from './target/target.ts';

/** What vitest, node:test, jest and mocha have in common; `before` is called `beforeAll` in some. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => void) => unknown;
  readonly before?: (body: () => Promise<void>) => unknown;
  readonly beforeAll?: (body: () => Promise<void>, limit: number) => unknown;
}

/** What runners hand to a test or a hook, by an argument or as `this`. jest hands over nothing. */
interface Handed {
  readonly skip?: (reason?: string) => unknown;
  readonly timeout?: (ms: number) => unknown;
  /** Of a suite of vitest, in which `-t` has marked the tests to run. */
  readonly tasks?: readonly { readonly name: string; readonly mode: string }[];
}

const limit = 600_000;

const complaint = ({ sentence, findings }: ClauseResult): string =>
  [
    sentence,
    ...findings
      .slice(0, 3)
      .flatMap(({ expected, actual, exchange }) => [
        `expected  ${expected}`,
        `actual    ${actual}`,
        ...(exchange ? [exchangeCurl(exchange)] : []),
      ]),
  ].join('\n');

/**
 * A body without parameters, which is told all the same what a runner hands over: vitest takes parameters
 * for fixtures, jest and mocha for a callback.
 */
const withoutParameters = <Result>(body: (...handed: Handed[]) => Result) =>
  function (this: unknown): Result {
    // biome-ignore lint/complexity/noArguments: a rest parameter is a parameter to vitest
    const handed = [this, ...arguments];
    return body(...handed.filter((one): one is Handed => typeof one === 'object' && one !== null));
  };

/**
 * Every clause as a test of your own suite, judged by one run, the same that `abuse-feed verify` makes. What
 * could not be tested is skipped, with the reason; jest cannot skip a test that runs, so there it passes.
 *
 * ```ts
 * import * as runner from 'vitest';
 * describeContract(() => readTarget('my-server.yaml'), { runner });
 * ```
 */
export const describeContract = (
  target: Target | (() => Target | Promise<Target>),
  options: VerifyOptions & {
    /** The module of the runner; where its functions are global, it need not be named. */
    readonly runner?: TestRunner;
  } = {},
): void => {
  const { runner = globalThis as unknown as TestRunner, ...run } = options;
  const { describe, it, beforeAll = runner.before } = runner;
  const all = [...allClauses(), ...(run.clauses ?? [])].map(({ id }) => id);
  const ids = all.filter((id) => run.only?.includes(id) ?? true);

  describe('contract', () => {
    let result: RunResult | undefined;
    beforeAll?.(
      withoutParameters(async (...handed) => {
        for (const one of handed) one.timeout?.(limit);
        const tasks = handed.find((one) => one.tasks)?.tasks ?? [];
        const marked = tasks.filter(({ mode }) => mode === 'run').map(({ name }) => name);
        const isNarrowed = tasks.length > 0 && marked.length <= ids.length;
        const only = isNarrowed ? ids.filter((id) => marked.includes(id)) : run.only;
        result = await verify(typeof target === 'function' ? await target() : target, {
          ...run,
          ...(only && { only }),
        });
      }),
      limit,
    );

    for (const id of ids)
      it(
        id,
        withoutParameters((...handed) => {
          const clause = result?.clauses.find((one) => one.id === id);
          if (!clause) throw new Error(`${id} was not judged`);
          if (clause.verdict === 'broken') throw new Error(complaint(safeCopy(clause)));
          const { verdict, reason = clause.sentence } = clause;
          if (verdict !== 'met' && verdict !== 'observed')
            handed.find((one) => one.skip)?.skip?.(safeCopy(`${verdict}: ${reason}`));
        }),
      );

    /** What could not be judged must not turn green. */
    it(
      'the run is conclusive',
      withoutParameters(() => {
        if (!result || result.verdict === 'inconclusive' || result.aborted)
          throw new Error(safeCopy(result?.summary ?? 'there was no run'));
      }),
    );
  });
};
