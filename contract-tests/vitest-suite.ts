import { beforeAll, describe, expect, test } from 'vitest';
import { allClauses } from '../src/spec/clauses.ts';
import type { ClauseResult } from './model/verdict.ts';
import { safeCopy } from './reporters/escaped.ts';
import type { RunResult } from './run/result.ts';
import { verify } from './run/verify.ts';
import { curl } from './talk/exchange.ts';
import type { Target } from './target/target.ts';

/** What vitest hands to a hook: its suite, in which `-t` has marked the tests to run. */
interface Marked {
  readonly tasks: readonly { readonly name: string; readonly mode: string }[];
}

const complaint = ({ sentence, findings }: ClauseResult): string =>
  [
    sentence,
    ...findings
      .slice(0, 3)
      .flatMap(({ expected, actual, exchange }) => [
        `expected  ${expected}`,
        `actual    ${actual}`,
        ...(exchange ? [curl(exchange)] : []),
      ]),
  ].join('\n');

/** Every clause as a vitest test, judged by the same run that `abuse-feed verify` makes. */
export const describeContract = (read: () => Target): void => {
  describe('contract', () => {
    let result: RunResult | undefined;
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the first argument as fixtures
    beforeAll(async ({}, suite: Marked) => {
      const only = suite.tasks.filter(({ mode }) => mode === 'run').map(({ name }) => name);
      const chosen = only.length <= allClauses().length ? { only } : {};
      result = await verify(read(), chosen);
    }, 600_000);

    for (const { id, sentence } of allClauses())
      test(id, ({ skip }) => {
        const clause = result?.clauses.find((one) => one.id === id);
        if (!clause) throw new Error(`${id} was not judged`);
        if (clause.verdict === 'broken') expect.fail(complaint(safeCopy(clause)));
        if (clause.verdict !== 'met' && clause.verdict !== 'observed')
          skip(safeCopy(`${clause.verdict}: ${clause.reason ?? sentence}`));
      });

    /** What could not be judged must not turn green. */
    test('the run is conclusive', () => {
      if (result?.verdict === 'inconclusive') expect.fail(safeCopy(result.summary));
    });
  });
};
