import { effectOf, operationPlace } from '../../service/operations/operations.ts';
import { hashIn } from '../../service/requests/draft.ts';
import { readAnswer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import {
  type Exchange,
  type OperationId,
  overlap,
  type RequestEncoding,
} from '../talk/exchange.ts';
import { replayedWaits } from '../talk/pace/time-limits.ts';
import { fillIn, placedIn, placeholder, putIn } from './placeholder.ts';

/** A repeatable call. Ids and hashes that are new each time have placeholders. */
export interface RecordedCall {
  readonly operation: OperationId;
  /** Other than the method of the operation. */
  readonly method?: NonNullable<Ask['method']>;
  /** The key of the token in the target file, or the name of a forged token. */
  readonly caller: string;
  readonly service?: string;
  readonly report?: string;
  readonly hash?: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly accept?: string;
  /** Accept-Encoding; absent for none. */
  readonly encoding?: string;
  /** Deviations from the usual form. */
  readonly way?: RequestEncoding;
  /** true: sent over the shared connection. false: over one of its own. */
  readonly kept?: boolean;
  /** The name of the report that it creates. */
  readonly creates?: string;
  /** Sent while earlier calls with the same number are in progress. */
  readonly atOnce?: number;
  /** Milliseconds to wait before sending. */
  readonly after?: number;
}

export const createdId = (exchange: Exchange): string | undefined => {
  if (effectOf(exchange.operation) !== 'creates') return undefined;
  const { outcome, body } = readAnswer(exchange);
  return outcome === 'success' && typeof body.id === 'string' ? body.id : undefined;
};

/** Placeholders for values that are new each time. */
interface Names {
  readonly ids: Map<string, string>;
  readonly hashes: Map<string, string>;
}

const named = (text: string, { ids, hashes }: Names): string =>
  [...ids, ...hashes].reduce((result, [value, name]) => putIn(result, value, name), text);

const namedIn = (way: RequestEncoding, names: Names): RequestEncoding => ({
  ...way,
  ...(way.rawPath !== undefined && { rawPath: named(way.rawPath, names) }),
  ...(way.headers && { headers: mapped(way.headers, (value) => named(value, names)) }),
});

/** Maps all values of an object. */
export const mapped = <T>(
  of: { readonly [name: string]: T },
  make: (value: T) => T,
): { readonly [name: string]: T } =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value)]));

/** Exchanges, in the order they were sent, as repeatable calls. */
export const recordedCalls = (exchanges: readonly Exchange[]): RecordedCall[] => {
  const inOrder = [...exchanges].sort((a, b) => a.startedAt - b.startedAt);
  const names: Names = { ids: new Map(), hashes: new Map() };
  const calls: RecordedCall[] = [];
  let group = 0;
  let members: Exchange[] = [];
  for (const [nth, exchange] of inOrder.entries()) {
    const { operation, caller, about, request, sent, startedAt } = exchange;
    const hash = hashIn(sent);
    if (hash && !names.hashes.has(hash)) names.hashes.set(hash, `hash-${names.hashes.size + 1}`);
    const before = inOrder.slice(0, nth);
    const previous = before.at(-1);
    // What was sent after an answer came stays after it.
    const isAtOnce = members.length > 0 && members.every((one) => overlap(one, exchange));
    if (!isAtOnce) group += 1;
    members = isAtOnce ? [...members, exchange] : [exchange];
    const next = inOrder[nth + 1];
    const isLead = next !== undefined && members.every((one) => overlap(one, next));
    const ended = Math.max(0, ...before.map(({ endedAt }) => endedAt));
    const wait = previous ? Math.round(startedAt - ended) : 0;
    const id = createdId(exchange);
    const isNew = id !== undefined && !names.ids.has(id);
    const { accept, 'content-type': contentType, 'accept-encoding': encoding } = request.headers;
    const isOther = request.method !== operationPlace(operation).method;
    calls.push({
      operation,
      ...(isOther && { method: request.method as NonNullable<Ask['method']> }),
      caller,
      ...(about.service !== undefined && { service: about.service }),
      ...(about.report !== undefined && { report: named(about.report, names) }),
      ...(about.hash !== undefined && { hash: about.hash }),
      ...(request.body !== undefined && { body: named(request.body, names) }),
      ...(contentType !== undefined && { contentType }),
      ...(accept !== 'application/json' && { accept: accept ?? '' }),
      ...(encoding !== undefined && { encoding }),
      ...(exchange.way && { way: namedIn(exchange.way, names) }),
      ...(exchange.kept && { kept: true }),
      ...(isNew && { creates: `report-${names.ids.size + 1}` }),
      ...((isAtOnce || isLead) && { atOnce: group }),
      ...(wait > replayedWaits.leastMs && { after: wait }),
    });
    if (isNew) names.ids.set(id, `report-${names.ids.size + 1}`);
  }
  return calls;
};

/** Reports and hashes are numbered as they come, though others are left out. */
export const renumbered = (calls: readonly RecordedCall[]): RecordedCall[] => {
  const names: { readonly [kind: string]: string[] } = { report: [], hash: [] };
  const newName = (name: string): string => {
    const [kind = ''] = name.split('-');
    const known = names[kind] as string[];
    if (!known.includes(name)) known.push(name);
    return `${kind}-${known.indexOf(name) + 1}`;
  };
  return calls.map((call) => ({
    ...JSON.parse(
      fillIn(JSON.stringify(call), ({ form, name }) => placeholder(newName(name), form)),
    ),
    ...(call.creates && { creates: newName(call.creates) }),
  }));
};

/** Whether a call uses a report that another one creates. */
export const dependsOn = ({ report, body, way }: RecordedCall, name: string): boolean =>
  [report, body, way?.rawPath].some((text) =>
    placedIn(text ?? '').some((one) => one.name === name),
  );
