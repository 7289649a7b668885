import { checkOptions, checkTarget } from './checked-calls.ts';
import { judgeTarget, type VerifyOptions, type VerifyResult } from './service/judge-target.ts';
import type { Target } from './service/target/target.ts';

export { describeContract, type TestRunner } from './describe-contract.ts';
export { htmlReport, jsonReport, junitReport } from './judging/reporters/reporters.ts';
export type { Exchange } from './judging/talk/exchange.ts';
export type { ClauseResult } from './judging/verdict/verdict.ts';
export type { VerifyOptions, VerifyResult } from './service/judge-target.ts';
export { type Target, TargetError } from './service/target/target.ts';
export { readTarget, type TargetOptions } from './service/target/target-file.ts';

/**
 * Judges a server, clause by clause, as `abuse-feed verify` does.
 *
 * ```ts
 * const { verdict, clauses } = await verify(readTarget('my-server.yaml'));
 * ```
 */
export async function verify(target: Target, options: VerifyOptions = {}): Promise<VerifyResult> {
  checkTarget('verify()', target);
  checkOptions('verify()', options);
  return judgeTarget(target, options);
}
