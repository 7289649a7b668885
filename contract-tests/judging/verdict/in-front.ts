import { isObject } from '../talk/body.ts';
import { type Exchange, saidBy } from '../talk/exchange.ts';
import type { JudgedStep } from './rule.ts';

/** What of a request was beyond a limit, if its response is of something in front of the operation. */
type Beyond = 'body' | 'head' | 'perhaps-head' | 'rate' | 'syntax';

const beyondOf: { readonly [status: number]: Beyond } = {
  408: 'rate',
  413: 'body',
  414: 'head',
  429: 'rate',
  431: 'head',
  502: 'rate',
  503: 'rate',
  504: 'rate',
};

/** HTTP/1.0 has no body without a length (RFC 9112, 6.3 and 7). */
const ofUnknownLength = [411, 501];
const ofFirewalls = [400, 403, 406];

function isMalformed({ request: { url } }: Exchange): boolean {
  return /%(?![\da-f]{2})/i.test(url);
}

/** Quotes, tags and zeros in a URL, which firewalls take for an attack. */
export function looksLikeAttack(url: string): boolean {
  return /['<]|%27|%22|%3c|%00/i.test(url);
}

/** What the status says. 400 says it of HTTP that cannot be read; nginx and others also of a long head. */
function beyondIn(exchange: Exchange): Beyond | undefined {
  const { status } = exchange.response;
  if (looksLikeAttack(exchange.request.url) && ofFirewalls.includes(status)) return 'syntax';
  if (exchange.way?.chunked && ofUnknownLength.includes(status)) return 'syntax';
  if (status === 400) return isMalformed(exchange) ? 'syntax' : 'perhaps-head';
  return beyondOf[status];
}

/** Whether a response says nothing of what was requested, to who hears a part of the traffic. */
export function isSetbackStatus(status: number): boolean {
  const isMoved = (status >= 300 && status < 400) || status === 421;
  return status >= 500 || isMoved || beyondOf[status] !== undefined;
}

function bodyLength({ request, sentLength, way }: Exchange): number {
  return Math.max(request.body?.length ?? 0, sentLength ?? 0, way?.padTo ?? 0);
}

function headLength({ request: { url, headers } }: Exchange): number {
  return url.length + Object.entries(headers).flat().join('').length;
}

/** How long the requests were that an operation has answered. */
class Lengths {
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  add(length: number): void {
    this.#least = Math.min(this.#least, length);
    this.#most = Math.max(this.#most, length);
  }

  /** Whether a shorter one was answered, and none that was as long. */
  isBeyond(length: number): boolean {
    return this.#least < length && !this.isWithin(length);
  }

  isWithin(length: number): boolean {
    return this.#most >= length;
  }
}

interface Options<Step extends JudgedStep> {
  /** Whether no other client sends anything: then the history shows how else the operation has answered. */
  readonly isAlone: boolean;
  /** Whether a response has the form that the operation has for it. */
  readonly isOwn: (step: Step) => boolean;
  /** What is the same in requests that have to be answered alike; undefined where nothing is known. */
  readonly kindOf: (step: Step) => string | undefined;
  /** Whether the client has found a response to be a rate limit. */
  readonly isLimit: (exchange: Exchange) => boolean;
}

/** Of those that a listener hears. */
const mostKept = 10_000;

interface Held<Step extends JudgedStep> {
  readonly step: Step;
  readonly beyond: Beyond;
  readonly judges: boolean;
}

/**
 * The only place that decides whether a response is of the operation, or of a proxy or framework in front of
 * it, which says in a form of its own that a request is beyond a limit or no HTTP. Such a response is believed
 * only if the operation answers the same within the limit in its own form; so it is held back until the end.
 */
export class InFront<Step extends JudgedStep> {
  readonly #options: Options<Step>;
  readonly #held: Held<Step>[] = [];
  readonly #answered: Exchange[] = [];
  readonly #heads = new Map<string, Lengths>();
  readonly #bodies = new Map<string, Lengths>();
  readonly #ownKinds = new Set<string>();

  constructor(options: Options<Step>) {
    this.#options = options;
  }

  /** The requests that were answered in front of the operations. */
  get answered(): readonly Exchange[] {
    return this.#answered;
  }

  /** Whether a response may be of something in front, and is not to be judged now. */
  holds(step: Step, judges = true): boolean {
    const { isAlone, isOwn } = this.#options;
    const { exchange, answer } = step;
    if (isOwn(step)) {
      if (isAlone) this.#noteOwn(step);
      return false;
    }
    const beyond = beyondIn(exchange);
    if (isAlone) {
      if (beyond === undefined || this.#isWithin(exchange, beyond)) return false;
      this.#held.push({ step, beyond, judges });
      return true;
    }
    // Who hears a part of the traffic knows of no limit, and of no restart.
    const isPage = !isObject(answer.json) && isSetbackStatus(exchange.response.status);
    const isBeyond = isPage || (beyond !== undefined && beyond !== 'perhaps-head');
    if (isBeyond && this.#answered.length < mostKept) this.#answered.push(exchange);
    return isBeyond;
  }

  /** The responses that were held back, and are of an operation after all. */
  settle(): readonly Step[] {
    const held = this.#held.splice(0);
    const ofLimits = new Set(held.filter((one) => this.#isServedElse(one)).map(textOf));
    const isInFront = (one: Held<Step>): boolean =>
      one.beyond === 'rate' ? ofLimits.has(textOf(one)) : this.#isBeyond(one);
    this.#answered.push(...held.filter(isInFront).map(({ step }) => step.exchange));
    return held.filter((one) => one.judges && !isInFront(one)).map(({ step }) => step);
  }

  #noteOwn(step: Step): void {
    const { exchange } = step;
    const { operation } = exchange;
    lengthsIn(this.#heads, operation).add(headLength(exchange));
    lengthsIn(this.#bodies, whoseBody(exchange)).add(bodyLength(exchange));
    const kind = this.#options.kindOf(step);
    if (kind !== undefined) this.#ownKinds.add(kind);
  }

  /** Whether the same request was answered by the operation at another time. */
  #isServedElse({ step, beyond }: Held<Step>): boolean {
    if (beyond !== 'rate') return false;
    const kind = this.#options.kindOf(step);
    return this.#options.isLimit(step.exchange) || (!!kind && this.#ownKinds.has(kind));
  }

  #isBeyond({ step: { exchange }, beyond }: Held<Step>): boolean {
    if (beyond === 'syntax') return this.#heads.has(exchange.operation);
    const { length, answered } = this.#lengthsOf(exchange, beyond);
    return answered?.isBeyond(length) ?? false;
  }

  /** Whether one that is as long was answered already, so that its length is no reason. */
  #isWithin(exchange: Exchange, beyond: Beyond): boolean {
    if (beyond === 'rate' || beyond === 'syntax') return false;
    const { length, answered } = this.#lengthsOf(exchange, beyond);
    return answered?.isWithin(length) ?? false;
  }

  #lengthsOf(exchange: Exchange, beyond: Beyond) {
    if (beyond === 'body')
      return { length: bodyLength(exchange), answered: this.#bodies.get(whoseBody(exchange)) };
    // Long enough that its length may be the reason.
    const times = beyond === 'head' ? 1 : 2;
    return {
      length: headLength(exchange) / times,
      answered: this.#heads.get(exchange.operation),
    };
  }
}

/** A framework may refuse a caller before it reads the body. */
function whoseBody({ operation, caller }: Exchange): string {
  return `${operation} ${caller}`;
}

function lengthsIn(all: Map<string, Lengths>, key: string): Lengths {
  const lengths = all.get(key) ?? new Lengths();
  all.set(key, lengths);
  return lengths;
}

function textOf({ step }: Held<JudgedStep>): string {
  return saidBy(step.exchange);
}
