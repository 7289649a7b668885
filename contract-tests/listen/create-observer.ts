import { createHash } from 'node:crypto';
import type { Flaw } from '../../src/spec/requests/flaw.ts';
import { isObject, type JsonBody } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Recent } from '../talk/recent.ts';
import type { BoundedEvidence } from './bounded-evidence.ts';
import type { ParsedExchange } from './recognise.ts';

type Change = (sent: JsonBody) => JsonBody;

const without =
  (field: string): Change =>
  ({ [field]: _, ...rest }) =>
    rest;

/** What a create may rely on: how acceptance and refusal answer it, and the request without it. */
const reliances: {
  readonly [point: string]: {
    readonly taken: unknown;
    readonly not: unknown;
    readonly plain: Change;
  };
} = {
  'create.required.tags': { taken: false, not: true, plain: without('tags') },
  'create.required.referenceLink': { taken: false, not: true, plain: without('referenceLink') },
  'create.required.confidenceScore': { taken: false, not: true, plain: without('confidenceScore') },
  'create.hash-case': {
    taken: 'lowered',
    not: 'refused',
    plain: (sent) => ({ ...sent, file256Hash: String(sent.file256Hash).toLowerCase() }),
  },
  'create.unknown-fields': {
    taken: 'ignored',
    not: 'refused',
    plain: ({ tags, c2Address, file256Hash, referenceLink, confidenceScore }) => ({
      ...{ tags, c2Address, file256Hash, referenceLink, confidenceScore },
    }),
  },
};

const keyOf = (point: string, service: string | undefined, sent: JsonBody): string => {
  const entries = Object.entries(sent).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([point, service, entries]);
  return createHash('sha1').update(text).digest('base64');
};

const bound = { entries: 2_000, size: Infinity };

/** What creates reveal about open points: by their flaw, where there is exactly one. */
export class CreateObserver {
  readonly #evidence: BoundedEvidence;
  readonly #refused = new Recent<{ readonly point: string; readonly exchange: Exchange }>(bound);
  readonly #taken = new Recent<string>(bound);
  /** Callers seen to create reports. */
  readonly #able = new Recent<true>(bound);

  constructor(evidence: BoundedEvidence) {
    this.#evidence = evidence;
  }

  onExchange({ answer, who, isPlain, isSetback }: ParsedExchange, flaws: readonly Flaw[]): void {
    const { exchange, outcome } = answer;
    const { about, caller, response } = exchange;
    const observe = (point: string, value: unknown): void =>
      this.#evidence.observe(point, value, exchange);
    // The form of the token is another open point.
    const [flaw, ...more] = flaws.filter(({ openPoint }) => openPoint !== 'auth.prefix');
    if (!isPlain || (outcome !== 'success' && isSetback)) return;
    if (outcome === 'success') {
      this.#able.set(caller, true, 0);
      if (flaw?.openPoint && more.length === 0) {
        const taken = reliances[flaw.openPoint]?.taken;
        if (taken !== undefined) observe(flaw.openPoint, taken);
      }
      if (!flaw && isObject(about.sent)) this.#plainTaken(about.sent, exchange);
      return;
    }
    if (
      flaw?.id === 'client/no-token' &&
      more.length === 0 &&
      this.#isAboutTheCaller(response.status)
    )
      observe('create.status.no-token', response.status);
    if (who.isResearcher === false && !flaw && this.#isAboutTheCaller(response.status))
      observe('create.status.not-a-researcher', response.status);
    if (this.#able.get(caller)) this.#refusal(exchange, flaw, more);
  }

  /** The report may be invalid here, and be refused for that first. */
  #isAboutTheCaller(status: number): boolean {
    const invalid = this.#evidence.observations.filter(
      ({ openPoint }) => openPoint === 'create.status.invalid-report',
    );
    return invalid.length > 0 && invalid.every(({ value }) => value !== status);
  }

  #refusal(exchange: Exchange, flaw: Flaw | undefined, more: readonly Flaw[]): void {
    const { about, response } = exchange;
    const { sent, service } = about;
    const observe = (point: string, value: unknown): void =>
      this.#evidence.observe(point, value, exchange);
    if (!flaw) {
      const key = isObject(sent) && keyOf('same', service, sent);
      if (!key || this.#taken.get(key) === undefined) return;
      observe('create.duplicates', 'refused');
      observe('create.status.duplicate-report', response.status);
      return;
    }
    const isMedia = more.length === 1 && flaw.id === 'client/wrong-content-type';
    if (isMedia) {
      observe('create.content-type', 'refused');
      observe('create.status.wrong-content-type', response.status);
    }
    if (more.length > 0) return;
    if (flaw.id === 'client/malformed-body')
      observe('create.status.malformed-request', response.status);
    if (/^client\/(tags|c2Address|file256Hash|referenceLink|confidenceScore)-/.test(flaw.id))
      observe('create.status.invalid-report', response.status);
    const { openPoint: point = '' } = flaw;
    const plain = reliances[point]?.plain;
    // Conclusive only if the report is accepted later without it.
    if (plain && isObject(sent))
      this.#refused.set(keyOf(point, service, plain(sent)), { point, exchange }, 0);
  }

  #plainTaken(sent: JsonBody, exchange: Exchange): void {
    const { service } = exchange.about;
    const same = keyOf('same', service, sent);
    if (this.#taken.get(same) !== undefined)
      this.#evidence.observe('create.duplicates', 'accepted', exchange);
    this.#taken.set(same, exchange.caller, 0);
    for (const [point, { plain, not }] of Object.entries(reliances)) {
      const key = keyOf(point, service, plain(sent));
      const refused = this.#refused.get(key);
      if (!refused) continue;
      this.#refused.delete(key);
      this.#evidence.observe(point, not, refused.exchange);
      this.#evidence.observe(
        'create.status.invalid-report',
        refused.exchange.response.status,
        refused.exchange,
      );
    }
  }
}
