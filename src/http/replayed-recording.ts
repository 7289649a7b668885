import type { HttpExchange } from '../traffic/exchange.ts';
import { harEntries, type RecordedEntry } from '../traffic/har.ts';
import { listed } from '../values/listed.ts';
import { bodyDifferences, differs, parsed } from '../worlds/request-differences.ts';
import type { World } from '../worlds/world.ts';
import type { RequestStep } from './decision.ts';
import { ReplayProblem } from './replay-problem.ts';
import { fixedBody, type Reply } from './reply/reply.ts';
import { readAhead } from './request/body.ts';
import { sentRequest } from './request/sent-request.ts';
import { withoutTokens } from './without-tokens.ts';

interface Replayed {
  /** As in the recording, from 1. */
  readonly entry: number;
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
  const { status, headers, body: text, cut } = recorded.response;
  if (status < 200 || cut)
    return `entry ${entry} ${cut ? 'was cut off' : 'got no final response'} (${method} ${url.split('?', 1)[0]})`;
  const reply = {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !ofConnection.test(name)),
    ),
    body: fixedBody(text === '' ? undefined : text),
    outcome: 'replayed',
    why: `Replayed from entry ${entry} of the recording.`,
  };
  return { entry, request: recorded.request, body: parsed(recorded.request.body), reply };
}

const madeAnew = [
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi,
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?Z|[+-]\d\d:?\d\d)?/g,
  // Seconds or milliseconds since 1970, of this century.
  /(?<![\w.])[1-3]\d{9}(\d{3})?(?![\w.])/g,
];
const namesOfNew =
  /[._-](id|uuid|nonce|timestamp|time|at)$|[a-z](I[dD]|U[uU][iI][dD]|Nonce|Timestamp|Time|At)$/;

/** Whether values differ only in what a client makes anew for every request: ids and times. */
function isMadeAnew(path: string, is: unknown, recorded: unknown): boolean {
  const [one, other] = [is, recorded].map((value) =>
    madeAnew.reduce((text, pattern) => text.replace(pattern, '*'), JSON.stringify(value) ?? ''),
  );
  if (one === other) return true;
  const isGiven = typeof is === typeof recorded && typeof is !== 'object';
  return isGiven && namesOfNew.test(path);
}

type Asked = Pick<Replayed, 'request' | 'body'>;

/** How a request differs from a recorded one; what is made anew weighs least, and the address most. */
function differenceOf({ request, body }: Asked, recorded: Replayed, world: World) {
  const { method, url } = recorded.request;
  const address = [
    ...(request.method === method ? [] : [differs('method', request.method, method)]),
    ...(url.endsWith(request.url)
      ? []
      : [differs('URL', withoutTokens(request.url, world), withoutTokens(url, world))]),
  ];
  const inBody = bodyDifferences(body, recorded.body, true, isMadeAnew);
  const isExact = inBody.length === 0 && bodyDifferences(body, recorded.body, true).length === 0;
  const weight = address.length * 1000 + inBody.length + (isExact ? 0 : 0.5);
  return { recorded, weight, words: address.length > 0 ? address : inBody };
}

/** Replays recorded responses in order, repeating the last one; leaves all other requests, and says why. */
export function replayOf(har: unknown, notify: (sentence: string) => void): RequestStep {
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
    context.remark = { text, isTold: true };
    return undefined;
  };
}
