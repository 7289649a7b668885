import { validateHeaderName, validateHeaderValue } from 'node:http';
import { pathAndQuery } from '../spec/called-operation.ts';
import { type HttpExchange, valuesOfHeader } from '../traffic/exchange.ts';
import { harEntries, type RecordedEntry } from '../traffic/har.ts';
import { listed } from '../values/listed.ts';
import { uuids } from '../values/uuid.ts';
import { bodyDifferences, differs, parsed } from '../worlds/request-differences.ts';
import type { World } from '../worlds/world.ts';
import { splitWorld } from '../worlds/worlds.ts';
import type { RequestContext, RequestStep } from './context.ts';
import { type ReplayElse, ReplayProblem } from './replay-problem.ts';
import { fixedBody, type Reply } from './reply/reply.ts';
import { readAhead } from './request/body.ts';
import { sentRequest } from './request/sent-request.ts';
import { withoutTokens } from './without-tokens.ts';

interface Replayed {
  /** As in the recording, from 1. */
  readonly entry: number;
  /** Its URL is the whole path and query. */
  readonly request: HttpExchange['request'];
  /** Its body, as the JSON that it may be. */
  readonly body: unknown;
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
  return { entry, request, body: parsed(request.body), reply };
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

/** The number of segments that two paths do not share, at their ends: a base path or an id may differ. */
function unlikeSegments(one: string, other: string): number {
  const segments = one.split('/');
  const others = other.split('/');
  const first = sharedSegments(segments, others);
  const last = sharedSegments(segments.slice(first).reverse(), others.slice(first).reverse());
  return Math.max(segments.length, others.length) - first - last;
}

function sharedSegments(segments: readonly string[], others: readonly string[]): number {
  const unlike = segments.findIndex((segment, nth) => segment !== others[nth]);
  return unlike < 0 ? segments.length : unlike;
}

/** How the method, path or query of a request differ, in words, and how much. */
function addressDifferences(
  { method, url }: HttpExchange['request'],
  recorded: HttpExchange['request'],
  world: World,
) {
  const [path, query] = pathAndQuery(url);
  const [recordedPath, recordedQuery] = pathAndQuery(recorded.url);
  const words: string[] = [];
  const note = (part: string, is: string, wanted: string): void => {
    words.push(differs(part, withoutTokens(is, world), withoutTokens(wanted, world)));
  };
  if (method !== recorded.method) note('method', method, recorded.method);
  if (path !== recordedPath) note('path', path, recordedPath);
  if (sortedQuery(query) !== sortedQuery(recordedQuery)) note('query', query, recordedQuery);
  return { words, weight: words.length * 1000 + 10 * unlikeSegments(path, recordedPath) };
}

const madeAnew = [
  uuids,
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?Z|[+-]\d\d:?\d\d)?/g,
  // Seconds or milliseconds since 1970, of this century.
  /(?<![\w.])[1-3]\d{9}(\d{3})?(?![\w.])/g,
];
const namesOfNew =
  /[._-](id|uuid|nonce|timestamp|time|at)$|[a-z](I[dD]|U[uU][iI][dD]|Nonce|Timestamp|Time|At)$/;

function withoutMadeAnew(value: unknown): string {
  let text = JSON.stringify(value) ?? '';
  for (const pattern of madeAnew) text = text.replace(pattern, '*');
  return text;
}

/** Whether values differ only in what a client makes anew for every request: ids and times. */
function isMadeAnew(path: string, is: unknown, recorded: unknown): boolean {
  if (withoutMadeAnew(is) === withoutMadeAnew(recorded)) return true;
  const isGiven = typeof is === typeof recorded && typeof is !== 'object';
  return isGiven && namesOfNew.test(path);
}

type Asked = Pick<Replayed, 'request' | 'body'>;

/** How a request differs from a recorded one; what is made anew weighs least, and the address most. */
function differenceOf({ request, body }: Asked, recorded: Replayed, world: World) {
  const address = addressDifferences(request, recorded.request, world);
  const inBody = bodyDifferences(body, recorded.body, true, isMadeAnew);
  const isExact = inBody.length === 0 && bodyDifferences(body, recorded.body, true).length === 0;
  const weight = address.weight + Math.min(inBody.length, 9) + (isExact ? 0 : 0.5);
  return { recorded, weight, words: address.words.length > 0 ? address.words : inBody };
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
    const request = sentRequest(context);
    const asked = { request, body: parsed(request.body) };
    const all = recorded.map((one) => differenceOf(asked, one, context.world));
    const least = all.reduce((weight, one) => Math.min(weight, one.weight), Infinity);
    const nearest = all.filter(({ weight }) => weight === least);
    const next = nearest.find((each) => !used.has(each.recorded)) ?? nearest.at(-1);
    if (next?.words.length === 0) {
      used.add(next.recorded);
      return next.recorded.reply;
    }
    const [one] = nearest;
    const words = listed(one?.words ?? [], (word) => word).join('; ');
    const text = `No request of the recording is like it${one ? `; the nearest is entry ${one.recorded.entry}: ${words}` : ''}.`;
    if (otherwise === 'refuse') return { kind: 'not-recorded', why: text };
    context.remark = { text, isTold: true };
    return undefined;
  };
}
