import {
  type HttpExchange,
  realEnd,
  type SeenExchange,
  tookMs,
} from '../../src/spec/traffic/exchange.ts';
import { exchangeIn, type RecordedEntry } from '../../src/spec/traffic/har.ts';
import { RecordedEntries, RecordingError } from '../../src/spec/traffic/recorded-entries.ts';
import { secretsIn } from '../../src/spec/traffic/secrets.ts';
import { isObject } from '../talk/answer.ts';
import { redactorOf } from '../talk/secrets.ts';
import { type BaseUrls, baseUrlOf } from './recognise.ts';

/** Recorded traffic. */
export interface Recording {
  /** In order of responses. */
  readonly entries: readonly HttpExchange[];
  /** Entries that cannot be judged, by reason. */
  readonly skipped: { readonly [why: string]: number };
  /** Whether tokens were removed, so that callers are unknown. */
  readonly isWithoutTokens: boolean;
}

/** A HAR file, or requests seen by a stand-in, as JSON or JSON lines. Throws a RecordingError. */
export const readRecording = async (pieces: AsyncIterable<Uint8Array>): Promise<Recording> => {
  const raw = new RecordedEntries();
  const heard: HttpExchange[] = [];
  const skipped: { [why: string]: number } = {};
  for await (const piece of pieces)
    for (const { value, line } of raw.push(piece)) {
      if (!raw.isHar && !isSeen(value)) throw raw.neither(line);
      const entry = usable(raw.isHar ? exchangeIn(value) : entryOf(value as SeenExchange));
      if ('skipped' in entry) skipped[entry.skipped] = (skipped[entry.skipped] ?? 0) + 1;
      else heard.push(inTurn(entry, heard.length));
    }
  raw.end();
  // Browsers remove secrets from recordings unless told otherwise.
  const isWithoutTokens =
    raw.isHar && heard.every(({ request }) => request.headers.authorization === undefined);
  const inOrder = heard.sort((a, b) => a.endedAt - b.endedAt);
  const entries = isWithoutTokens ? inOrder.map((one) => ({ ...one, caller: null })) : inOrder;
  return { entries, skipped, isWithoutTokens };
};

const isSeen = (value: unknown): value is SeenExchange => {
  if (!isObject(value)) return false;
  const { time, request, response, startedAt, endedAt } = value;
  if (!isObject(request) || !isObject(response)) return false;
  const texts = [time, request.method, request.url, request.body ?? '', response.body];
  const numbers = [response.status, startedAt, endedAt];
  return (
    texts.every((one) => typeof one === 'string') &&
    numbers.every((one) => typeof one === 'number') &&
    [request.headers, response.headers].every(isHeaders)
  );
};

const isHeaders = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string');

const entryOf = (seen: SeenExchange): RecordedEntry => {
  const { request, response, caller, ahead } = seen;
  if (seen.faults !== undefined) return { skipped: 'was changed by a fault' };
  if (response.status === 0) return { skipped: 'got no response' };
  if (seen.truncated === true) return { skipped: 'has no body in the recording' };
  const { host = 'stand-in.invalid' } = request.headers;
  const endedAt = realEnd(seen) - performance.timeOrigin;
  return {
    request: { ...request, url: `http://${host}${request.url}` },
    response,
    caller: caller ?? null,
    startedAt: endedAt - tookMs(seen),
    endedAt,
    ...(ahead !== undefined && { ahead }),
  };
};

/** Below the resolution of any clock: entries within one millisecond keep their recorded order. */
const tick = 1e-5;

const usable = (one: RecordedEntry): RecordedEntry => {
  if ('skipped' in one) return one;
  if (!Number.isFinite(one.endedAt)) return { skipped: 'is no entry' };
  return URL.canParse(one.request.url) ? one : { skipped: 'has no whole URL' };
};

const inTurn = (one: HttpExchange, nth: number): HttpExchange => ({
  ...one,
  startedAt: one.startedAt + nth * tick,
  endedAt: one.endedAt + nth * tick,
});

/** The base URL of the API, recognised by its paths. */
export const baseUrlsIn = ({ entries }: Recording): BaseUrls => {
  const feeds = distinct(entries, /^(https?:\/\/[^?#]+?)\/feed\/[^/?#]+\/api([?#]|$)/i);
  const lookups = distinct(entries, /^(https?:\/\/[^?#]+?)\/private\/sample\/[^/?#]+([?#]|$)/i);
  for (const [what, places, flag] of [
    ['feeds', feeds, '--base-url'],
    ['lookups', lookups, '--analysis-url'],
  ] as const)
    if (places.length > 1)
      throw new RecordingError(
        redactorOf(entries.flatMap(({ request }) => secretsIn(request))).ours(
          `it holds ${what} of ${places.length} servers: ${places.slice(0, 5).join(', ')}. Choose one with ${flag}.`,
        ),
      );
  const feed = feeds[0] ?? lookups[0];
  if (feed === undefined)
    throw new RecordingError(
      'no request in it has a path of this API: /feed/{service}/api or /private/sample/{hash}.',
    );
  return { feed, lookup: lookups[0] ?? feed };
};

const distinct = (entries: readonly HttpExchange[], pattern: RegExp): string[] => [
  ...new Set(
    entries.flatMap(({ request }) => {
      const [, place] = pattern.exec(request.url) ?? [];
      return place === undefined ? [] : [baseUrlOf(place)];
    }),
  ),
];
