import { ClientJudge } from '../../src/spec/requests/client-judge.ts';
import type { Flaw } from '../../src/spec/requests/flaw.ts';
import type { Finding } from '../judge/evidence.ts';
import { judgeOf } from '../judge/judge.ts';
import { sameText } from '../judge/sameness.ts';
import { isObject } from '../talk/answer.ts';
import type { Target } from '../target/target.ts';
import { Analyses } from './analyses.ts';
import { BoundedEvidence } from './bounded-evidence.ts';
import { Claims } from './claims.ts';
import { clientCall } from './client-call.ts';
import { Counts } from './counts.ts';
import { Deletions } from './deletions.ts';
import type { Heard } from './heard.ts';
import { type HeardReport, HeardReports } from './heard-reports.ts';
import { KnownBodies } from './known-bodies.ts';
import { callOf, type Places, placeOf, toldBy } from './recognise.ts';
import { Sights } from './sights.ts';
import { Tally } from './tally.ts';
import type { Told } from './told.ts';
import { Callers, somebody, type Who } from './who.ts';

export interface ListenerOptions {
  /** Where the areas are, where that is not what the target says. */
  readonly places?: Places;
  /** Whether it learns how the server answers the open points. */
  readonly learn?: boolean;
}

/** What became of one exchange. */
export interface Verdict {
  readonly number: number;
  /** Absent where the request was none of this API. */
  readonly told?: Told;
  /** Why nothing was judged. */
  readonly unjudged?: 'of another API' | 'unreadable';
  /** What speaks against the server. */
  readonly findings: readonly Finding[];
  /** What speaks against the client. */
  readonly flaws: readonly Flaw[];
}

/**
 * Judges a server by what others ask of it. It knows only what it has heard, in the order in which the
 * answers came, and asks nothing itself; a report it has not heard of is not suspicious.
 */
export class Listener {
  readonly evidence: BoundedEvidence;
  readonly reports: HeardReports;
  readonly tally = new Tally();
  readonly clients = new ClientJudge();
  readonly #target: Target;
  readonly #places: Places;
  readonly #callers: Callers;
  readonly #bodies = new KnownBodies();
  readonly #judge: ReturnType<typeof judgeOf>;
  readonly #analyses: Analyses;
  readonly #deletions: Deletions;
  readonly #counts: Counts;
  readonly #claims: Claims;
  readonly #sights: Sights | undefined;
  #findings: Finding[] = [];

  constructor(target: Target, { places, learn = false }: ListenerOptions = {}) {
    this.#target = target;
    this.#places = places ?? {
      feed: placeOf(target.baseUrl),
      lookup: placeOf(target.analysisUrl ?? target.baseUrl),
    };
    this.evidence = new BoundedEvidence((finding) => this.#findings.push(finding));
    this.reports = new HeardReports((one, other) => {
      const named = [target.service, target.otherService];
      return one !== other && named.includes(one) && named.includes(other);
    });
    this.#callers = new Callers(target);
    this.#judge = judgeOf(this.evidence, this.reports);
    this.#analyses = new Analyses(this.evidence, target.analyses);
    this.#deletions = new Deletions(this.evidence);
    this.#counts = new Counts(this.evidence);
    this.#claims = new Claims(this.evidence);
    this.#sights = learn ? new Sights(this.evidence, this.reports) : undefined;
  }

  get target(): Target {
    return this.#target;
  }

  /** What had to make room for what came later. */
  get forgotten() {
    return {
      reports: this.reports.forgotten,
      analyses: this.#analyses.forgotten,
      callers: this.#callers.forgotten,
    };
  }

