/** The kit: judges any implementation of the specification by its URLs alone. */

export { allClauses, type Clause, sectionName } from '../src/spec/clauses/clauses.ts';
export { type CauseFile, CauseFileProblem, causeFileOf } from './judging/causes/cause-file.ts';
export { concludeListening, type ListenResult } from './judging/listen/conclude.ts';
export { JudgingQueue } from './judging/listen/judging-queue.ts';
export type { Verdict } from './judging/listen/listener.ts';
export { type Recording, readRecording } from './judging/listen/recording.ts';
export type { Created } from './judging/model.ts';
export { replayCommand, writeCause } from './judging/reporters/cause-files.ts';
export { announcement } from './judging/reporters/console.ts';
export {
  consoleReport,
  type FileReporter,
  fileReporters,
  htmlReport,
  junitReport,
  markdownSummary,
} from './judging/reporters/reporters.ts';
export { safeCopy } from './judging/reporters/safe-copy.ts';
export { heading } from './judging/reporters/view.ts';
export { wordsOf } from './judging/run/conclude.ts';
export type { RunResult } from './judging/run/result.ts';
export { capturedText, longestCapturedBody } from './judging/talk/body-text.ts';
export type { Exchange } from './judging/talk/exchange.ts';
export { type AbuseFeed, abuseFeed } from './service/abuse-feed.ts';
export {
  cleanUpCreated,
  judgeTarget,
  type RunOptions,
  type VerifyResult,
} from './service/judge-target.ts';
export { cardFile } from './service/learn/choice-card.ts';
export { learnedReport } from './service/learn/learned-report.ts';
export { type SeenContents, twinOf } from './service/learn/twin.ts';
export { baseUrlsIn, listenerOf } from './service/listen/listening.ts';
export { parseCause, replayCause } from './service/replay.ts';
export type { PlanOptions } from './service/run/plan.ts';
export { type TriedOut, triedOut } from './service/run/tried-out.ts';
export { type Role, type Target, TargetError } from './service/target/target.ts';
export { checkedTarget } from './service/target/target-check.ts';
export { originOf, readTarget, variables } from './service/target/target-file.ts';
