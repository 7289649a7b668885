/** The kit: judges any implementation of the specification by its URLs alone. */

export { allClauses, bySection, type Clause, sectionName } from '../src/spec/clauses.ts';
export {
  type CauseFile,
  CauseFileProblem,
  causeFileOf,
  parseCause,
} from './judging/causes/cause-file.ts';
export { replayCause } from './judging/causes/replay-cause.ts';
export { longestCapturedBody } from './judging/listen/body-text.ts';
export { concludeListening, type ListenResult } from './judging/listen/conclude.ts';
export { JudgingQueue } from './judging/listen/judging-queue.ts';
export { Listener, type Verdict } from './judging/listen/listener.ts';
export { baseUrlsIn, type Recording, readRecording } from './judging/listen/recording.ts';
export { replayCommand, writeCause } from './judging/reporters/cause-files.ts';
export { announcement, consoleReport } from './judging/reporters/console.ts';
export { escapedJson, safeCopy } from './judging/reporters/escaped.ts';
export { type FileReporter, fileReporters } from './judging/reporters/file-reporters.ts';
export { githubAnnotations, markdownSummary } from './judging/reporters/github.ts';
export { heading } from './judging/reporters/heading.ts';
export { htmlReport } from './judging/reporters/html.ts';
export { jsonReport } from './judging/reporters/json.ts';
export { junitReport } from './judging/reporters/junit.ts';
export { learnedReport } from './judging/reporters/learned.ts';
export { changesSince, type Former } from './judging/reporters/since.ts';
export { clientsReport, trafficReport } from './judging/reporters/traffic.ts';
export { xml } from './judging/reporters/xml.ts';
export { leastBudget } from './judging/run/budget.ts';
export { type Created, cleanUpCreated } from './judging/run/cleanup.ts';
export { targetSummary } from './judging/run/conclude.ts';
export type { RunResult } from './judging/run/result.ts';
export { type RunOptions, verify } from './judging/run/verify.ts';
export type { Exchange } from './judging/talk/exchange.ts';
export { cardFile } from './service/learn/choice-card.ts';
export { type TwinConfig, twinConfig, twinMark } from './service/learn/twin-config.ts';
export { type FoundFile, foundHashes } from './service/run/found-hashes.ts';
export { type PlanOptions, planOf } from './service/run/plan.ts';
export { type Survey, survey } from './service/run/survey.ts';
export { type Role, type Target, TargetError } from './service/target/target.ts';
export { checkedTarget } from './service/target/target-check.ts';
export { readTarget, variables } from './service/target/target-file.ts';
