import type { Circumstances } from '../../judging/model.ts';
import type { Answer, JsonBody } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import type { JudgedStep } from '../../judging/verdict/rule.ts';
import type { Target } from '../target/target.ts';
import type { ChangeHistory } from './known/acts.ts';
import type { Files } from './known/files.ts';
import type { KeptChoices } from './known/kept-choices.ts';
import type { KnownReport, Presence } from './known/known-report.ts';
import type { Repeats } from './known/repeats.ts';
import type { Reporters } from './known/reporters.ts';
import type { Reports } from './known/reports.ts';
import type { SentHashes } from './known/sent-hashes.ts';
import type { ModelCaller } from './known/who.ts';

/** What a history has shown so far. */
export interface HistoryState {
  readonly target: Target;
  /** No other client acts on what this history created. */
  readonly isAlone: boolean;
  /** Callers of which at least one must find an existing report. */
  readonly readers: readonly string[];
  readonly reports: Reports;
  /** What was sent as the hash of a report. */
  readonly hashes: SentHashes;
  readonly files: Files;
  readonly acts: ChangeHistory;
  readonly reporters: Reporters;
  /** What the server does with values, in a history that is whole. */
  readonly choices: KeptChoices | undefined;
  readonly repeats: Repeats;
  /** Feeds in which a report was created, and in which one was seen. */
  readonly feeds: { readonly used: Set<string>; readonly seen: Set<string> };
}

/** An exchange, and what was known of the report that it names. */
export interface StepFacts extends Circumstances, JudgedStep {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly who: ModelCaller;
  readonly known: HistoryState;
  /** The report with the id that the request names, in whichever feed, and whether it must be there. */
  readonly named: KnownReport | undefined;
  readonly presence: Presence;
  /** The same, if it is in the feed that the request names. */
  readonly report: KnownReport | undefined;
  /** The report in the response. */
  readonly fetched: JsonBody | undefined;
}
