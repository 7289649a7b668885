import type {
  AnsweredOptions,
  Circumstances,
  CreatedHistory,
  CreatedState,
  Evicted,
  Model,
  ModelOptions,
} from '../../judging/model.ts';
import type { Explored } from '../../judging/run/conclusions.ts';
import { readAnswer } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import { InFront } from '../../judging/verdict/in-front.ts';
import type { Judge } from '../../judging/verdict/judge.ts';
import { operations } from '../operations/operations.ts';
import type { Target } from '../target/target.ts';
import { Counts } from './counts/counts.ts';
import { judgeCounts, judgeHeard } from './counts/judge-counts.ts';
import { judgeOf } from './judge.ts';
import { ChangeHistory } from './known/acts.ts';
import { Files } from './known/files.ts';
import { KeptChoices } from './known/kept-choices.ts';
import { isDeleted, isUncertain, type KnownReport } from './known/known-report.ts';
import { Repeats } from './known/repeats.ts';
import { endChange, startChange } from './known/report-value.ts';
import { Reporters } from './known/reporters.ts';
import { createdOf, Reports } from './known/reports.ts';
import { SentHashes } from './known/sent-hashes.ts';
import { TokenHistory } from './known/tokens.ts';
import { UnprovenDeletions } from './known/unproven-deletions.ts';
import { UnprovenLookups } from './known/unproven-lookups.ts';
import { admissionTo, callersKnown, type ModelCaller } from './known/who.ts';
import { isOwnAnswer, kindOf } from './own-answer.ts';
import { StatusesShown } from './point-shown.ts';
import { isPlainMiss } from './rules/section-4-4.ts';
import type { HistoryState } from './state.ts';
import { type Step, stepOf } from './step.ts';

export interface AbuseFeedModelOptions extends ModelOptions {
  readonly target: Target;
  /** Callers of which at least one must find an existing report. */
  readonly readers?: readonly string[];
}

const plainly: Circumstances = { isPlain: true, isSetback: false };

/** The specification of this service as code. */
export class AbuseFeedModel implements Model {
  readonly reports: Reports;
  readonly files: Files;
  readonly reporters: Reporters;
  readonly counts: Counts;
  readonly tokens = new TokenHistory();
  /** The progress of a random walk in this history. */
  explored?: Explored;
  readonly evidence: Evidence;
  readonly #known: HistoryState;
  /** What waits for proof in part of the traffic. */
  readonly #unproven: readonly { add(step: Step): void }[];
  readonly #judge: Judge<Step>;
  readonly #front: InFront<Step>;
  readonly #statuses = new StatusesShown();

