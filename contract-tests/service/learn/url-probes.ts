import { randomUUID } from 'node:crypto';
import { calledPath } from '../../../src/values/path-template.ts';
import { type Answer, isObject } from '../../judging/talk/answer.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';
import { operations } from '../operations/operations.ts';
import { type Probe, probe } from './probe.ts';

function feedPath({ target }: Context): string {
  return calledPath(operations.of('fetch'), { service: target.service });
}

/** The path of a feed whose name cannot be decoded. */
const malformedPath = operations.of('fetch').path.replace('{service}', '%zz');

/** How a malformed URL is refused; undefined where it is not, or where a rate limit responds. */
async function refusalOf(
  context: Context,
  operation: 'fetch' | 'delete',
  rawPath: string,
): Promise<Answer | undefined> {
  const caller = context.callers.researcher;
  const answer = await context.api.send({
    operation,
    caller,
    about: {},
    way: { rawPath },
  });
  return answer.outcome === 'refusal' && !answer.exchange.throttled ? answer : undefined;
}

function probeMalformedRequest(operation: 'fetch' | 'delete'): Probe {
  return probe('feed', [`${operation}.status.malformed-request`], async (context) => {
    const id = randomUUID();
    const answer =
      (await refusalOf(context, operation, `${malformedPath}?report=${id}`)) ??
      // A server in front may have responded; a repeated parameter reaches the API itself.
      (await refusalOf(context, operation, `${feedPath(context)}?report=${id}&report=${id}`));
    const exchange = answer?.exchange;
    if (exchange)
      context.observe(`${operation}.status.malformed-request`, exchange.response.status, exchange);
  });
}

function swapped(id: string): string {
  return id === id.toLowerCase() ? id.toUpperCase() : id.toLowerCase();
}

/** Fetches a stored report by another query, and observes whether that is taken. */
function probeFetchBy(
  point: string,
  [taken, refused]: readonly [taken: string, refused: string],
  queryFor: (id: string) => string,
): Probe {
  return probe('feed', [point], async (context) => {
    const { api, callers } = context;
    const stored = await api.createdAndSeen(callers.researcher);
    const query = queryFor(stored.id);
    const reader = callers.named.find(({ key }) => stored.readers.has(key));
    if (query === `report=${stored.id}` || !reader) return;
    // Not by fetching the stored report: where the query is not taken, a refusal is correct.
    const { outcome, exchange } = await readableAnswer(
      api.send({
        operation: 'fetch',
        caller: reader,
        about: { service: context.target.service },
        way: { rawPath: `${feedPath(context)}?${query}` },
      }),
    );
    context.observe(point, outcome === 'success' ? taken : refused, exchange);
  });
}

export const urlProbes: readonly Probe[] = [
  probeMalformedRequest('fetch'),
  probeMalformedRequest('delete'),
  probeFetchBy('feed.id-case', ['found', 'not-found'], (id) => `report=${swapped(id)}`),
  probeFetchBy(
    'feed.unknown-parameters',
    ['ignored', 'refused'],
    (id) => `report=${id}&abuse-feed-kit=1`,
  ),
  probe('feed', ['feed.repeated-parameters'], async (context) => {
    const { api, callers, target } = context;
    const first = await api.createdAndSeen(callers.researcher);
    const last = await api.createdAndSeen(callers.researcher);
    const reader = callers.named.find(({ key }) => first.readers.has(key) && last.readers.has(key));
    if (!reader) return;
    const { outcome, body, exchange } = await readableAnswer(
      api.send({
        operation: 'fetch',
        caller: reader,
        about: { service: target.service },
        way: { rawPath: `${feedPath(context)}?report=${first.id}&report=${last.id}`, isOdd: true },
      }),
    );
    const shown = isObject(body.report) ? body.report.id : undefined;
    const ids = { first: first.id, last: last.id };
    const taken = Object.entries(ids).find(([, id]) => sameText(shown, id))?.[0];
    const answer = outcome === 'refusal' ? 'refused' : taken;
    if (answer) context.observe('feed.repeated-parameters', answer, exchange);
  }),
];
