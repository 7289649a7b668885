import type { Circumstances } from '../../judging/model.ts';
import { type Answer, isObject } from '../../judging/talk/answer.ts';
import { analysisIn } from '../operations/analysis.ts';
import { type Expectation, either, expectationOf } from './expectation.ts';
import type { LookupView } from './known/files.ts';
import { isUncertain, type KnownReport } from './known/known-report.ts';
import { type Repeat, repeatIn } from './known/repeats.ts';
import { type ReportState, reportStateOf } from './known/report-state.ts';
import type { ModelCaller } from './known/who.ts';
import type { HistoryState, StepFacts } from './state.ts';

/** One exchange as rules see it: the request, the caller, the response, and what was known before. */
export interface Step extends StepFacts {
  /** What the specification demands of the response as a whole, given the history. */
  readonly expected: Expectation;
  /** For a fetch or a deletion of a known report: what became of it. */
  readonly reportState: ReportState | undefined;
  /** For a create: the report that already has its id. */
  readonly before: KnownReport | undefined;
  /** For a create: whether an equal report was created in this feed before, and whose id it returns then. */
  readonly isRepeated: boolean;
  readonly repeat: Repeat | undefined;
  /** The analysis in the response, and what was known about the file. */
  readonly lookup: LookupView | undefined;
}

/** Turns an exchange into a step, using the state of the history. */
export function stepOf(
  known: HistoryState,
  answer: Answer,
  who: ModelCaller,
  circumstances: Circumstances,
): Step {
  const { exchange, outcome, body } = answer;
  const { operation, about, way } = exchange;
  const { reports, isAlone } = known;
  const isSuccess = outcome === 'success';
  const isCreated = operation === 'create' && isSuccess;
  const named = about.report ? reports.withId(about.report) : undefined;
  const facts: StepFacts = {
    ...circumstances,
    exchange,
    answer,
    who,
    known,
    named,
    presence: named ? reports.presence(named, exchange) : 'unsure',
    report: named?.service === about.service ? named : undefined,
    fetched: operation === 'fetch' && isSuccess && isObject(body.report) ? body.report : undefined,
  };
  // A refusal that has another reason than what was requested.
  const saysNothing = circumstances.isSetback && !isSuccess;
  const isOpen = saysNothing || way?.isOdd || !circumstances.isPlain;
  const expected = isOpen || (named && isUncertain(named)) ? either : expectationOf(facts);
  const before =
    isCreated && typeof body.id === 'string' ? reports.clash(body.id, exchange) : undefined;
  return {
    ...facts,
    expected,
    reportState: saysNothing ? undefined : reportStateOf(facts, expected),
    before,
    isRepeated: operation === 'create' && isAlone && reports.hasEqual(exchange),
    repeat: isCreated && (before || isAlone) ? repeatIn(reports, exchange, before) : undefined,
    lookup: lookupIn(facts),
  };
}

function lookupIn({ known, answer, exchange, who }: StepFacts): LookupView | undefined {
  const { operation, about } = exchange;
  if (operation !== 'lookup' || about.hash === undefined) return undefined;
  const analysis = answer.outcome === 'success' ? analysisIn(answer.json) : undefined;
  return known.files.lookup(about.hash, who.key, analysis);
}
