import { calledOperation, pathAndQuery } from '../spec/called-operation.ts';
import type { OperationPlace } from '../spec/operations.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { breach, type ClientFinding, type Flaw } from '../traffic/flaw.ts';
import { retryAfterMs } from '../traffic/retry-after.ts';
import { abridged, beginning } from '../values/quoted.ts';
import { RecentlyUsed } from '../values/recently-used.ts';
import { requestFlaws, type SentToken } from './request-flaws.ts';

/** What is known about an exchange beside its bytes. */
export interface CallFacts extends SentToken {
  readonly caller: string;
  /** The number of the request, where requests are numbered. */
  readonly id?: number;
  /** Whether the response says that no lookups are left. */
  readonly isNoneLeft: boolean;
  /** Whether the request is meant for the API, whatever its path is. */
  readonly isMeant?: boolean;
  /** Hides secrets in what is told, before it is abridged. */
  readonly hide?: (text: string) => string;
}

interface Instructions {
  /** Undefined as long as no response said how long to wait. */
  readonly wait: Wait | undefined;
  readonly noneLeftAt: number;
}

/** Whoever asked before it was told did not know. */
interface Wait {
  readonly toldAt: number;
  readonly until: number;
}

const longestPath = 500;
const most = { findings: 1000, callers: 10_000, requests: 20, ids: 10_000 };

const idCase = 'feed.id-case';

/** An id in a response. */
const givenId = /"id"\s*:\s*"([^"]*)"/g;
const longestId = 36;

/** Collects the flaws of clients, each kind once per caller, with a count. */
export class ClientJudge {
  readonly #findings = new Map<string, ClientFinding>();
  readonly #instructions = new RecentlyUsed<Instructions>({ entries: most.callers });
  /** How far the clock of the server was moved on so far: whoever waits for it need not wait as well. */
  #moved = 0;
  #ahead: number | undefined;
  /** Those that the server itself writes in upper case: whoever repeats one relies on nothing. */
  readonly #upperCaseIds = new Set<string>();

  /** The flaws of one call, in order of responses. Its URL is relative to the base URL. */
  hear(call: HttpExchange, facts: CallFacts): readonly Flaw[] {
    this.#learnIds(call);
    const flaws = requestFlaws(call.request, facts, facts.isMeant);
    if (!flaws) return [];
    const { ahead = 0 } = call;
    this.#moved += Math.max(0, ahead - (this.#ahead ?? ahead));
    this.#ahead = ahead;
    const { method, url } = call.request;
    const [path] = pathAndQuery(url);
    const place = calledOperation(method, () => path)?.place;
    const own = flaws.filter(({ openPoint }) => openPoint !== idCase || !this.#isGiven(url));
    const { hide = (text) => text } = facts;
    const all = [...own, ...this.#impatience(call, facts, place)].map((flaw) => ({
      ...flaw,
      sentence: abridged(hide(flaw.sentence)),
    }));
    for (const flaw of all) this.#note(flaw, call, facts, place);
    this.#listen(call, facts, place);
    return all;
  }

  get findings(): readonly ClientFinding[] {
    return [...this.#findings.values()];
  }

  /** From the response as well: it has an id as the server writes it, not as it was sent. */
  #learnIds({ response: { status, body } }: HttpExchange): void {
    if (status < 200 || status > 299) return;
    for (const [, id = ''] of body.matchAll(givenId)) {
      const isUpper = id.length <= longestId && id !== id.toLowerCase();
      if (isUpper && this.#upperCaseIds.size < most.ids) this.#upperCaseIds.add(id);
    }
  }

  #isGiven(url: string): boolean {
    const [path, query] = pathAndQuery(url);
    const sent = [...path.split('/'), ...new URLSearchParams(query).values()];
    return sent.some((one) => this.#upperCaseIds.has(one));
  }

  /** 8: instructions that earlier responses gave the caller. */
  #impatience(
    { startedAt }: HttpExchange,
    { caller }: CallFacts,
    place: OperationPlace | undefined,
  ): Flaw[] {
    const instructions = this.#instructions.get(caller);
    if (!instructions) return [];
    const at = startedAt + this.#moved;
    const { wait } = instructions;
    return [
      ...(wait !== undefined && at > wait.toldAt && at < wait.until
        ? [
            breach(
              'too-soon',
              'The request is made before the time that Retry-After asked to wait is over.',
            ),
          ]
        : []),
      ...(place?.isCounted && at > instructions.noneLeftAt
        ? [
            breach(
              'none-left',
              `The ${place.name} is made after a response that none are left (8).`,
            ),
          ]
        : []),
    ];
  }

  #listen(
    call: HttpExchange,
    { caller, isNoneLeft }: CallFacts,
    place: OperationPlace | undefined,
  ): void {
    const { response, endedAt, ahead = 0 } = call;
    const at = endedAt + this.#moved;
    const before = this.#instructions.get(caller);
    const { status, headers } = response;
    const isServed = place?.isCounted && status > 0 && status < 300;
    // An exhausted quota is not waited for.
    const waitMs =
      isNoneLeft || status < 400
        ? undefined
        : retryAfterMs(headers['retry-after'], performance.timeOrigin + endedAt + ahead);
    if (waitMs === undefined && !isNoneLeft && !(before && isServed)) return;
    const noneLeftAt = isNoneLeft ? at : isServed ? Infinity : (before?.noneLeftAt ?? Infinity);
    const wait = waitMs === undefined ? before?.wait : waitFrom(before?.wait, at, at + waitMs);
    this.#instructions.set(caller, { noneLeftAt, wait });
  }

  #note(
    flaw: Flaw,
    { request, response: { status } }: HttpExchange,
    facts: CallFacts,
    place: OperationPlace | undefined,
  ): void {
    const { caller, id, hide = (text) => text } = facts;
    const key = `${flaw.id} ${caller}`;
    const known = this.#findings.get(key);
    if (!known && this.#findings.size >= most.findings) return;
    const { method, url } = request;
    const first = {
      method,
      path: beginning(hide(shownPath(url, place)), longestPath),
      ...(status > 0 && { status }),
    };
    const one = known ?? { ...flaw, caller, times: 0, first };
    const requests = id !== undefined && [...(one.requests ?? []), id].slice(-most.requests);
    this.#findings.set(key, { ...one, times: one.times + 1, ...(requests && { requests }) });
  }
}

/** The last one counts; whoever was told to wait already has known since then. */
function waitFrom(before: Wait | undefined, at: number, until: number): Wait {
  const isGoingOn = before !== undefined && before.until > at;
  return { toldAt: isGoingOn ? before.toldAt : at, until };
}

/** Without the values of unknown parameters, which may contain a secret. */
function shownPath(url: string, place: OperationPlace | undefined): string {
  const [path, query] = pathAndQuery(url);
  const params = query.split('&').map((one) => {
    const [name = ''] = one.split('=', 1);
    return place?.query.includes(name) ? one : name;
  });
  return url.includes('?') ? `${path}?${params.join('&')}` : path;
}
