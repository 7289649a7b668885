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

const partNames: readonly string[] = ['method', 'path', 'query', 'body'];

/** What has to be that of a recorded request, by `partNames`: the first counts most. */
function partsOf({ method, url, body }: HttpExchange['request']): readonly unknown[] {
  const [path, query] = pathAndQuery(url);
  const parameters = new URLSearchParams(query);
  // Any other order means the same.
  parameters.sort();
  return [method, path, parameters.toString(), bodyText(parsed(body), true)];
}

/** How a request differs from a recorded one, by the names of its parts. */
function differences(asked: HttpExchange['request'], recorded: Replayed): readonly string[] {
  const [ours, theirs] = [partsOf(asked), partsOf(recorded.request)];
  return partNames.filter((_, nth) => ours[nth] !== theirs[nth]);
}

/** How far a request is from a recorded one. A base path or an id may be another: then most segments are the same. */
function distance(asked: HttpExchange['request'], recorded: Replayed): number {
  const known = recorded.request.url.split(/[/?]/);
  const others = asked.url.split(/[/?]/).filter((segment) => !known.includes(segment));
  const weights = differences(asked, recorded).map((name) => 2 ** -partNames.indexOf(name));
  return weights.reduce((sum, weight) => sum + weight, others.length / 1000);
}

function isSameBody(asked: HttpExchange['request'], { request }: Replayed): boolean {
  return bodyText(parsed(asked.body), false) === bodyText(parsed(request.body), false);
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
    const alike = recorded.filter((one) => differences(asked, one).length === 0);
    const same = alike.filter((one) => isSameBody(asked, one));
    const candidates = same.length > 0 ? same : alike;
    const next = candidates.find((one) => !used.has(one)) ?? candidates.at(-1);
    if (next) {
      used.add(next);
      return next.reply;
    }
    const [nearest] = recorded.toSorted((a, b) => distance(asked, a) - distance(asked, b));
    const where = nearest
      ? `; the nearest is entry ${nearest.entry}, with another ${differences(asked, nearest).join(' and ')}`
      : '';
    const text = `No request of the recording is like it${where}.`;
    if (otherwise === 'refuse') return { kind: 'not-recorded', why: text };
    context.remark = { text, isTold: true };
    return undefined;
  };
}
