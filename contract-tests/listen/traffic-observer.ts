import { isDeepStrictEqual } from 'node:util';
import type { Flaw } from '../../src/spec/requests/flaw.ts';
import { observeReports } from '../learn/report-traits.ts';
import type { KnownReport } from '../model/known-report.ts';
import type { Reports } from '../model/reports.ts';
import { areTexts, sameRefusal } from '../model/sameness.ts';
import { isIdentified } from '../model/who.ts';
import { operationPlace } from '../operations/operations.ts';
import { type Answer, errorBodyOf, isObject, type JsonBody } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Recent } from '../talk/recent.ts';
import { AnswerTraits } from './answer-traits.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';
import { CreateObserver } from './create-observer.ts';
import type { ParsedExchange } from './recognise.ts';

interface CallerState {
  /** Whether it has fetched another caller's report. */
  readsOthers: boolean;
  /** Refused lookups since the last one served. */
  refused: { readonly point: string; readonly value: unknown; readonly exchange: Exchange }[];
  hasFound: boolean;
}

/** Learns answers to open points from traffic alone, each with the exchange that showed it. */
export class TrafficObserver {
  readonly #evidence: BoundedEvidence;
  readonly #reports: Reports;
  readonly #creates: CreateObserver;
  readonly #traits: AnswerTraits;
  readonly #askers = new Recent<CallerState>({ entries: 2_000, size: Infinity });
  readonly #samples: Exchange[] = [];
  #gone: Answer | undefined;
  #unknown: Answer | undefined;

  constructor(evidence: BoundedEvidence, reports: Reports) {
    this.#evidence = evidence;
    this.#reports = reports;
    this.#creates = new CreateObserver(evidence);
    this.#traits = new AnswerTraits(evidence);
  }

  onExchange(told: ParsedExchange, flaws: readonly Flaw[], stored: KnownReport | undefined): void {
    const { answer } = told;
    const { exchange, outcome } = answer;
    const { operation } = exchange;
    if (exchange.throttled || exchange.inFront) return;
    this.#traits.onAnswer(answer);
    if (outcome === 'success') {
      this.#evidence.observe(
        operationPlace(operation).successPoint,
        exchange.response.status,
        exchange,
      );
      if (this.#samples.length < 50 && operation !== 'lookup') this.#samples.push(exchange);
    }
    if (operation === 'create') this.#creates.onExchange(told, flaws);
    else if (operation === 'lookup') this.#lookup(told, flaws);
    else this.#withId(told, flaws, stored);
  }

