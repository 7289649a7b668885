import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allClauses } from '../src/spec/clauses/clauses.ts';
import { isObject } from '../src/values/objects.ts';
import { checkOptions, checkRunner, checkTarget } from './checked-calls.ts';
import { replayCommand, writeCause } from './judging/reporters/cause-files.ts';
import { causeText } from './judging/reporters/cause-lines.ts';
import { safeCopy } from './judging/reporters/safe-copy.ts';
import { causeBehind } from './judging/reporters/view.ts';
import type { ClauseResult } from './judging/verdict/verdict.ts';
import { judgeTarget, type VerifyOptions, type VerifyResult } from './service/judge-target.ts';
import type { Target } from './service/target/target.ts';

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

const runLimitMs = 600_000;

/** The cause as `verify` prints it, at its own clause; the clauses that go with it name that one. */
function complaint(result: VerifyResult, clause: ClauseResult, folder: () => string): string {
  const { id, sentence, findings } = clause;
  const nth = causeBehind(clause, result.causes);
  const cause = result.causes[nth];
  if (!cause) return [sentence, ...findings.slice(0, 1).map(({ actual }) => actual)].join('\n');
  if (cause.clause !== id) return `${sentence}\nIt goes with ${cause.clause}: ${cause.title}`;
  const file = writeCause(folder(), cause, nth);
  const repeat = file === undefined ? [] : [`repeat    ${replayCommand(file, result.target)}`];
  return [...causeText(cause), ...repeat].join('\n');
}

/**
 * A body without parameters, which is told all the same what a runner hands over: vitest takes parameters
 * for fixtures, jest and mocha for a callback.
 */
function withoutParameters<Result>(body: (...handed: Handed[]) => Result) {
  return function (this: unknown): Result {
    // biome-ignore lint/complexity/noArguments: a rest parameter is a parameter to vitest
    const handed = [this, ...arguments];
    return body(...handed.filter((one): one is Handed => typeof one === 'object' && one !== null));
  };
}

/**
 * Every clause as a test of your own suite, judged by one run, the same that `abuse-feed verify` makes. What
 * could not be tested is skipped, with the reason; jest cannot skip a test that runs, so there it passes.
 *
 * ```ts
 * import * as runner from 'vitest';
 * describeContract(() => readTarget('my-server.yaml'), { runner });
 * ```
 */
export function describeContract(
  target: Target | (() => Target | Promise<Target>),
  options: VerifyOptions & {
    /** The module of the runner; where its functions are global, it need not be named. */
    readonly runner?: TestRunner;
  } = {},
): void {
  if (typeof target !== 'function') checkTarget('describeContract()', target);
  const { runner = globalThis as unknown as TestRunner, ...run } = Object(
    options,
  ) as typeof options;
  checkOptions('describeContract()', isObject(options) ? run : options);
  checkRunner(runner);
  const { describe, it, beforeAll = runner.before } = runner;
  const all = allClauses().map(({ id }) => id);
  const ids = all.filter((id) => run.only?.includes(id) ?? true);

  describe('contract', () => {
    let result: VerifyResult | undefined;
    let folder: string | undefined;
    const causesIn = (): string => {
      folder ??= mkdtempSync(join(tmpdir(), 'abuse-feed-causes-'));
      return folder;
    };
    beforeAll?.(
      withoutParameters(async (...handed) => {
        for (const one of handed) one.timeout?.(runLimitMs);
        const tasks = handed.find((one) => one.tasks)?.tasks ?? [];
        const marked = tasks.filter(({ mode }) => mode === 'run').map(({ name }) => name);
        const isNarrowed = tasks.length > 0 && marked.length <= ids.length;
        const only = isNarrowed ? ids.filter((id) => marked.includes(id)) : run.only;
        const judged = typeof target === 'function' ? await target() : target;
        checkTarget('describeContract()', judged);
        result = safeCopy(await judgeTarget(judged, { ...run, ...(only && { only }) }));
      }),
      runLimitMs,
    );

    for (const id of ids)
      it(
        id,
        withoutParameters((...handed) => {
          const clause = result?.clauses.find((one) => one.id === id);
          if (!result || !clause) throw new Error(`${id} was not judged`);
          if (clause.verdict === 'broken') throw new Error(complaint(result, clause, causesIn));
          const { verdict, reason = clause.sentence } = clause;
          if (verdict !== 'met' && verdict !== 'observed')
            handed.find((one) => one.skip)?.skip?.(`${verdict}: ${reason}`);
        }),
      );

    /** What could not be judged must not turn green. */
    it(
      'the run is conclusive',
      withoutParameters(() => {
        if (!result || result.verdict === 'inconclusive' || result.aborted)
          throw new Error(result?.summary ?? 'there was no run');
      }),
    );
  });
}
