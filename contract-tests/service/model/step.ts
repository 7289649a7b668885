import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { Circumstances } from '../../judging/model.ts';
import type { Answer, JsonBody } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import type { JudgedStep } from '../../judging/verdict/rule.ts';
import type { Expectation } from './expectation.ts';
import type { LookupView } from './known/files.ts';
import type { KeptChoices } from './known/kept-choices.ts';
import type { KnownReport } from './known/known-report.ts';
import type { Repeat } from './known/repeats.ts';
import type { OtherName } from './known/reporters.ts';
import type { ModelCaller } from './known/who.ts';

/** What has happened since a report was last seen, and what a fetch shows now. */
export interface ReportState {
  readonly report: KnownReport;
  /** Clauses about changes made meanwhile by the same scenario, strongest evidence first. */
  readonly after: readonly ClauseId[];
  /** The same for all changes, by any caller. */
  readonly suspects: readonly ClauseId[];
  /** absent: it should have been found. Otherwise the first field that has changed. */
  readonly change?: 'absent' | { readonly field: string } | undefined;
  /** The clause that the change breaks. */
  readonly blame?: ClauseId;
  /** At least one caller must find it. */
  readonly isDue: boolean;
  /** It was refused, or another report was returned: says nothing about this one. */
  readonly isInconclusive?: boolean;
}

/** One exchange as rules see it: the request, the caller, the response, and what was known before. */
export interface Step extends Circumstances, JudgedStep {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly who: ModelCaller;
  /** No other client acts on what this history created. */
  readonly isAlone: boolean;
  /** What the specification demands of the response as a whole, given the history. */
  readonly expected: Expectation;
  /** The report in this feed that the request names. */
  readonly report?: KnownReport | undefined;
  /** For a create: the report that already has its id. */
  readonly before?: KnownReport | undefined;
  /** For a create: whether an equal report was created in this feed before. */
  readonly isRepeated: boolean;
  /** For a create of what was created in this feed before: whose id it returns. */
  readonly repeat?: Repeat | undefined;
  /** Of equal reports of one caller, some creates have returned a new id and some the old one. */
  readonly repeatsDiffer: boolean;
  /** For a fetch of a known report, found or not. */
  readonly reportState?: ReportState | undefined;
  /** The first feed in the target file. */
  readonly firstFeed: string;
  /** Reports were created in several feeds. */
  readonly isOneOfSeveralFeeds: boolean;
  /** The report was created concurrently with others. */
  readonly isOfMany: boolean;
  /** The report in the response. */
  readonly fetched?: JsonBody | undefined;
  /** It has what was sent for another one. */
  readonly isSwapped: boolean;
  /** The name on another report of the same creator. */
  readonly reporter?: OtherName | undefined;
  /** What the server has done with the values of other reports. */
  readonly choices?: KeptChoices | undefined;
  /** The analysis in the response, and what was known about the file. */
  readonly lookup?: LookupView | undefined;
}
