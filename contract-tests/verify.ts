import type { RunResult } from './run/result.ts';
import { verify as judge, type VerifyOptions } from './run/verify.ts';
import type { Target } from './target/target.ts';

export { describeContract, type TestRunner } from './describe-contract.ts';
export type { OwnContext, OwnScenario } from './drive/own-scenario.ts';
export type { OwnClause } from './model/own-clause.ts';
export type { ClauseResult } from './model/verdict.ts';
export { htmlReport } from './reporters/html.ts';
export { jsonReport } from './reporters/json.ts';
export { junitReport } from './reporters/junit.ts';
export type { RunResult } from './run/result.ts';
export type { VerifyOptions } from './run/verify.ts';
export type { Answer } from './talk/answer.ts';
export type { Exchange } from './talk/exchange.ts';
export { type Target, TargetError } from './target/target.ts';
export { readTarget, type TargetOptions } from './target/target-file.ts';

/**
 * Judges a server, clause by clause, as `abuse-feed verify` does.
 *
 * ```ts
 * const { verdict, clauses } = await verify(readTarget('my-server.yaml'));
 * ```
 */
export const verify: (target: Target, options?: VerifyOptions) => Promise<RunResult> = judge;
