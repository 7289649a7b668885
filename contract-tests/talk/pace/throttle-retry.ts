import { readAnswer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import type { Exchange } from '../exchange.ts';
import type { Clock } from './clock.ts';
import type { Gate } from './gate.ts';
import { Overload } from './overload.ts';
import { Patience } from './patience.ts';

/** The dependencies of one client's retry loop. */
interface Sending {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Sends once; a retry uses a new connection, since a limit may be per connection. */
  readonly send: (ask: Ask, isAgain: boolean) => Promise<Exchange>;
  readonly noted: (ask: Ask, exchange: Exchange) => Exchange;
  /** Called whenever all requests slow down. */
  readonly onLimit?: (() => void) | undefined;
}

/** Waits before each exclusive retry: a limit per second serves the last one at the latest. */
const quietMs = [200, 600, 1200];
/** How long one request waits for a server that throttles everything. */
const longestMs = 90_000;
/** After this many throttled attempts at a known limit, checks whether it is a refusal after all. */
const mostTries = 6;
const patientTries = 3;

/** Statuses for throttling and timeouts (RFC 6585, 4; RFC 9110, 15.5.9, 15.6.4). */
export const asksToWait = ({ response: { status } }: Exchange): boolean =>
  status === 408 || status === 429 || status === 503;

/** Retry-After in milliseconds, from seconds or a date. */
export const retryAfterMs = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

const retryAfterOf = ({ response }: Exchange): number | undefined =>
  retryAfterMs(response.headers['retry-after'], Date.now());

const isSuccess = (exchange: Exchange): boolean => readAnswer(exchange).outcome === 'success';

/** Whether a request can be repeated without side effects or cost. */
const isControl = (ask: Ask, exchange: Exchange): boolean =>
  (ask.operation === 'fetch' || ask.operation === 'lookup') && !ask.once && isSuccess(exchange);

export interface ThrottleRetry {
  /** Retries until a response can be judged, or waiting is futile. */
  ask(ask: Ask): Promise<Exchange>;
  /** Whether a response was found to be a limit, not a refusal. */
  isLimit(exchange: Exchange): boolean;
  /** How often requests were throttled. */
  readonly times: number;
}

/**
 * The only place that decides what 429 and 503 mean, or any refusal with Retry-After. Rate limits are
 * open (8), and so is every status: the same response may be a limit, which is never judged, or a
 * refusal, which is. A limit serves a retry when nothing else is sent; a refusal persists while another
 * request of the same caller is served.
 */
export const throttleRetry = ({
  gate,
  clock,
  signal,
  send,
  noted,
  onLimit,
}: Sending): ThrottleRetry => {
  const patience = new Patience();
  const overload = new Overload();
  const controls = new Map<string, Ask>();
  let times = 0;
  let isHopeless = false;

  const isServed = (exchange: Exchange): boolean => {
    const mayBeLimit = asksToWait(exchange) || retryAfterOf(exchange) !== undefined;
    if (!mayBeLimit && overload.meaningOf(exchange) !== 'limit') return true;
    return isSuccess(exchange);
  };

  /** A report being deleted no longer serves as a control. */
  const forget = ({ operation, about }: Ask): void => {
    if (operation !== 'delete') return;
    for (const [token, control] of controls)
      if (control.about.report === about.report) controls.delete(token);
  };

  const limitMet = (exchange: Exchange, sentAt: number): void => {
    overload.isLimit(exchange);
    times += 1;
    gate.limited(sentAt, retryAfterOf(exchange));
    onLimit?.();
  };

  const ended = (ask: Ask, exchange: Exchange): Exchange => {
    const token = ask.caller.authorization ?? '';
    if (isServed(exchange)) gate.onResult(token, undefined);
    if (isControl(ask, exchange)) controls.set(token, ask);
    return noted(ask, exchange);
  };

  const notServed = (ask: Ask, exchange: Exchange): Exchange =>
    noted(ask, { ...exchange, throttled: true });

  /** Whether a control request is served now; undefined without a control. */
  const othersAreServed = async (token: string): Promise<boolean | undefined> => {
    const control = controls.get(token) ?? [...controls.values()].at(-1);
    if (!control) return undefined;
    const exchange = await send(control, true);
    noted(control, { ...exchange, throttled: !isServed(exchange) });
    return isServed(exchange);
  };

  /** The waits before a refusal is believed; fewer if all so far were refusals. */
  const pausesNow = (): readonly number[] => {
    if (overload.limits > 0) return quietMs;
    return overload.refusals > 2 ? [0] : quietMs.slice(0, 3 - overload.refusals);
  };

  /** Retries exclusively until the response changes or proves to be a refusal. */
  const settled = async (ask: Ask, first: Exchange, sentAt: number): Promise<Exchange> => {
    const token = ask.caller.authorization ?? '';
    const pauses = pausesNow();
    const since = clock.now();
    for (let nth = 0, pause = 0; clock.now() - since < longestMs; nth += 1) {
      pause = pauses[nth] ?? Math.max(2 * pause, 2 * (quietMs.at(-1) ?? 0));
      if (pause > 0) await clock.sleep(pause, signal);
      const again = await send(ask, true);
      if (isServed(again) || !overload.areAlike(first, again)) limitMet(first, sentAt);
      if (isServed(again)) return again;
      if (nth < pauses.length - 1) continue;
      if ((await othersAreServed(token)) !== false) {
        overload.isRefusal(again);
        return again;
      }
    }
    isHopeless = true;
    return { ...first, throttled: true };
  };

  /** Undefined where another request found it out in the meantime. */
  const triedAlone = (ask: Ask, exchange: Exchange, sentAt: number, isNews: boolean) =>
    gate.alone(async () =>
      isNews || overload.meaningOf(exchange) === 'unknown'
        ? settled(ask, exchange, sentAt)
        : undefined,
    );

  const ask = async (ask: Ask): Promise<Exchange> => {
    const token = ask.caller.authorization ?? '';
    let waited = 0;
    let sentAt = 0;
    let before: Exchange | undefined;
    forget(ask);
    for (let tries = 1; ; tries += 1) {
      const once = (): Promise<Exchange> => {
        sentAt = clock.now();
        return send(ask, tries > 1);
      };
      const exchange = await gate.through(token, once, { signal, unpaced: ask.unpaced });
      if (isServed(exchange)) {
        if (before) overload.isLimit(before);
        if (waited > 0) patience.waited(true);
        return ended(ask, exchange);
      }
      // A server with Retry-After on other statuses may send it with every refusal.
      const retryAfter = asksToWait(exchange) ? retryAfterOf(exchange) : undefined;
      const isLimit = overload.meaningOf(exchange) === 'limit';
      if (ask.once)
        return noted(ask, { ...exchange, throttled: retryAfter !== undefined || isLimit });
      if (overload.meaningOf(exchange) === 'refusal' && retryAfter === undefined)
        return ended(ask, exchange);
      if (isHopeless) return notServed(ask, exchange);
      if (isLimit && tries < mostTries && (retryAfter ?? 0) < longestMs) {
        notServed(ask, exchange);
        // Retry-After may concern one caller alone; if waiting does not help, all requests slow down.
        if (retryAfter !== undefined && tries < patientTries) {
          times += 1;
          gate.onResult(token, retryAfter);
          await clock.sleep(retryAfter, signal);
        } else limitMet(exchange, sentAt);
        continue;
      }
      if (retryAfter === undefined || isLimit) {
        const answer = await triedAlone(ask, exchange, sentAt, isLimit);
        const isRefused = answer && !isServed(answer) && !answer.throttled;
        // With Retry-After, it counts as a refusal only if proven; it is not judged anyway.
        noted(ask, { ...exchange, throttled: !isRefused || retryAfter !== undefined });
        if (isRefused && retryAfter !== undefined) return notServed(ask, answer);
        if (answer) return ended(ask, answer);
        continue;
      }
      if (!patience.allows(tries, waited, retryAfter)) {
        if (waited > 0) patience.waited(false);
        return notServed(ask, exchange);
      }
      notServed(ask, exchange);
      gate.onResult(token, retryAfter);
      await clock.sleep(retryAfter, signal);
      waited += retryAfter;
      before = exchange;
    }
  };

  return {
    ask,
    isLimit: (exchange) => overload.meaningOf(exchange) === 'limit',
    get times() {
      return times;
    },
  };
};
