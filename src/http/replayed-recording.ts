import { validateHeaderName, validateHeaderValue } from 'node:http';
import { pathAndQuery } from '../spec/called-operation.ts';
import { type HttpExchange, valuesOfHeader } from '../traffic/exchange.ts';
import { harEntries, type RecordedEntry } from '../traffic/har.ts';
import { listed } from '../values/listed.ts';
import { uuids } from '../values/uuid.ts';
import { parsed } from '../worlds/request-content.ts';
import { splitWorld } from '../worlds/worlds.ts';
import type { RequestContext, RequestStep } from './context.ts';
import { type ReplayElse, ReplayProblem } from './replay-problem.ts';
import { fixedBody, type Reply } from './reply/reply.ts';
import { readAhead } from './request/body.ts';

interface Replayed {
  /** As in the recording, from 1. */
  readonly entry: number;
  /** Its URL is the whole path and query. */
  readonly request: HttpExchange['request'];
  readonly reply: Reply;
}

/** Headers set by the connection. */
const ofConnection = /^(connection|keep-alive|content-length|transfer-encoding|date)$/;

/** As it is replayed, or why it is not. */
function replayed(recorded: RecordedEntry, nth: number): Replayed | string {
  const entry = nth + 1;
  if ('skipped' in recorded)
    return `entry ${entry} ${recorded.skipped} (${recorded.address ?? 'without a request'})`;
  const { method, url } = recorded.request;
  const { status, headers, body: text } = recorded.response;
  const why = unsendable(recorded.response);
  if (why) return `entry ${entry} ${why} (${method} ${url.split('?', 1)[0]})`;
  const reply = {
    status,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !ofConnection.test(name))
        .map(([name, value]) => [name, valuesOfHeader(name, value)]),
    ),
    body: fixedBody(text === '' ? undefined : text),
    outcome: 'replayed',
    why: `Replayed from entry ${entry} of the recording.`,
  };
  const request = { ...recorded.request, url: pathIn(url) };
  return { entry, request, reply };
}

/** Why a response cannot be sent again as it was. */
function unsendable({ status, headers, cut, garbled }: HttpExchange['response']) {
  if (status < 200) return 'got no final response';
  if (cut) return 'was cut off';
  if (garbled !== undefined) return `has a body that cannot be sent as text: ${garbled}`;
  const wrong = Object.entries(headers).find(([name, value]) => !isHeader(name, value));
  return wrong && `has a header that cannot be sent: ${JSON.stringify(wrong[0])}`;
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    for (const one of valuesOfHeader(name, value)) validateHeaderValue(name, one);
    return true;
  } catch {
    return false;
  }
}

/** The whole path and query of a URL; that of a world is no part of the service. */
function pathIn(url: string): string {
  const { pathname, search } = new URL(url, 'http://stand-in.invalid');
  const path = pathname + search;
  return splitWorld(path)?.below ?? path;
}

/** Parameters in one order: any other means the same. */
function sortedQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
}

const madeAnew = [
  uuids,
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?Z|[+-]\d\d:?\d\d)?/g,
  // Seconds or milliseconds since 1970, of this century.
  /(?<![\w.])[1-3]\d{9}(\d{3})?(?![\w.])/g,
];
const namesOfNew =
  /^(id|uuid|nonce|timestamp|time|at)$|[_-](id|uuid|nonce|timestamp|time|at)$|[a-z](I[dD]|U[uU][iI][dD]|Nonce|Timestamp|Time|At)$/;

/** A body as text: members in one order and, where asked, without what clients make anew: ids and times. */
function bodyText(body: unknown, isAlike: boolean): string | undefined {
  return JSON.stringify(body, (name, value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (!isAlike || value === undefined || typeof value === 'object') return value;
    if (namesOfNew.test(name)) return typeof value;
    return madeAnew.reduce((text, pattern) => text.replace(pattern, '*'), JSON.stringify(value));
  });
}

/** The parts of a request that have to be those of a recorded one, and how much each counts. */
const parts: readonly {
  readonly name: string;
  readonly weight: number;
  readonly of: (request: HttpExchange['request']) => string | undefined;
}[] = [
  { name: 'method', weight: 8, of: ({ method }) => method },
  { name: 'path', weight: 4, of: ({ url }) => pathAndQuery(url)[0] },
  { name: 'query', weight: 2, of: ({ url }) => sortedQuery(pathAndQuery(url)[1]) },
  { name: 'body', weight: 1, of: ({ body }) => bodyText(parsed(body), true) },
];

/** A base path or an id may be another: then most segments are the same. */
function otherSegments(asked: HttpExchange['request'], recorded: HttpExchange['request']): number {
  const known = recorded.url.split(/[/?]/);
  return asked.url.split(/[/?]/).filter((segment) => !known.includes(segment)).length;
}

/** How a request differs from a recorded one. */
function differenceFrom(asked: HttpExchange['request'], recorded: Replayed) {
  const { request } = recorded;
  const others = parts.filter((part) => part.of(asked) !== part.of(request));
  const isExact = bodyText(parsed(asked.body), false) === bodyText(parsed(request.body), false);
  const least = (isExact ? 0 : 0.5) + otherSegments(asked, request) / 1000;
  const weight = others.reduce((sum, part) => sum + part.weight, least);
  return { recorded, names: others.map(({ name }) => name), weight };
}

/** Answers from the recording, where the server has one. */
export function replayRecording(context: RequestContext) {
  return context.server.replay?.(context);
}

/** Replays recorded responses in order, repeating the last one; of all other requests, it says why. */
export function replayOf(
  har: unknown,
  otherwise: ReplayElse,
  notify: (sentence: string) => void,
): RequestStep {
  const entries = harEntries(har)?.map(replayed);
  if (!entries) throw new ReplayProblem('The recording is not a HAR file: it has no log.entries.');
  const recorded = entries.filter((one) => typeof one !== 'string');
  const left = entries.filter((one) => typeof one === 'string');
  if (left.length > 0)
    notify(`Of the recording, not replayed: ${listed(left, (one) => one).join(', ')}.`);
  const used = new Set<Replayed>();
  return async (context) => {
    await readAhead(context);
    const asked = context.sent;
    const all = recorded.map((one) => differenceFrom(asked, one));
    const least = Math.min(...all.map(({ weight }) => weight));
    const nearest = all.filter(({ weight }) => weight === least);
    const next = nearest.find((each) => !used.has(each.recorded)) ?? nearest.at(-1);
    if (next?.names.length === 0) {
      used.add(next.recorded);
      return next.recorded.reply;
    }
    const [one] = nearest;
    const where = one
      ? `; the nearest is entry ${one.recorded.entry}, with another ${one.names.join(' and ')}`
      : '';
    const text = `No request of the recording is like it${where}.`;
    if (otherwise === 'refuse') return { kind: 'not-recorded', why: text };
    context.remark = { text, isTold: true };
    return undefined;
  };
}
