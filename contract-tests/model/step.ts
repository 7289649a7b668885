import type { Answer, Body } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Expectation } from './expectation.ts';
import type { KnownFile } from './files.ts';
import type { KnownReport } from './reports.ts';
import type { Who } from './who.ts';

/** One exchange as rules see it: what was asked, by whom, what came back, and what was known before it. */
export interface Step {
  readonly exchange: Exchange;
  readonly answer: Answer;
  readonly who: Who;
  /** The answer in a few words. */
  readonly says: string;
  /** What the specification demands of it as a whole, by everything before it. */
  readonly expected: Expectation;
  /** The report of this feed that the request names. */
  readonly report?: KnownReport;
  /** The report of that id in another feed. */
  readonly elsewhere?: KnownReport;
  /** The report in the answer. */
  readonly shown?: Body;
  /** The analysis in the answer, also where it is wrapped in something. */
  readonly analysis?: Body;
  /** The file that the hash is known to be of. */
  readonly file?: KnownFile;
  /** What else the history says, for rules that compare. */
  readonly past: Past;
}

/** What rules may ask of the history besides. */
export interface Past {
  /** The report that an id was given to, in whichever feed, before this exchange. */
  idGivenTo(id: string): KnownReport | undefined;
  /** The name under which a creator's reports of a feed appear. */
  reporterOf(report: KnownReport): unknown;
  /** Whether nobody else acts on what this history created. */
  readonly isAlone: boolean;
}
