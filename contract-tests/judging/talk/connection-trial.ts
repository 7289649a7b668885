import { Client } from 'undici';
import type { CalledService } from '../service.ts';
import type { Ask } from './ask.ts';
import { secureContextOf } from './connections.ts';
import { isHangUp } from './no-answer.ts';
import { requestUrlOf } from './outgoing.ts';
import { type Clock, realClock } from './pace/clock.ts';
import { Rate } from './pace/rate.ts';
import { servedAtOnce, type TriedConnection } from './served-at-once.ts';

/** A request that a server has answered, or closed the connection instead. */
export interface TrialRequest {
  readonly ask: Ask;
  readonly url: string;
  readonly isAnswered: boolean;
}

/** What was sent to find out how many connections are served at once. */
export interface ConnectionTrial {
  /** The smallest number over the servers of a target; undefined if none of them keeps connections waiting. */
  readonly atOnce: number | undefined;
  readonly requests: number;
  readonly seen: readonly TrialRequest[];
}

interface TrialOptions {
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sends paths that the service does not have, without a token: no clause applies, and nothing is counted. */
export const connectionsServedBy = async (
  service: CalledService,
  { clock = realClock, signal }: TrialOptions = {},
): Promise<ConnectionTrial> => {
  const { target, operations, callers } = service;
  const { areas, pace } = target;
  const { timeoutMs } = pace;
  const seen: TrialRequest[] = [];
  let requests = 0;
  const opened = new Set<() => void>();
  const connect = { timeout: timeoutMs, ...secureContextOf(target) };
  const openTo = (origin: string, area: string) => (): TriedConnection => {
    const read = operations.all.find((one) => one.area === area && !one.changes);
    const client = new Client(origin, {
      ...{ connect, headersTimeout: 0, bodyTimeout: 0 },
      // Held as long as the server allows, whatever it announces.
      keepAliveTimeout: 600_000,
      keepAliveTimeoutThreshold: -600_000,
    });
    const ended = new Promise<void>((resolve) => client.once('disconnect', () => resolve()));
    const send = async (): Promise<void> => {
      const ask: Ask = {
        operation: read?.name ?? '',
        caller: callers.nobody,
        about: {},
        way: { rawPath: service.nowhere() },
      };
      const url = requestUrlOf(service, ask);
      requests += 1;
      try {
        const { body } = await client.request({
          ...{ path: new URL(url).pathname, method: 'GET' },
          headers: target.headers ?? {},
        });
        await body.dump();
        seen.push({ ask, url, isAnswered: true });
      } catch (error) {
        if (isHangUp((error as { code?: string }).code ?? ''))
          seen.push({ ask, url, isAnswered: false });
        throw error;
      }
    };
    const close = (): void => void client.destroy().catch(() => undefined);
    opened.add(close);
    if (signal?.aborted) close();
    return { ended, ask: send, close };
  };
  const rate = new Rate(pace.requestsPerSecond);
  const turn = async (): Promise<void> => {
    for (let wait = rate.turn(clock.now()); wait > 0; wait = rate.turn(clock.now()))
      await clock.sleep(wait, signal);
  };
  const stop = (): void => {
    for (const close of opened) close();
  };
  signal?.addEventListener('abort', stop);
  const servers = new Map(areas.map((area) => [new URL(service.urlOf(area)).origin, area]));
  const found = await Promise.all(
    [...servers].map(([origin, area]) =>
      // Bun's undici has no single connections.
      servedAtOnce({ open: openTo(origin, area), timeoutMs, clock, turn }).catch(() => undefined),
    ),
  );
  signal?.removeEventListener('abort', stop);
  const numbers = found.filter((one) => one !== undefined);
  return { atOnce: numbers.length > 0 ? Math.min(...numbers) : undefined, requests, seen };
};
