import { hash } from 'node:crypto';
import { reportShape } from '../judge/body-shapes.ts';
import { instantOf, isUuid } from '../judge/formats.ts';
import { sameText } from '../judge/sameness.ts';
import { type Body, isObject } from '../talk/answer.ts';
import { draftFields } from '../talk/draft.ts';
import type { Exchange } from '../talk/exchange.ts';
import { said, shown } from '../talk/shown.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';
import type { HeardReport } from './heard-reports.ts';
import { Recent } from './recent.ts';
import type { Told } from './told.ts';
import { isKnown } from './who.ts';

const storesValid: { readonly [field: string]: string } = {
  tags: 'create/stores-valid-tags',
  c2Address: 'create/stores-a-valid-address',
  file256Hash: 'create/stores-a-valid-hash',
  referenceLink: 'create/stores-a-valid-link',
  confidenceScore: 'create/stores-a-valid-score',
};

const day = 24 * 3600_000;
/** Who has another name now may have been renamed; not so within a moment. */
const moment = 60_000;

interface Named {
  readonly name: unknown;
  readonly createdAt: number;
}

/** What single answers of the feed say beyond their shape, and what a report says beside others. */
export class Claims {
  readonly #evidence: BoundedEvidence;
  readonly #names = new Recent<Named>({ entries: 5_000, size: Infinity });

  /** The id that was given to a report, by what was posted. */
  readonly #posted = new Recent<string>({ entries: 5_000, size: Infinity });

  constructor(evidence: BoundedEvidence) {
    this.#evidence = evidence;
  }

  /** Operations that need a token, and those that need an id. */
  heard(told: Told): void {
    const { answer, who, isPlain, isSetback } = told;
    const { exchange, outcome } = answer;
    const { operation, about } = exchange;
    if (who.key === 'nobody' && (operation === 'create' || operation === 'lookup'))
      this.#refusal(`${operation}/token-required`, told);
    if (operation === 'create' && who.isResearcher === false)
      this.#refusal('create/researchers-only', told);
    const needsId = operation === 'fetch' || operation === 'delete';
    if (needsId && isPlain && (about.report ?? '') === '' && !(isSetback && outcome !== 'success'))
      this.#refusal(`${operation}/missing-id-is-refused`, told);
    if (operation === 'create' && outcome === 'success') this.#created(answer.body, exchange);
  }

  /** 2.1: the id is not sent on creation, and is a new one each time. */
  #created(body: Body, exchange: Exchange): void {
    const { sent } = exchange.about;
    if (!isObject(sent)) return;
    if (isUuid(body.id)) this.#isNew(body.id, exchange);
    if (!isUuid(sent.id)) return;
    this.#evidence.judge('create/id-is-the-services', !sameText(sent.id, body.id), () => ({
      expected: 'an id that the service has made',
      actual: `id: ${shown(body.id)}, as the client sent it`,
      exchange,
    }));
  }

  /** What speaks against it is heard by every judge; that it was so, only by who remembers what was posted. */
  #isNew(id: string, { about, request }: Exchange): void {
    const key = hash('sha1', `${about.service} ${request.body}`, 'base64');
    const before = this.#posted.get(key);
    if (before !== undefined && !sameText(before, id))
      this.#evidence.met('create/repeats-make-new-reports');
    this.#posted.set(key, id, 0);
  }

  /** A report that was created in our hearing, as it is shown. */
  shown(stored: HeardReport, report: Body, exchange: Exchange, isWellFormed: boolean): void {
    for (const clause of [
      'create/id-finds-the-report',
      'create/in-the-named-feed',
      'fetch/stored-report-is-found',
    ])
      this.#evidence.met(clause);
    if (!isWellFormed) this.#isValid(stored, report, exchange);
    this.#isOfItsCreator(stored, report, exchange);
    const { sent } = stored;
    if (!isObject(sent) || typeof sent.reportedAt !== 'string') return;
    // A client may guess the time, but hardly a wrong one.
    const far =
      Math.abs(instantOf(sent.reportedAt) - performance.timeOrigin - stored.createdAt) > 2 * day;
    if (far)
      this.#evidence.judge(
        'create/time-is-the-services',
        report.reportedAt !== sent.reportedAt,
        () => ({
          expected: 'reportedAt as the service sets it',
          actual: `reportedAt: ${shown(report.reportedAt)}, as the client sent it`,
          exchange,
        }),
      );
  }

  /** Whatever was accepted, a fetch has the form of 2.1. */
  #isValid({ sent }: HeardReport, report: Body, exchange: Exchange): void {
    for (const { clause: shape, judge } of reportShape()) {
      const judgement = judge(report);
      if (!judgement || judgement.ok) continue;
      const field = draftFields.find((name) => judgement.expected.includes(name));
      const clause = !isObject(sent)
        ? 'create/stores-only-reports'
        : field === undefined
          ? undefined
          : field in sent
            ? storesValid[field]
            : 'create/stores-every-field';
      if (clause && shape.startsWith('report/'))
        this.#evidence.broken({ clause, ...judgement, exchange });
    }
  }

  #isOfItsCreator(stored: HeardReport, report: Body, exchange: Exchange): void {
    const { creator, service, createdAt, sent } = stored;
    if (!isKnown({ key: creator })) return;
    const key = `${creator} ${service}`;
    const known = this.#names.get(key);
    this.#names.set(key, { name: report.reportedBy, createdAt }, 0);
    if (!known || Math.abs(known.createdAt - createdAt) > moment) return;
    const isSame = known.name === report.reportedBy;
    this.#evidence.judge('report/reported-by-is-the-creator', isSame, () => ({
      expected: `reportedBy: ${shown(known.name)}, as on another report of ${creator}`,
      actual: `reportedBy: ${shown(report.reportedBy)}`,
      exchange,
    }));
    const isTakenOver = isObject(sent) && sent.reportedBy === report.reportedBy;
    if (isObject(sent) && typeof sent.reportedBy === 'string' && !(isSame && isTakenOver))
      this.#evidence.judge('create/reporter-is-the-services', !isTakenOver, () => ({
        expected: `reportedBy: ${shown(known.name)}, as the service sets it`,
        actual: `reportedBy: ${shown(report.reportedBy)}, as the client sent it`,
        exchange,
      }));
  }

  #refusal(clause: string, { answer, isSetback }: Told): void {
    const { outcome, exchange } = answer;
    if (outcome !== 'success' && isSetback) return;
    this.#evidence.judge(clause, outcome !== 'success', () => ({
      expected: 'this request to be refused',
      actual: said(answer),
      exchange,
    }));
  }
}
