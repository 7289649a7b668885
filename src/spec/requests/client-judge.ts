import { breaks, type Flaw } from './flaw.ts';
import { requestFlaws, type SentRequest } from './request-flaws.ts';

/** A request, who sent it and what came of it. */
export interface ClientCall extends SentRequest {
  readonly caller: string;
  /** The number of the request, where they are counted. */
  readonly id?: number;
  /** Milliseconds, by one clock for all calls. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Absent where no answer came. */
  readonly status?: number | undefined;
  /** How many milliseconds the answer asks to wait. */
  readonly waitMs?: number | undefined;
  /** Whether the answer says that no lookups are left. */
  readonly isNoneLeft: boolean;
}

/** Something that a caller does, and the first time. */
export interface ClientFinding extends Flaw {
  readonly caller: string;
  readonly times: number;
  /** The latest of the requests behind it, by number, where they are counted. */
  readonly requests?: readonly number[];
  readonly first: { readonly method: string; readonly path: string; readonly status?: number };
}

interface Told {
  waitUntil: number;
  noneLeftAt: number;
}

const most = { findings: 1000, callers: 10_000, requests: 20 };

/** What clients do that the specification has not, each kind once for a caller, and how often. */
export class ClientJudge {
  readonly #findings = new Map<string, ClientFinding>();
  readonly #told = new Map<string, Told>();

  /** The flaws of one call, in the order in which calls were answered. */
  hear(call: ClientCall): readonly Flaw[] {
    const flaws = requestFlaws(call);
    if (!flaws) return [];
    const all = [...flaws, ...this.#impatience(call)];
    for (const flaw of all) this.#note(flaw, call);
    this.#listen(call);
    return all;
  }

  get findings(): readonly ClientFinding[] {
    return [...this.#findings.values()];
  }

  /** 8: what the server has told a caller before. */
  #impatience({ caller, path, startedAt }: ClientCall): Flaw[] {
    const told = this.#told.get(caller);
    if (!told) return [];
    const isLookup = path.startsWith('/private/sample/');
    return [
      ...(startedAt < told.waitUntil
        ? [
            breaks(
              'too-soon',
              'The call is made before the time that Retry-After asked to wait is over.',
            ),
          ]
        : []),
      ...(isLookup && startedAt > told.noneLeftAt
        ? [breaks('none-left', 'The lookup is made after an answer that none are left (8).')]
        : []),
    ];
  }

  #listen({ caller, endedAt, waitMs, isNoneLeft, status, path }: ClientCall): void {
    const before = this.#told.get(caller);
    const isServed = path.startsWith('/private/sample/') && status !== undefined && status < 300;
    if (waitMs === undefined && !isNoneLeft && !(before && isServed)) return;
    const noneLeftAt = isNoneLeft
      ? endedAt
      : isServed
        ? Infinity
        : (before?.noneLeftAt ?? Infinity);
    const waitUntil = waitMs === undefined ? (before?.waitUntil ?? 0) : endedAt + waitMs;
    // What is used last stays.
    this.#told.delete(caller);
    this.#told.set(caller, { noneLeftAt, waitUntil });
    const [oldest] = this.#told.keys();
    if (this.#told.size > most.callers && oldest !== undefined) this.#told.delete(oldest);
  }

  #note(flaw: Flaw, { caller, id, method, path, status }: ClientCall): void {
    const key = `${flaw.id} ${caller}`;
    const known = this.#findings.get(key);
    if (!known && this.#findings.size >= most.findings) return;
    const first = { method, path: shownPath(path), ...(status !== undefined && { status }) };
    const one = known ?? { ...flaw, caller, times: 0, first };
    const requests = id !== undefined && [...(one.requests ?? []), id].slice(-most.requests);
    this.#findings.set(key, { ...one, times: one.times + 1, ...(requests && { requests }) });
  }
}

/** Without the values of parameters that are none of the API's: somebody may have put a secret there. */
const shownPath = (path: string): string => {
  const [before = '', query] = path.split(/\?(.*)/s);
  const params = query?.split('&').map((one) => (/^report=/.test(one) ? one : one.split('=')[0]));
  return (params ? `${before}?${params.join('&')}` : before).slice(0, 500);
};
