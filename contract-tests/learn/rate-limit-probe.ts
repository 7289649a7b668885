import { randomUUID } from 'node:crypto';
import type { Context } from '../drive/context.ts';
import { isLimited } from '../talk/callers.ts';
import type { Exchange } from '../talk/exchange.ts';
import { probe } from './probe.ts';

/** Concurrent requests, and requests per burst. A higher limit is not measured. */
const lanes = 8;
const most = 400;

/** A fetch of an unknown report: without side effects, and counted like every request. */
const asked = async (context: Context): Promise<Exchange> => {
  const { callers, target, api } = context;
  const about = { service: target.service, report: randomUUID() };
  const caller = callers.researcher;
  return (await api.send({ operation: 'fetch', caller, about, once: true, unpaced: true }))
    .exchange;
};

/** The number served before one is throttled; undefined where none is in this time. */
const burst = async (context: Context, untilMs: number): Promise<number | undefined> => {
  let served = 0;
  let refused = false;
  const lane = async (): Promise<void> => {
    while (!refused && served < most && performance.now() < untilMs) {
      if ((await asked(context)).throttled) refused = true;
      else served += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return refused ? served : undefined;
};

/** Waits until a request is served again: then a new second has begun. */
const nextSecond = async (context: Context): Promise<number | undefined> => {
  const giveUp = performance.now() + 3000;
  while (performance.now() < giveUp) {
    const { throttled, startedAt } = await asked(context);
    if (!throttled) return startedAt;
    await context.pause(15);
  }
  return undefined;
};

/** Requests served in a full second, from its start. */
const measured = async (context: Context): Promise<number | undefined> => {
  const start = await nextSecond(context);
  if (start === undefined) return undefined;
  const more = await burst(context, start + 900);
  return more === undefined ? undefined : more + 1;
};

/** Requests served in the busiest second: if far more than measured, the limit is not per second. */
const busiest = (exchanges: readonly Exchange[]): number => {
  const times = exchanges
    .filter(({ caller, throttled }) => caller === 'tokens.researcher' && !throttled)
    .map(({ endedAt }) => endedAt)
    .sort((a, b) => a - b);
  let from = 0;
  return times.reduce((highest, time, index) => {
    while ((times[from] ?? time) < time - 1000) from += 1;
    return Math.max(highest, index - from + 1);
  }, 0);
};

/** Measured only if the server has throttled: others are not sent more requests than needed. */
probe(
  'feed',
  ['any.rate-limit'],
  async (context) => {
    const shown = context
      .exchanges()
      .find(({ throttled, caller }) => throttled && !isLimited(caller));
    if (!shown || (await burst(context, performance.now() + 2000)) === undefined) return;
    const first = await measured(context);
    if (first === undefined || (await burst(context, performance.now() + 900)) === undefined)
      return;
    const second = await measured(context);
    if (first === second && busiest(context.exchanges()) <= 4 * first)
      context.observe('any.rate-limit', first, shown);
  },
  'last',
);