  constructor(options: AbuseFeedModelOptions) {
    const { target, evidence, isAlone, most, listener, grace } = options;
    const { isLimit = () => false, readers = [] } = options;
    this.evidence = evidence;
    this.#judge = judgeOf({ ...options, tokens: this.tokens });
    this.#front = new InFront({
      isAlone,
      isLimit,
      isOwn: isOwnAnswer,
      kindOf: (step) => kindOf(step, target.payload),
    });
    this.reports = new Reports({ isAlone, grace, listener, ...(most && { most }) });
    this.files = new Files(target.analyses);
    this.reporters = new Reporters(isAlone);
    this.#known = {
      target,
      isAlone,
      readers: isAlone ? readers : [],
      reports: this.reports,
      files: this.files,
      acts: new ChangeHistory(this.reports),
      reporters: this.reporters,
      choices: isAlone ? new KeptChoices() : undefined,
      repeats: new Repeats(),
      hashes: new SentHashes(),
      feeds: { used: new Set<string>(), seen: new Set<string>() },
    };
    this.#unproven = isAlone
      ? []
      : [new UnprovenDeletions(evidence), new UnprovenLookups(evidence)];
    this.counts = new Counts({
      fileOf: (hash) => this.files.analysisOf(hash),
      kindOf: (hash) => this.files.kindOf(hash),
      isLimit,
    });
  }

  get created(): CreatedHistory {
    const { reports } = this;
    return {
      all: () => reports.all().map(stateOf),
      strays: reports.strays,
      add: ({ id, about, creator }) => reports.add({ id, service: about.service ?? '', creator }),
      grace: reports.appearing.usual,
      untilDue: (exchange) => (this.#mayWait(exchange) ? reports.untilDue(exchange) : 0),
    };
  }

  /** What something in front of the operations has answered. */
  get answeredInFront(): readonly Exchange[] {
    return this.#front.answered;
  }

  /** Whether time changes the answer: who may not delete a report is refused for ever. */
  #mayWait({ operation, about, caller }: Exchange): boolean {
    const report = this.reports.named(about);
    if (!report || operation !== 'delete') return true;
    const who = callersKnown(this.#known.target)(caller);
    return admissionTo(operation, who, report).may === true;
  }

  get forgotten(): readonly Evicted[] {
    return [
      { count: this.reports.forgotten, words: ['report', 'reports'] },
      { count: this.files.forgotten, words: ['analysis', 'analyses'] },
    ];
  }

  /** Called when a request is sent: from now on, a report that it deletes may be gone. */
  noteSent(
    request: Pick<Exchange, 'operation' | 'about' | 'sent' | 'caller'>,
    at = performance.now(),
  ): void {
    const { effect } = operations.of(request.operation);
    if (effect === 'creates') this.#known.hashes.add(request.sent);
    const report = this.reports.named(request.about);
    if (report && effect === 'deletes')
      this.reports.startDeletion(report, { ...request, startedAt: at });
    if (report && effect === 'changes') startChange(report, request, at);
  }

  /** Called when there is no readable response: the request may or may not have had its effect. */
  noteLost(exchange: Exchange): void {
    const { operation, about, endedAt } = exchange;
    if (operation === 'lookup') this.counts.noteLost(exchange);
    const report = operation === 'delete' && this.reports.named(about);
    if (report) this.reports.deletionOf(report, exchange).endedAt = endedAt;
  }

  /** Called when the server may have started anew: durability is open (3), so nothing stored before is judged. */
  noteRestart(areas: readonly string[]): void {
    if (areas.includes('feed')) this.reports.noteRestart();
    if (areas.includes('lookup')) this.counts.noteRestart();
  }

  /** Called for every response. Without `judges`, it is only recorded. */
  noteAnswer(
    exchange: Exchange,
    who: ModelCaller,
    { circumstances = plainly, read, judges = true }: AnsweredOptions = {},
  ): Step | undefined {
    const { isAlone } = this.#known;
    if (exchange.throttled) {
      // The response may be about the count, not a rate limit.
      if (isAlone) this.counts.add(exchange, who.remaining);
      return undefined;
    }
    const plain = circumstances.isPlain ? exchange : { ...exchange, about: {} };
    const answer = { ...(read ?? readAnswer(exchange)), exchange: plain };
    const step = stepOf(this.#known, answer, who, circumstances);
    const { method, describesErrors } = operations.of(exchange.operation);
    // What another method is answered is open; its effect is not.
    const isOther = (exchange.way?.isOdd ?? false) && exchange.request.method !== method;
    const isHeld = this.#front.holds(step, judges && !isOther);
    if (isHeld && !isAlone) return undefined;
    if (!isHeld) this.#statuses.note(step);
    if (judges && !isHeld && !isOther) this.#judge.judge(step);
    if (answer.outcome === 'unreadable' || (isHeld && describesErrors)) this.noteLost(exchange);
    else this.#remember(step);
    return step;
  }

  /** Judges what only the whole history shows. */
  finish(): void {
    for (const step of this.#front.settle()) this.#judge.judge(step);
    this.#judge.finish();
    this.#known.choices?.observe(this.evidence);
    this.#statuses.observe(this.evidence);
    if (this.#known.isAlone) judgeCounts(this.counts, this.evidence);
  }

  #remember(step: Step): void {
    const { exchange, answer, report, reportState, known } = step;
    const isSuccess = answer.outcome === 'success';
    const { effect } = operations.of(exchange.operation);
    this.tokens.add(step);
    for (const one of this.#unproven) one.add(step);
    if (report && reportState?.blame)
      for (const one of [reportState.blame, ...reportState.suspects]) report.changedBy.add(one);
    if (exchange.operation === 'create' && isSuccess) this.#noteCreated(step);
    if (exchange.operation === 'fetch') this.#noteFetch(step);
    if (exchange.operation === 'delete') this.#noteDeletion(step, isSuccess);
    if (exchange.operation === 'lookup') this.#noteLookup(step);
    if (report && effect === 'changes') endChange(report, exchange, isSuccess);
    if (known.isAlone) known.acts.add(exchange, isSuccess, answer.body);
  }

  #noteCreated({ exchange, answer, before, expected, repeat, known }: Step): void {
    const { id } = answer.body;
    const { service = '' } = exchange.about;
    known.repeats.add(repeat);
    // Both creates are one report.
    if (before && repeat === 'own') return;
    // A report whose id was issued twice is not judged any further.
    before?.faults.add('id');
    if (typeof id !== 'string' || id === '') {
      this.reports.strays.push({ about: { service }, id, creator: exchange.caller });
      return;
    }
    const report = this.reports.created(id, exchange);
    if (report) known.feeds.used.add(service);
    // Whom the server takes for its creator is unknown.
    if (expected.must === 'refuse') report?.faults.add('creator');
  }

  #noteFetch(step: Step): void {
    const { exchange, answer, report, fetched, reportState, expected } = step;
    if (fetched) this.#noteShown(step);
    if (answer.outcome === 'success' || !report || !reportState) return;
    this.reports.noteMissed(report, exchange);
    if (reportState.change === 'absent') {
      report.faults.add('absent');
      if (report.seenAt === undefined) this.reports.appearing.noteInVain();
    } else if (expected.must === 'either' && reportState.isDue) report.refused.add(exchange.caller);
  }

  #noteShown({ exchange, fetched = {}, reportState, who, expected, known, ...step }: Step): void {
    const { service = '', report: id = '' } = exchange.about;
    if (typeof fetched.id !== 'string' || !sameText(fetched.id, id)) return;
    const isNew = !step.report && !this.reports.withId(id);
    const report = isNew
      ? this.reports.addFetched(fetched.id, service, exchange.endedAt)
      : step.report;
    if (!report) return;
    known.feeds.seen.add(service);
    if (!isUncertain(report)) known.choices?.record(report, fetched, exchange);
    this.reports.noteSeen(report, fetched, exchange);
    this.reports.noteStill(report, exchange);
    if (expected.because === 'deleted' && report.deletions.some(({ isLate }) => isLate))
      this.reports.disappearing.noteInVain();
    if (!reportState?.change) report.readers.add(who.key);
    known.reporters.record(report, fetched, exchange);
  }

  #noteDeletion({ exchange, report, who }: Step, isSuccess: boolean): void {
    if (!report) return;
    const { may } = admissionTo('delete', who, report);
    // Which report a deletion in an odd form has meant is not known.
    if (exchange.way?.isOdd) this.noteLost(exchange);
    else this.reports.endDeletion(report, exchange, { isSuccess, may });
  }

  #noteLookup(step: Step): void {
    const { exchange, lookup, who, isSetback, known } = step;
    if (!lookup) return;
    if (lookup.analysis) this.files.found(lookup.hash, lookup.analysis, exchange);
    else if (isPlainMiss(step))
      this.files.noteMissed(lookup.hash, exchange, who.remaining !== undefined);
    if (known.isAlone) this.counts.add(exchange, who.remaining);
    else if (who.remaining !== undefined) {
      const call = this.counts.hear(exchange, who.remaining, isSetback);
      if (call) judgeHeard(this.counts, call, this.evidence);
    }
  }
}

function stateOf(report: KnownReport): CreatedState {
  return {
    ...createdOf(report),
    isDeleted: isDeleted(report),
    isUncertain: isUncertain(report),
  };
}
