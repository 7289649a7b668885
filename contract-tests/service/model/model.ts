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
import { StatusesShown, type Surroundings } from './point-shown.ts';
import { isPlainMiss } from './rules/section-4-4.ts';
import type { Step } from './step.ts';
import { type HistoryState, stepOf } from './step-of.ts';

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
  readonly #options: AbuseFeedModelOptions;
  readonly #known: HistoryState;
  /** Suspicions that a partial history proves later, or never. */
  readonly #unproven:
    | { readonly deletions: UnprovenDeletions; readonly lookups: UnprovenLookups }
    | undefined;
  readonly #judge: Judge<Step>;
  readonly #front: InFront<Step>;
  readonly #statuses = new StatusesShown();

  constructor(options: AbuseFeedModelOptions) {
    const { target, evidence, isAlone, most, listener } = options;
    this.#options = options;
    this.evidence = evidence;
    this.#judge = judgeOf({ ...options, tokens: this.tokens });
    const { isLimit = () => false, grace, readers = [] } = options;
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
      readers,
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
      ? undefined
      : {
          deletions: new UnprovenDeletions(evidence),
          lookups: new UnprovenLookups(evidence),
        };
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
    const report = about.report && this.reports.find(about.service ?? '', about.report);
    if (!report || operation !== 'delete') return true;
    const who = callersKnown(this.#options.target)(caller);
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
    { operation, about, sent, caller }: Pick<Exchange, 'operation' | 'about' | 'sent' | 'caller'>,
    at = performance.now(),
  ): void {
    const { effect } = operations.of(operation);
    if (effect === 'creates') this.#known.hashes.add(sent);
    const report = about.report && this.reports.find(about.service ?? '', about.report);
    if (!report) return;
    if (effect === 'deletes') this.reports.startDeletion(report, caller, about.report ?? '', at);
    if (effect === 'changes') startChange(report, { operation, sent, caller }, at);
  }

  /** Called when there is no readable response: the request may or may not have had its effect. */
  noteLost(exchange: Exchange): void {
    const { operation, about, endedAt } = exchange;
    if (operation === 'lookup') this.counts.noteLost(exchange);
    if (operation !== 'delete' || !about.report) return;
    const report = this.reports.find(about.service ?? '', about.report);
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
    if (exchange.throttled) {
      // The response may be about the count, not a rate limit.
      if (!this.#unproven) this.counts.add(exchange, who.remaining);
      return undefined;
    }
    const plain = circumstances.isPlain ? exchange : { ...exchange, about: {} };
    const answer = { ...(read ?? readAnswer(exchange)), exchange: plain };
    const step = stepOf(this.#known, answer, who, circumstances);
    const { method, describesErrors } = operations.of(exchange.operation);
    // What another method is answered is open; its effect is not.
    const isOther = (exchange.way?.isOdd ?? false) && exchange.request.method !== method;
    const isHeld = this.#front.holds(step, judges && !isOther);
    if (isHeld && this.#unproven) return undefined;
    if (!isHeld) this.#statuses.note(step, this.#around(step));
    if (judges && !isHeld && !isOther) this.#judge.judge(step);
    if (answer.outcome === 'unreadable' || (isHeld && describesErrors)) this.noteLost(exchange);
    else this.#remember(step);
    return step;
  }

  #around({ exchange }: Step): Surroundings {
    const { target, reports } = this.#known;
    const { report: id = '' } = exchange.about;
    const named = reports.withId(id);
    return {
      presence: named ? reports.presence(named, exchange) : 'unsure',
      isTaken: named !== undefined || reports.isNeighbour(id),
      feeds: [target.service, target.otherService],
    };
  }

  /** Judges what only the whole history shows. */
  finish(): void {
    for (const step of this.#front.settle()) this.#judge.judge(step);
    this.#judge.finish();
    this.#known.choices?.observe(this.evidence);
    this.#statuses.observe(this.evidence);
    if (this.#options.isAlone) judgeCounts(this.counts, this.evidence);
  }

  #remember(step: Step): void {
    const { exchange, answer, who, report, fetched, reportState, lookup, expected } = step;
    const { operation, caller } = exchange;
    const isSuccess = answer.outcome === 'success';
    this.tokens.add(step);
    this.#unproven?.deletions.add(step);
    if (operation === 'create' && isSuccess) this.#noteCreated(step);
    if (operation === 'fetch' && fetched) this.#noteShown(step);
    if (report && reportState?.blame)
      for (const one of [reportState.blame, ...reportState.suspects]) report.changedBy.add(one);
    if (operation === 'fetch' && !isSuccess && report && reportState) {
      this.reports.noteMissed(report, exchange);
      if (reportState.change === 'absent') {
        report.faults.add('absent');
        if (report.seenAt === undefined) this.reports.appearing.noteInVain();
      } else if (expected.must === 'either' && reportState.isDue) report.refused.add(caller);
    }
    if (report && operations.of(operation).effect === 'changes')
      endChange(report, exchange, isSuccess);
    if (operation === 'delete' && report) {
      const { may } = admissionTo(operation, who, report);
      // Which report a deletion in an odd form has meant is not known.
      if (exchange.way?.isOdd) this.noteLost(exchange);
      else this.reports.endDeletion(report, exchange, { isSuccess, may });
    }
    if (operation === 'lookup' && lookup) {
      if (lookup.analysis) this.files.found(lookup.hash, lookup.analysis, exchange);
      else if (isPlainMiss(step))
        this.files.noteMissed(lookup.hash, exchange, who.remaining !== undefined);
      this.#unproven?.lookups.add(step, this.files.analysisOf(lookup.hash));
      if (this.#options.isAlone) this.counts.add(exchange, who.remaining);
      else if (who.remaining !== undefined) this.#hear(step, who.remaining);
    }
    if (this.#options.isAlone) this.#known.acts.add(exchange, isSuccess, answer.body);
  }

  /** A lookup with a limited token, among part of the traffic. */
  #hear({ exchange, isSetback }: Step, remaining: number): void {
    const call = this.counts.hear(exchange, remaining, isSetback);
    if (call) judgeHeard(this.counts, { call, exchange }, this.evidence);
  }

  #noteCreated({ exchange, answer, before, expected, repeat }: Step): void {
    const { id } = answer.body;
    const { service = '' } = exchange.about;
    this.#known.repeats.add(repeat);
    // Both creates are one report.
    if (before && repeat === 'own') return;
    // A report whose id was issued twice is not judged any further.
    before?.faults.add('id');
    if (typeof id !== 'string' || id === '') {
      this.reports.strays.push({ about: { service }, id, creator: exchange.caller });
      return;
    }
    const report = this.reports.created(id, exchange);
    if (report) this.#known.feeds.used.add(service);
    // Whom the server takes for its creator is unknown.
    if (expected.must === 'refuse') report?.faults.add('creator');
  }

  #noteShown({ exchange, report, fetched, reportState, who, expected }: Step): void {
    const { service = '', report: id } = exchange.about;
    if (!fetched || typeof fetched.id !== 'string' || id === undefined) return;
    const known =
      report ??
      (sameText(fetched.id, id) && !this.reports.withId(id)
        ? this.reports.addFetched(fetched.id, service, exchange.endedAt)
        : undefined);
    if (!known || !sameText(fetched.id, id)) return;
    this.#known.feeds.seen.add(service);
    if (!isUncertain(known)) this.#known.choices?.record(known, fetched, exchange);
    this.reports.noteSeen(known, fetched, exchange);
    this.reports.noteStill(known, exchange);
    if (expected.because === 'deleted' && known.deletions.some(({ isLate }) => isLate))
      this.reports.disappearing.noteInVain();
    if (!reportState?.change) known.readers.add(who.key);
    this.#known.reporters.record(known, fetched, exchange);
  }
}

function stateOf(report: KnownReport): CreatedState {
  return {
    ...createdOf(report),
    isDeleted: isDeleted(report),
    isUncertain: isUncertain(report),
  };
}
