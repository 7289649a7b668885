import { isDeepStrictEqual } from 'node:util';
import { retryAfterMs } from '../../../../src/traffic/retry-after.ts';
import { type CalledService, idIn } from '../../service.ts';
import type { Answer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import type { Exchange } from '../exchange.ts';
import type { Clock } from './clock.ts';
import type { Gate } from './gate.ts';
import { Overload } from './overload.ts';
import { Patience } from './patience.ts';
import { throttling } from './time-limits.ts';

/** The dependencies of one client's retry loop. */
interface Sending {
  readonly service: Pick<CalledService, 'operations' | 'created'>;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Sends once; a retry uses a new connection, since a limit may be per connection. */
  readonly send: (ask: Ask, isAgain: boolean) => Promise<Answer>;
  readonly noted: (ask: Ask, answer: Answer) => Answer;
  /** Called whenever all requests slow down. */
  readonly onLimit?: (() => void) | undefined;
}

const { quietMs, longestMs } = throttling;
/** After this many throttled attempts at a known limit, checks whether it is a refusal after all. */
const mostTries = 6;
const patientTries = 3;
/** Of one caller: some of what they asked for may be gone. */
const mostControls = 8;

/** Statuses for throttling and timeouts (RFC 6585, 4; RFC 9110, 15.5.9, 15.6.4). */
export const asksToWait = ({ response: { status } }: Exchange): boolean =>
  status === 408 || status === 429 || status === 503;

const retryAfterOf = ({ response }: Exchange): number | undefined =>
  retryAfterMs(response.headers['retry-after'], Date.now());

const throttledAnswer = (answer: Answer, throttled = true): Answer => ({
  ...answer,
  exchange: { ...answer.exchange, throttled },
});

export interface ThrottleRetry {
  /** Retries until a response can be judged, or waiting is futile. */
  ask(ask: Ask): Promise<Answer>;
  /** Whether a response was found to be a limit, not a refusal. */
  isLimit(exchange: Exchange): boolean;
  /** How often requests were throttled. */
  readonly times: number;
}

/**
 * The only place that decides what 429 and 503 mean, or any refusal with Retry-After. Where rate limits are
 * open, and every status is: the same response may be a limit, which is never judged, or a
 * refusal, which is. A limit serves a retry when nothing else is sent; a refusal persists while another
 * request of the same caller is served.
 */
export const throttleRetry = ({
  service,
  gate,
  clock,
  signal,
  send,
  noted,
  onLimit,
}: Sending): ThrottleRetry => {
  const patience = new Patience();
  const overload = new Overload();
  /** By token, the latest first. */
  const controls = new Map<string, readonly Ask[]>();
  let times = 0;
  let isHopeless = false;

  /** Whether a request can be repeated without side effects or cost. */
  const isControl = (ask: Ask, { outcome }: Answer): boolean =>
    !service.operations.of(ask.operation).changes && !ask.once && outcome === 'success';

  const isServed = ({ exchange, outcome }: Answer): boolean => {
    const mayBeLimit = asksToWait(exchange) || retryAfterOf(exchange) !== undefined;
    if (!mayBeLimit && overload.meaningOf(exchange) !== 'limit') return true;
    return outcome === 'success';
  };

  const drop = (isGone: (control: Ask) => boolean): void => {
    for (const [token, known] of controls)
      controls.set(
        token,
        known.filter((one) => !isGone(one)),
      );
  };

  /** What is being deleted no longer serves as a control. */
  const forget = ({ operation, about }: Ask): void => {
    if (service.operations.of(operation).effect !== 'deletes') return;
    drop((control) => idIn(service, control.about) === idIn(service, about));
  };

  const limitMet = (exchange: Exchange, sentAt: number): void => {
    overload.isLimit(exchange);
    times += 1;
    gate.limited(sentAt, retryAfterOf(exchange));
    onLimit?.();
  };

  const ended = (ask: Ask, answer: Answer): Answer => {
    const token = ask.caller.authorization ?? '';
    if (isServed(answer)) gate.onResult(token, undefined);
    if (isControl(ask, answer)) {
      const others = (controls.get(token) ?? []).filter(
        ({ about }) => !isDeepStrictEqual(about, ask.about),
      );
      controls.set(token, [ask, ...others].slice(0, mostControls));
    }
    return noted(ask, answer);
  };

  const notServed = (ask: Ask, answer: Answer): Answer => noted(ask, throttledAnswer(answer));

  /** Whether a control request is served now; undefined without a control. Those that failed come last. */
  const othersAreServed = async (token: string, failed: Set<Ask>): Promise<boolean | undefined> => {
    const own = controls.get(token) ?? [];
    const known = own.length > 0 ? own : [...controls.values()].flat().slice(-1);
    const control = known.find((one) => !failed.has(one)) ?? known[0];
    if (!control) return undefined;
    const answer = await send(control, true);
    noted(control, throttledAnswer(answer, !isServed(answer)));
    // What is refused while another is served is not there any more.
    if (isServed(answer)) drop((one) => failed.has(one));
    else failed.add(control);
    return isServed(answer);
  };

  /** The waits before a refusal is believed; fewer if all so far were refusals. */
  const pausesNow = (): readonly number[] => {
    if (overload.limits > 0) return quietMs;
    return overload.refusals > 2 ? [0] : quietMs.slice(0, 3 - overload.refusals);
  };

  /** Retries exclusively until the response changes or proves to be a refusal. */
  const settled = async (ask: Ask, first: Answer, sentAt: number): Promise<Answer> => {
    const token = ask.caller.authorization ?? '';
    const pauses = pausesNow();
    const since = clock.now();
    const failed = new Set<Ask>();
    for (let nth = 0, pause = 0; clock.now() - since < longestMs; nth += 1) {
      pause = pauses[nth] ?? Math.max(2 * pause, 2 * (quietMs.at(-1) ?? 0));
      if (pause > 0) await clock.sleep(pause, signal);
      const again = await send(ask, true);
      if (isServed(again) || !overload.areAlike(first.exchange, again.exchange))
        limitMet(first.exchange, sentAt);
      if (isServed(again)) return again;
      if (nth < pauses.length - 1) continue;
      if ((await othersAreServed(token, failed)) !== false) {
        overload.isRefusal(again.exchange);
        return again;
      }
    }
    isHopeless = true;
    return throttledAnswer(first);
  };

  /** Undefined where another request found it out in the meantime. */
  const triedAlone = (ask: Ask, first: Answer, sentAt: number, isNews: boolean) =>
    gate.alone(async () =>
      isNews || overload.meaningOf(first.exchange) === 'unknown'
        ? settled(ask, first, sentAt)
        : undefined,
    );

  const ask = async (ask: Ask): Promise<Answer> => {
    const token = ask.caller.authorization ?? '';
    let waited = 0;
    let sentAt = 0;
    let before: Exchange | undefined;
    forget(ask);
    for (let tries = 1; ; tries += 1) {
      const once = (): Promise<Answer> => {
        sentAt = clock.now();
        return send(ask, tries > 1);
      };
      const first = await gate.through(token, once, {
        signal,
        isKept: ask.kept,
      });
      const { exchange } = first;
      if (isServed(first)) {
        if (before) overload.isLimit(before);
        if (waited > 0) patience.waited(true);
        return ended(ask, first);
      }
      // A server with Retry-After on other statuses may send it with every refusal.
      const retryAfter = asksToWait(exchange) ? retryAfterOf(exchange) : undefined;
      const isLimit = overload.meaningOf(exchange) === 'limit';
      if (ask.once) return noted(ask, throttledAnswer(first, retryAfter !== undefined || isLimit));
      if (overload.meaningOf(exchange) === 'refusal' && retryAfter === undefined)
        return ended(ask, first);
      if (isHopeless) return notServed(ask, first);
      if (isLimit && tries < mostTries && (retryAfter ?? 0) < longestMs) {
        notServed(ask, first);
        // Retry-After may concern one caller alone; if waiting does not help, all requests slow down.
        if (retryAfter !== undefined && tries < patientTries) {
          times += 1;
          gate.onResult(token, retryAfter);
          await clock.sleep(retryAfter, signal);
        } else limitMet(exchange, sentAt);
        continue;
      }
      if (retryAfter === undefined || isLimit) {
        const answer = await triedAlone(ask, first, sentAt, isLimit);
        const isRefused = answer && !isServed(answer) && !answer.exchange.throttled;
        // With Retry-After, it counts as a refusal only if proven; it is not judged anyway.
        noted(ask, throttledAnswer(first, !isRefused || retryAfter !== undefined));
        if (isRefused && retryAfter !== undefined) return notServed(ask, answer);
        if (answer) return ended(ask, answer);
        continue;
      }
      if (!patience.allows(tries, waited, retryAfter)) {
        if (waited > 0) patience.waited(false);
        return notServed(ask, first);
      }
      notServed(ask, first);
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
