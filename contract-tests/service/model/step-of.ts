import type { Circumstances } from '../../judging/model.ts';
import { type Answer, isObject } from '../../judging/talk/answer.ts';
import { analysisIn } from '../operations/analysis.ts';
import type { Target } from '../target/target.ts';
import { type Expectation, expectationOf } from './expectation.ts';
import type { ChangeHistory } from './known/acts.ts';
import type { Files } from './known/files.ts';
import { isUncertain } from './known/known-report.ts';
import { reportStateOf } from './known/report-state.ts';
import type { Reporters } from './known/reporters.ts';
import type { Reports } from './known/reports.ts';
import type { SentHashes } from './known/sent-hashes.ts';
import type { ModelCaller } from './known/who.ts';
import type { Step } from './step.ts';

/** The state of a history so far. */
export interface HistoryState {
  readonly target: Target;
  /** No other client acts on what this history created. */
  readonly isAlone: boolean;
  /** Whether the two feeds of the target may be one. */
  readonly areFeedsDoubted: boolean;
  /** Callers of which at least one must find an existing report. */
  readonly readers: readonly string[];
  readonly reports: Reports;
  readonly hashes: SentHashes;
  readonly files: Files;
  readonly acts: ChangeHistory;
  readonly reporters: Reporters;
  /** Feeds in which a report was created, and in which one was seen. */
  readonly feeds: { readonly used: Set<string>; readonly seen: Set<string> };
}

const either: Expectation = { must: 'either' };

/** Two names may mean the same feed (2.1 does not list the names), unless they are known to differ. */
function areOtherFeeds({ isAlone, areFeedsDoubted, target }: HistoryState) {
  return (one: string, other: string): boolean => {
    if (one === other) return false;
    const named = [target.service, target.otherService];
    const areNamed = named.includes(one) && named.includes(other);
    return areNamed ? !areFeedsDoubted : isAlone;
  };
}

/** Turns an exchange into a step, using the state of the history. */
export function stepOf(
  known: HistoryState,
  answer: Answer,
  who: ModelCaller,
  circumstances: Circumstances,
): Step {
  const { exchange, outcome, body, json } = answer;
  const { operation, about } = exchange;
  const { reports, files, acts, feeds, target, isAlone, readers } = known;
  const named = about.report ? reports.withId(about.report) : undefined;
  const report = named?.service === about.service ? named : undefined;
  const presence = named ? reports.presence(named, exchange) : 'unsure';
  const saysNothing = circumstances.isSetback && outcome !== 'success';
  const expected =
    saysNothing || !circumstances.isPlain || exchange.way?.isOdd || (named && isUncertain(named))
      ? either
      : expectationOf(exchange, {
          who,
          presence,
          report: named,
          file: about.hash ? files.knownTo(who.key, about.hash) : 'unknown',
          areOtherFeeds: areOtherFeeds(known),
          isOwnFeed:
            about.service !== undefined &&
            [target.service, target.otherService].includes(about.service),
          isAlone,
          isNeighbour:
            isAlone && !named && operation === 'fetch' && reports.isNeighbour(about.report ?? ''),
        });
  const isFetched = operation === 'fetch' && outcome === 'success' && isObject(body.report);
  const fetched = isFetched && isObject(body.report) ? body.report : undefined;
  const isFirst = report !== undefined && report.seenAt === undefined;
  const isOfMany = isFirst && isAlone && acts.isOfMany(report);
  const reportState =
    report && !saysNothing
      ? reportStateOf({
          answer,
          who,
          report,
          fetched,
          presence,
          expected,
          isOfMany,
          acts: isAlone ? acts.since(report, exchange) : { after: [], suspects: [] },
          readers: isAlone ? readers : [],
          feeds,
        })
      : undefined;
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
    before:
      typeof body.id === 'string' && operation === 'create' && outcome === 'success'
        ? reports.clash(body.id, exchange)
        : undefined,
    isRepeated: operation === 'create' && isAlone && reports.hasEqual(exchange),
    isSwapped: !!fetched && !!report && known.hashes.isSwapped(report, fetched),
    reporter: fetched && report && known.reporters.other(report),
    lookup:
      operation === 'lookup' && about.hash !== undefined
        ? files.lookup(about.hash, who.key, outcome === 'success' ? analysisIn(json) : undefined)
        : undefined,
  };
}
