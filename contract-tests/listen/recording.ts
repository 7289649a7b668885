import type { HttpExchange } from '../../src/spec/exchange.ts';
import { harEntries, type RecordedEntry } from '../../src/spec/har.ts';
import { exchangeOf, type SeenRequest } from '../../src/spec/seen-request.ts';
import { isObject } from '../talk/answer.ts';
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

/** Not a recording. The message says what was expected. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A HAR file, or requests seen by a stand-in, as JSON or JSON lines. */
export const readRecording = (text: string): Recording => {
  const plain = text.replace(/^\uFEFF/, '');
  const whole = parsed(plain);
  const har = harEntries(whole);
  if (har) return recordingOf(har, true);
  const list = isObject(whole) ? whole.requests : whole;
  if (Array.isArray(list) && list.every(isSeen)) return recordingOf(list.map(entryOf), false);
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  const seen = lines.map(parsed);
  if (seen.length > 0 && seen.every(isSeen)) return recordingOf(seen.map(entryOf), false);
  const bad = seen.findIndex((one) => !isSeen(one));
  const where = lines.length > 1 && bad > 0 ? ` Line ${bad + 1} is neither.` : '';
  throw new RecordingError(
    `it is neither a HAR nor a list of requests that a stand-in has seen (/__admin/requests).${where}`,
  );
};

const isSeen = (value: unknown): value is SeenRequest =>
  isObject(value) &&
  [value.method, value.url, value.time].every((one) => typeof one === 'string') &&
  [value.requestBody, value.responseBody].every((one) =>
    ['string', 'undefined'].includes(typeof one),
  ) &&
  [value.requestHeaders, value.responseHeaders].every(isHeaders);

const isHeaders = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string');

const entryOf = (seen: SeenRequest): RecordedEntry => {
  if (seen.faults !== undefined) return { skipped: 'was changed by a fault' };
  if (typeof seen.status !== 'number') return { skipped: 'was not answered' };
  if (seen.truncated === true) return { skipped: 'has no body in the recording' };
  const { host = 'stand-in.invalid' } = seen.requestHeaders;
  return exchangeOf(seen, `http://${host}`);
};

/** Below the resolution of any clock: entries within one millisecond keep their recorded order. */
const tick = 1e-5;

const usable = (one: RecordedEntry): RecordedEntry => {
  if ('skipped' in one) return one;
  if (!Number.isFinite(one.endedAt)) return { skipped: 'is no entry' };
  return URL.canParse(one.request.url) ? one : { skipped: 'has no whole URL' };
};

const recordingOf = (all: readonly RecordedEntry[], isHar: boolean): Recording => {
  const entries = all.map(usable);
  const heard = entries
    .filter((one): one is HttpExchange => !('skipped' in one))
    .map((one, nth) => ({
      ...one,
      startedAt: one.startedAt + nth * tick,
      endedAt: one.endedAt + nth * tick,
    }));
  const skipped: { [why: string]: number } = {};
  for (const one of entries)
    if ('skipped' in one) skipped[one.skipped] = (skipped[one.skipped] ?? 0) + 1;
  // Browsers remove secrets from recordings unless told otherwise.
  const isWithoutTokens =
    isHar && heard.every(({ request }) => request.headers.authorization === undefined);
  const inOrder = [...heard].sort((a, b) => a.endedAt - b.endedAt);
  return {
    entries: isWithoutTokens ? inOrder.map((one) => ({ ...one, caller: null })) : inOrder,
    skipped,
    isWithoutTokens,
  };
};

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
        `it holds ${what} of ${places.length} servers: ${places.slice(0, 5).join(', ')}. Choose one with ${flag}.`,
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
