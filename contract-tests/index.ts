/** The kit: judges any implementation of the specification by its URLs alone. */
export { type ChoiceCard, cardFile } from './choice-card.ts';
export { allClauses, bySection, type Clause, sectionName } from './clause.ts';
export { countPlans } from './count-plan.ts';
export type { Finding, Observation, Problem } from './evidence.ts';
export type { Exchange } from './exchange.ts';
export type { ExpectationReport } from './expectations.ts';
export { packageRoot } from './package-root.ts';
export { announcement, consoleReport } from './reporters/console.ts';
export { htmlReport } from './reporters/html.ts';
export { jsonReport } from './reporters/json.ts';
export { junitReport } from './reporters/junit.ts';
export { learnedReport } from './reporters/learned.ts';
export type { ClauseResult, RunResult } from './result.ts';
export { type RunOptions, verify } from './run.ts';
export { type Target, TargetError } from './target.ts';
export { checkedTarget, nearest } from './target-check.ts';
export { readTarget, type TargetFlags, variables } from './target-file.ts';
