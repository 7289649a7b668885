import { randomUUID } from 'node:crypto';
import { jsonIn, readAnswer } from '../talk/answer.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { RunConnection } from './connect.ts';

/** In characters. Size limits are open (8), and a server may close the connection on longer requests. */
const long = 4096;
const mostTried = 3;

/** A request that any server can read, from a caller it knows. */
const isPlain = ({ operation, caller, request: { url, body }, inFront }: Exchange): boolean =>
  operation !== 'lookup' &&
  /^tokens\.[a-zA-Z]+$/.test(caller) &&
  !inFront &&
  url.length < long &&
  (body === undefined || (body.length < long && jsonIn(body).json !== undefined));

/**
 * Judges requests on which the server always closes the connection, although it responds to others before
 * and after, and nothing else is sent: then neither a rate limit nor the network is the reason. All
 * responses of the feed are JSON objects.
 */
export const judgeDropped = async (run: RunConnection): Promise<void> => {
  const dropped = run.evidence.unanswered.flatMap(({ error }) => error.dropped ?? []);
  for (const exchange of dropped.filter(isPlain).slice(0, mostTried)) {
    if (run.isStopped() || run.client.isGivenUp('feed')) return;
    const isAlways = (await isDroppedAgain(run, exchange)) && (await isDroppedAgain(run, exchange));
    if (isAlways) run.judge(readAnswer(exchange));
  }
};

const isDroppedAgain = async (run: RunConnection, exchange: Exchange): Promise<boolean> => {
  const { api, callers } = run.context('dropped');
  const { operation, about, request } = exchange;
  const caller = callers.named.find(({ key }) => key === exchange.caller);
  if (!caller) return false;
  const contentType = request.headers['content-type'];
  const others = async (): Promise<boolean> =>
    api.fetch(callers.researcher, randomUUID()).then(
      () => true,
      () => false,
    );
  if (!(await others())) return false;
  try {
    await api.send({
      operation,
      caller,
      about,
      ...(request.body !== undefined && { body: request.body }),
      ...(contentType !== undefined && { contentType }),
    });
    return false;
  } catch (error) {
    return error instanceof NoAnswer && error.dropped !== undefined && (await others());
  }
};
