/** The kit: judges any implementation of the specification by its URLs alone. */

export { allClauses, bySection, type Clause, sectionName } from '../src/spec/clauses.ts';
export {
  type CauseFile,
  CauseFileProblem,
  causeFileOf,
  parseCause,
} from './causes/cause-file.ts';
export { replayCause } from './causes/replay-cause.ts';
export { cardFile } from './learn/choice-card.ts';
export { type TwinConfig, twinConfig, twinMark } from './learn/twin-config.ts';
export { longestCapturedBody } from './listen/body-text.ts';
export { concludeListening, type ListenResult } from './listen/conclude.ts';
export { JudgingQueue } from './listen/judging-queue.ts';
export { Listener, type Verdict } from './listen/listener.ts';
export { baseUrlsIn, type Recording, readRecording } from './listen/recording.ts';
export { replayCommand, writeCause } from './reporters/cause-files.ts';
export { announcement, consoleReport } from './reporters/console.ts';
export { escapedJson, safeCopy } from './reporters/escaped.ts';
export { type FileReporter, fileReporters } from './reporters/file-reporters.ts';
export { githubAnnotations, markdownSummary } from './reporters/github.ts';
export { heading } from './reporters/heading.ts';
export { htmlReport } from './reporters/html.ts';
export { jsonReport } from './reporters/json.ts';
export { junitReport } from './reporters/junit.ts';
export { learnedReport } from './reporters/learned.ts';
export { changesSince, type Former } from './reporters/since.ts';
export { clientsReport, trafficReport } from './reporters/traffic.ts';
export { xml } from './reporters/xml.ts';
export { leastBudget } from './run/budget.ts';
export { type Created, cleanUpCreated } from './run/cleanup.ts';
export { targetSummary } from './run/conclude.ts';
export { type FoundFile, foundHashes } from './run/found-hashes.ts';
export { type PlanOptions, planOf } from './run/plan.ts';
export type { RunResult } from './run/result.ts';
export { type Survey, survey } from './run/survey.ts';
export { type RunOptions, verify } from './run/verify.ts';
export type { Exchange } from './talk/exchange.ts';
export { type Role, type Target, TargetError } from './target/target.ts';
export { checkedTarget } from './target/target-check.ts';
export { readTarget, variables } from './target/target-file.ts';