  #asker(key: string): CallerState {
    const known = this.#askers.get(key) ?? { readsOthers: false, refused: [], hasFound: false };
    this.#askers.set(key, known, 0);
    return known;
  }

  /** Fetches and deletes. */
  #withId(told: ParsedExchange, flaws: readonly Flaw[], stored: KnownReport | undefined): void {
    const { answer, who, isSetback, isPlain } = told;
    const { exchange, outcome, body } = answer;
    const { operation, response, caller, startedAt } = exchange;
    const observe = (name: string): void =>
      this.#evidence.observe(`${operation}.status.${name}`, response.status, exchange);
    const asker = this.#asker(caller);
    if (outcome === 'success') {
      if (operation === 'fetch' && stored) {
        if (stored.creator !== caller) asker.readsOthers = true;
        if (!isIdentified(who) && who.key === 'nobody')
          this.#evidence.observe('fetch.who', 'public', exchange);
        if (isObject(body.report) && isObject(stored.sent))
          this.#values(stored.sent, body.report, exchange);
      }
      return;
    }
    if (isSetback || !isPlain) return;
    const deletion = stored?.deletions.find((one) => one.outcome === 'success');
    const isThere = stored !== undefined && stored.creator !== '' && !deletion;
    if (who.key === 'nobody') {
      if (isThere) observe('no-token');
      return;
    }
    const ids = flaws.map(({ id }) => id);
    if (asker.readsOthers && ids.includes('client/no-report')) observe('missing-parameter');
    if (asker.readsOthers && ids.includes('client/malformed-id')) observe('malformed-id');
    const isGone = deletion !== undefined && deletion.endedAt < startedAt;
    if (isGone && (stored?.creator === caller || deletion.by === caller)) observe('deleted-report');
    if (
      operation !== 'fetch' ||
      !asker.readsOthers ||
      ids.some((id) => !id.includes('auth.prefix'))
    )
      return;
    if (isGone) this.#gone ??= answer;
    if (!stored && !this.#reports.withId(exchange.about.report ?? '')) {
      observe('unknown-report');
      this.#unknown ??= answer;
    }
  }

  /** 2.1: how a sent value is returned, where one aspect of it may change. */
  #values(sent: JsonBody, report: JsonBody, exchange: Exchange): void {
    const { tags, c2Address } = sent;
    const observe = (point: string, from: unknown, to: unknown, shown: unknown, word: string) => {
      if (isDeepStrictEqual(from, to)) return;
      const answer = isDeepStrictEqual(shown, from)
        ? 'kept'
        : isDeepStrictEqual(shown, to)
          ? word
          : undefined;
      if (answer) this.#evidence.observe(point, answer, exchange);
    };
    if (typeof c2Address === 'string')
      observe(
        'create.address.case',
        c2Address,
        c2Address.toLowerCase(),
        report.c2Address,
        'lowered',
      );
    if (!areTexts(tags)) return;
    const forms = [
      ['create.tags.case', tags.map((tag) => tag.toLowerCase()), 'lowered'],
      ['create.tags.order', [...tags].sort(), 'sorted'],
      ['create.tags.repeats', [...new Set(tags)], 'dropped'],
    ] as const;
    const changing = forms.filter(([, to]) => !isDeepStrictEqual(to, tags));
    const [only, ...others] = changing;
    if (only && others.length === 0) observe(only[0], tags, only[1], report.tags, only[2]);
  }

  /** Refusals between two served lookups are about the request, not the quota. */
  #lookup({ answer, who, isSetback, isPlain }: ParsedExchange, flaws: readonly Flaw[]): void {
    const { exchange, outcome } = answer;
    const { about, response, caller } = exchange;
    const asker = this.#asker(caller);
    const ids = flaws.map(({ id }) => id);
    if (outcome === 'success') {
      if (ids.includes('client/relies-on-lookup.hash-case'))
        this.#evidence.observe('lookup.hash-case', 'ignored', exchange);
      for (const { point, value, exchange: by } of asker.refused)
        this.#evidence.observe(point, value, by);
      asker.refused = [];
      asker.hasFound = true;
      return;
    }
    if (isSetback || !isPlain || about.hash === undefined) return;
    if (who.key === 'nobody')
      this.#evidence.observe('lookup.status.no-token', response.status, exchange);
    // A caller with few requests may have been refused because of its quota.
    if (
      !isIdentified(who) ||
      who.remaining !== undefined ||
      !asker.hasFound ||
      asker.refused.length > 10
    )
      return;
    const isUpper = ids.includes('client/relies-on-lookup.hash-case');
    const point = ids.includes('client/malformed-hash')
      ? 'lookup.status.malformed-hash'
      : 'lookup.status.unknown-hash';
    if (isUpper) asker.refused.push({ point: 'lookup.hash-case', value: 'significant', exchange });
    else asker.refused.push({ point, value: response.status, exchange });
    asker.refused.push({ point: 'lookup.error-body', value: errorBodyOf(answer), exchange });
  }

  /** Answers that only all traffic together reveals. */
  conclude(): void {
    const [gone, unknown] = [this.#gone, this.#unknown];
    if (gone && unknown)
      this.#evidence.observe(
        'delete.afterwards',
        sameRefusal(gone, unknown) ? 'forgotten' : 'remembered',
        gone.exchange,
      );
    this.#traits.conclude();
    observeReports(this.#evidence, this.#reports, this.#samples);
  }
}
