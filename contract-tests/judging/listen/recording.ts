import {
  type HttpExchange,
  realEnd,
  type SeenExchange,
  tookMs,
} from '../../../src/traffic/exchange.ts';
import { exchangeIn, type RecordedEntry } from '../../../src/traffic/har.ts';
import { RecordedEntries } from '../../../src/traffic/recorded-entries.ts';
import { isTextMap } from '../../../src/values/objects.ts';
import type { Operations } from '../operation.ts';
import { isObject } from '../talk/answer.ts';
import { placeOf } from './recognise.ts';

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
export async function readRecording(pieces: AsyncIterable<Uint8Array>): Promise<Recording> {
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
}

function isSeen(value: unknown): value is SeenExchange {
  if (!isObject(value)) return false;
  const { time, request, response, startedAt, endedAt } = value;
  if (!isObject(request) || !isObject(response)) return false;
  const texts = [time, request.method, request.url, request.body ?? '', response.body];
  const numbers = [response.status, startedAt, endedAt];
  return (
    texts.every((one) => typeof one === 'string') &&
    numbers.every((one) => typeof one === 'number') &&
    [request.headers, response.headers].every(isTextMap)
  );
}

function entryOf(seen: SeenExchange): RecordedEntry {
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
}

/** Below the resolution of any clock: entries within one millisecond keep their recorded order. */
const tick = 1e-5;

function usable(one: RecordedEntry): RecordedEntry {
  if ('skipped' in one) return one;
  if (!Number.isFinite(one.endedAt)) return { skipped: 'is no entry' };
  return URL.canParse(one.request.url) ? one : { skipped: 'has no whole URL' };
}

function inTurn(one: HttpExchange, nth: number): HttpExchange {
  return {
    ...one,
    startedAt: one.startedAt + nth * tick,
    endedAt: one.endedAt + nth * tick,
  };
}

/** The servers of an area that a recording holds. */
export interface RecordedPlaces {
  readonly area: string;
  readonly places: readonly string[];
}

/** Where each area is served, recognised by the paths of its operations. */
export function placesIn(operations: Operations, { entries }: Recording): RecordedPlaces[] {
  const found = new Map(operations.all.map(({ area }) => [area, new Set<string>()]));
  for (const { request } of entries)
    for (const { area, path } of operations.all) {
      const place = placeBefore(request.url, path);
      if (place !== undefined) found.get(area)?.add(placeOf(place));
    }
  return [...found].map(([area, places]) => ({ area, places: [...places] }));
}

/** What stands before a path with parameters at the end of a URL. */
function placeBefore(url: string, path: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  const [at = ''] = url.split(/[?#]/, 1);
  const segments = at.split('/');
  const wanted = path.split('/').slice(1);
  const last = segments.slice(-wanted.length);
  const isThere = wanted.every((name, nth) =>
    name.startsWith('{') ? last[nth] !== '' : last[nth]?.toLowerCase() === name,
  );
  // The first three are the scheme, nothing, and the host.
  if (!isThere || segments.length - wanted.length < 3) return undefined;
  return segments.slice(0, -wanted.length).join('/');
}
