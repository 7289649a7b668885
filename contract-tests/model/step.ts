import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { JsonBody } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Expectation } from './expectation.ts';
import type { LookupView } from './files.ts';
import type { KnownReport } from './known-report.ts';
import type { ReadAnswer } from './shapes.ts';
import type { ModelCaller } from './who.ts';

/** How an exchange was made and what it is good for. */
export interface Circumstances {
  /**
   * Whether the request is as the contract has it apart from its values: no parameter is unknown, given
   * twice or unreadable, and no condition or range is asked for. What follows from an id or a hash is
   * concluded from such requests only.
   */
  readonly isPlain: boolean;
  /** The answer tells of a failure or asks to come back later: it says nothing of what was asked for. */
  readonly isSetback: boolean;
}

/** What has happened since a report was last seen, and what a fetch shows of it now. */
export interface ReportState {
  readonly report: KnownReport;
  /** The clauses about what was done meanwhile in the same conversation, the surest sign first. */
  readonly after: readonly ClauseId[];
  /** The same for all that was done meanwhile, by whomever. */
  readonly suspects: readonly ClauseId[];
  /** absent: it should have been found. Otherwise the first field that is not as before. */
  readonly change?: 'absent' | { readonly field: string } | undefined;
  /** The clause that the change speaks against. */
  readonly blame?: ClauseId;
  /** It must be found by somebody. */
  readonly isDue: boolean;
  /** It was refused, or another report came, which says nothing of this one. */
  readonly isInconclusive?: boolean;
}

/** One exchange as rules see it: what was asked, by whom, what came back, and what was known before it. */
export interface Step extends Circumstances {
  readonly exchange: Exchange;
  readonly answer: ReadAnswer;
  readonly who: ModelCaller;
  /** Nobody else acts on what this history created. */
  readonly isAlone: boolean;
  /** What the specification demands of it as a whole, by everything before it. */
  readonly expected: Expectation;
  /** The report of this feed that the request names. */
  readonly report?: KnownReport | undefined;
  /** For a create: the report that has had its id before. */
  readonly before?: KnownReport | undefined;
  /** For a fetch of a known report, found or not. */
  readonly look?: ReportState | undefined;
  /** The feed that the target file names first. */
  readonly firstFeed: string;
  /** Reports were created in several feeds. */
  readonly isOneOfSeveralFeeds: boolean;
  /** The report was created while others were. */
  readonly isOfMany: boolean;
  /** The report in the answer. */
  readonly shown?: JsonBody | undefined;
  /** The name under which another report of the same creator appears. */
  readonly reporter?: { readonly name: unknown } | undefined;
  /** The analysis in the answer, and what was known of the file. */
  readonly lookup?: LookupView | undefined;
}
