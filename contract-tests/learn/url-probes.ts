import { randomUUID } from 'node:crypto';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import type { Answer } from '../talk/answer.ts';
import { probe } from './probe.ts';

const feedPath = ({ target }: Context): string => `/feed/${encodeURIComponent(target.service)}/api`;

/** How a malformed URL is refused; undefined where it is not, or where a rate limit responds. */
const refusalOf = async (
  context: Context,
  operation: 'fetch' | 'delete',
  rawPath: string,
): Promise<Answer | undefined> => {
  const caller = context.callers.researcher;
  const answer = await context.api.send({
    operation,
    caller,
    about: {},
    way: { rawPath },
    inFront: true,
  });
  return answer.outcome === 'refusal' && !answer.exchange.throttled ? answer : undefined;
};

for (const operation of ['fetch', 'delete'] as const)
  probe('feed', [`${operation}.status.malformed-request`], async (context) => {
    const id = randomUUID();
    const answer =
      (await refusalOf(context, operation, `/feed/%zz/api?report=${id}`)) ??
      // A server in front may have responded; a repeated parameter reaches the API itself.
      (await refusalOf(context, operation, `${feedPath(context)}?report=${id}&report=${id}`));
    const exchange = answer?.exchange;
    if (exchange)
      context.observe(`${operation}.status.malformed-request`, exchange.response.status, exchange);
  });

const swapped = (id: string): string =>
  id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();

probe('feed', ['feed.id-case'], async (context) => {
  const { api, callers } = context;
  const stored = await api.createdAndSeen(callers.researcher);
  const other = swapped(stored.id);
  const reader = callers.named.find(({ key }) => stored.readers.has(key));
  if (other === stored.id || !reader) return;
  // Not by fetching the stored report: where case matters, this id is unknown, and a refusal is correct.
  const { outcome, exchange } = await readableAnswer(
    api.send({
      operation: 'fetch',
      caller: reader,
      about: { service: context.target.service },
      way: { rawPath: `${feedPath(context)}?report=${other}` },
    }),
  );
  context.observe('feed.id-case', outcome === 'success' ? 'found' : 'not-found', exchange);
});

probe('feed', ['feed.unknown-parameters'], async (context) => {
  const { api, callers } = context;
  const stored = await api.createdAndSeen(callers.researcher);
  const reader = callers.named.find(({ key }) => stored.readers.has(key));
  if (!reader) return;
  const { outcome, exchange } = await readableAnswer(
    api.send({
      operation: 'fetch',
      caller: reader,
      about: { service: context.target.service },
      way: { rawPath: `${feedPath(context)}?report=${stored.id}&abuse-feed-kit=1` },
    }),
  );
  const answer = outcome === 'success' ? 'ignored' : 'refused';
  context.observe('feed.unknown-parameters', answer, exchange);
});
