import type { Circumstances } from '../../judging/model.ts';
import { type Answer, isObject, type JsonBody } from '../../judging/talk/answer.ts';
import { analysisIn } from '../operations/analysis.ts';
import type { Target } from '../target/target.ts';
import { type Expectation, expectationOf } from './expectation.ts';
import type { ChangeHistory } from './known/acts.ts';
import type { Files, LookupView } from './known/files.ts';
import type { KeptChoices } from './known/kept-choices.ts';
import { isUncertain, type KnownReport, type Presence } from './known/known-report.ts';
import { type Repeat, type Repeats, repeatIn } from './known/repeats.ts';
import { type ObservedReport, reportStateOf } from './known/report-state.ts';
import type { Reporters } from './known/reporters.ts';
import type { Reports } from './known/reports.ts';
import type { SentHashes } from './known/sent-hashes.ts';
import type { ModelCaller } from './known/who.ts';
import type { ReportState, Step } from './step.ts';

/** The state of a history so far. */
export interface HistoryState {
  readonly target: Target;
  /** No other client acts on what this history created. */
  readonly isAlone: boolean;
  /** Callers of which at least one must find an existing report. */
  readonly readers: readonly string[];
  readonly reports: Reports;
  readonly hashes: SentHashes;
  readonly files: Files;
  readonly acts: ChangeHistory;
  readonly reporters: Reporters;
  /** In a history that is whole. */
  readonly choices: KeptChoices | undefined;
  readonly repeats: Repeats;
  /** Feeds in which a report was created, and in which one was seen. */
  readonly feeds: { readonly used: Set<string>; readonly seen: Set<string> };
}

const either: Expectation = { must: 'either' };

/** Two names may mean the same feed (2.1 does not list the names), unless they are known to differ. */
function areOtherFeeds({ isAlone, target }: HistoryState) {
  return (one: string, other: string): boolean => {
    if (one === other) return false;
    const named = [target.service, target.otherService];
    const areNamed = named.includes(one) && named.includes(other);
    return areNamed || isAlone;
  };
}

/** A response, and the report with the id that its request names, in whichever feed. */
interface SeenAnswer {
  readonly known: HistoryState;
  readonly answer: Answer;
  readonly who: ModelCaller;
  readonly named: KnownReport | undefined;
  readonly presence: Presence;
  /** A refusal that has another reason than what was requested. */
  readonly saysNothing: boolean;
}

/** Turns an exchange into a step, using the state of the history. */
export function stepOf(
  known: HistoryState,
  answer: Answer,
  who: ModelCaller,
  circumstances: Circumstances,
): Step {
  const { exchange, outcome } = answer;
  const { operation, about } = exchange;
  const { reports, acts, feeds, hashes, reporters, target, isAlone } = known;
  const named = about.report ? reports.withId(about.report) : undefined;
  const presence = named ? reports.presence(named, exchange) : 'unsure';
  const saysNothing = circumstances.isSetback && outcome !== 'success';
  const seen: SeenAnswer = { known, answer, who, named, presence, saysNothing };
  const report = named?.service === about.service ? named : undefined;
  const fetched = fetchedIn(answer);
  const expected = circumstances.isPlain ? expectedOf(seen) : either;
  const isFirst = report !== undefined && report.seenAt === undefined;
  const isOfMany = isFirst && isAlone && acts.isOfMany(report);
  const reportState = report && stateOf(seen, { report, fetched, expected, isOfMany });
  const before = clashOf(known, answer);
  const isRepeated = operation === 'create' && isAlone && reports.hasEqual(exchange);
  const repeat = repeatOf(known, answer, before);
  const isSwapped = !!fetched && !!report && hashes.isSwapped(report, fetched);
  const reporter = fetched && report && reporters.other(report);
  const lookup = lookupIn(known, answer, who);
  return {
    ...circumstances,
    exchange,
    answer,
    who,
    isAlone,
    expected,
    report,
    reportState,
    fetched,
    isOfMany,
    firstFeed: target.service,
    isOneOfSeveralFeeds: feeds.used.size > 1,
    before,
    isRepeated,
    repeat,
    repeatsDiffer: known.repeats.differ(repeat),
    isSwapped,
    reporter,
    choices: known.choices,
    lookup,
  };
}

function expectedOf({ known, answer, who, named, presence, saysNothing }: SeenAnswer): Expectation {
  const { exchange } = answer;
  const { about } = exchange;
  const { reports, files, target, isAlone } = known;
  if (saysNothing || exchange.way?.isOdd || (named && isUncertain(named))) return either;
  const isUnknownFetch = isAlone && !named && exchange.operation === 'fetch';
  const ownFeeds = [target.service, target.otherService];
  return expectationOf(exchange, {
    who,
    presence,
    report: named,
    file: about.hash ? files.knownTo(who.key, about.hash) : 'unknown',
    areOtherFeeds: areOtherFeeds(known),
    isOwnFeed: about.service !== undefined && ownFeeds.includes(about.service),
    isAlone,
    isNeighbour: isUnknownFetch && reports.isNeighbour(about.report ?? ''),
  });
}

/** The report in the response to a fetch. */
function fetchedIn({ exchange, outcome, body }: Answer): JsonBody | undefined {
  const isFetched = exchange.operation === 'fetch' && outcome === 'success';
  return isFetched && isObject(body.report) ? body.report : undefined;
}

function stateOf(
  { known, answer, who, presence, saysNothing }: SeenAnswer,
  shown: Pick<ObservedReport, 'report' | 'fetched' | 'expected' | 'isOfMany'>,
): ReportState | undefined {
  if (saysNothing) return undefined;
  const { acts, feeds, isAlone, readers } = known;
  return reportStateOf({
    ...shown,
    answer,
    who,
    presence,
    acts: isAlone ? acts.since(shown.report, answer.exchange) : { after: [], suspects: [] },
    readers: isAlone ? readers : [],
    feeds,
  });
}

/** The report that already has the id of a create. */
function clashOf(
  { reports }: HistoryState,
  { exchange, outcome, body }: Answer,
): KnownReport | undefined {
  const isCreated = exchange.operation === 'create' && outcome === 'success';
  return isCreated && typeof body.id === 'string' ? reports.clash(body.id, exchange) : undefined;
}

function repeatOf(
  { reports, isAlone }: HistoryState,
  { exchange, outcome }: Answer,
  before: KnownReport | undefined,
): Repeat | undefined {
  const isCreated = exchange.operation === 'create' && outcome === 'success';
  if (!isCreated || (!before && !isAlone)) return undefined;
  return repeatIn(reports, exchange, before);
}

function lookupIn(
  { files }: HistoryState,
  { exchange, outcome, json }: Answer,
  who: ModelCaller,
): LookupView | undefined {
  const { operation, about } = exchange;
  if (operation !== 'lookup' || about.hash === undefined) return undefined;
  const analysis = outcome === 'success' ? analysisIn(json) : undefined;
  return files.lookup(about.hash, who.key, analysis);
}