  /** Judges one exchange by all that was heard before. */
  hear(heard: Heard): Verdict {
    const number = this.tally.next();
    const who = this.#who(heard);
    const flaws = this.#hearClient(heard, who);
    const call = callOf(heard.method, heard.url, this.#places);
    if (!call) return this.#passedOver(number, 'of another API', flaws);
    this.evidence.hide(heard.requestHeaders.authorization);
    const told = toldBy(heard, call, who, number, this.#bodies);
    if (!told) return this.#passedOver(number, 'unreadable', flaws);
    this.#findings = [];
    this.#hear(told, flaws);
    this.tally.add(told.answer);
    return { number, told, findings: this.#findings, flaws };
  }

  /** What only all of it together shows of the open points. */
  conclude(): void {
    this.evidence.hide(undefined);
    this.#sights?.conclude();
  }

  #hear(told: Told, flaws: readonly Flaw[]): void {
    const { exchange, outcome } = told.answer;
    const { operation, startedAt } = exchange;
    this.reports.at(startedAt);
    const stored = told.isPlain ? this.#reportOf(told) : undefined;
    if (operation === 'delete' && stored && stored.id === exchange.about.report)
      this.#deletions.heard(told, stored);
    this.#claims.heard(told);
    // What is not asked for plainly is judged by its shape alone.
    const judged = told.isPlain ? exchange : { ...exchange, about: {} };
    this.#judge(judged, { ...told.answer, exchange: judged });
    this.#sights?.heard(told, flaws, stored);
    if (exchange.throttled) return;
    if (outcome === 'success') this.#succeeded(told, stored);
    else if (operation === 'fetch' && told.isPlain && !told.isSetback) this.#notFound(told, stored);
    if (operation === 'lookup' && told.isPlain) {
      this.#analyses.heard(told);
      this.#counts.heard(told);
    }
  }

  /** The report that a request names; where it is shown for the first time, it is heard of now. */
  #reportOf({ answer }: Told): HeardReport | undefined {
    const { operation, about, endedAt } = answer.exchange;
    const { service = '', report: id } = about;
    if (id === undefined || operation === 'lookup') return undefined;
    const { report } = answer.body;
    const isShown = operation === 'fetch' && answer.outcome === 'success' && isObject(report);
    if (isShown && typeof report.id === 'string' && sameText(report.id, id))
      this.reports.fetched(report.id, service, endedAt);
    return this.reports.find(service, id);
  }

  #succeeded({ answer }: Told, stored: HeardReport | undefined): void {
    const { exchange, body } = answer;
    const { operation, request, response, endedAt } = exchange;
    if (operation !== 'fetch') this.#deletions.isGood(exchange);
    if (operation === 'create' && typeof body.id === 'string') {
      const made = this.reports.byId(body.id);
      if (made?.createdAt === endedAt) this.reports.grown(made, request.body?.length ?? 0);
    }
    if (!stored) return;
    if (operation === 'delete' && stored.deletedAt === endedAt) stored.deletedBy = exchange.caller;
    if (operation !== 'fetch' || !isObject(body.report)) return;
    if (stored.shown === body.report) this.reports.grown(stored, response.body.length);
    this.#deletions.isThere(stored, exchange);
    const isWellFormed = !this.#findings.some(({ clause }) => clause.startsWith('report/'));
    if (stored.isCreated) this.#claims.shown(stored, body.report, exchange, isWellFormed);
  }

  #notFound({ answer }: Told, stored: HeardReport | undefined): void {
    const { about, startedAt } = answer.exchange;
    const { service = '', report = '' } = about;
    if (stored?.deletedAt !== undefined && startedAt > stored.deletedAt)
      this.evidence.met('delete/success-means-gone');
    if (this.reports.elsewhere(service, report)) this.evidence.met('fetch/own-feed-only');
  }

  #who({ requestHeaders, caller }: Heard): Who {
    if (caller === null) return somebody;
    return caller === undefined ? this.#callers.who(requestHeaders.authorization) : { key: caller };
  }

  #hearClient(heard: Heard, { key }: Who): readonly Flaw[] {
    const call = clientCall(heard, key, this.#places);
    return call ? this.clients.hear(call) : [];
  }

  #passedOver(
    number: number,
    unjudged: NonNullable<Verdict['unjudged']>,
    flaws: readonly Flaw[],
  ): Verdict {
    this.tally.passedOver(unjudged);
    return { number, unjudged, findings: [], flaws };
  }
}
