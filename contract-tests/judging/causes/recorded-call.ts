import type { Parameters } from '../operation.ts';
import type { Service } from '../service.ts';
import { readAnswer } from '../talk/answer.ts';
import type { OtherMethod } from '../talk/ask.ts';
import { type Exchange, overlap, type RequestEncoding } from '../talk/exchange.ts';
import { replayedWaits } from '../talk/pace/time-limits.ts';
import { mapTexts, Placeholders, placeholder } from './placeholder.ts';

/** A repeatable call. Values that are new each time have placeholders. */
export interface RecordedCall {
  readonly operation: string;
  /** Other than the method of the operation. */
  readonly method?: OtherMethod;
  /** The key of the token in the target file, or the name of a forged token. */
  readonly caller: string;
  /** The values of its parameters. */
  readonly about: Parameters;
  readonly body?: string;
  readonly contentType?: string;
  readonly accept?: string;
  /** Accept-Encoding; absent for none. */
  readonly encoding?: string;
  /** Deviations from the usual form. */
  readonly way?: RequestEncoding;
  /** Sent over the connection of the calls before it that are so. */
  readonly kept?: boolean;
  /** The name of what it creates. */
  readonly creates?: string;
  /** Sent while earlier calls with the same number are in progress. */
  readonly atOnce?: number;
  /** Milliseconds to wait before sending. */
  readonly after?: number;
}

/** The id of what an exchange has created. */
export function createdId(
  { operations, created }: Pick<Service, 'operations' | 'created'>,
  exchange: Exchange,
): string | undefined {
  if (operations.of(exchange.operation).effect !== 'creates') return undefined;
  const { outcome, body } = readAnswer(exchange);
  const id = outcome === 'success' ? created.idIn(body) : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The names of values that are new each time. */
class Names {
  readonly #placeholders: Placeholders;
  readonly #created = new Map<string, string>();
  readonly #fresh = new Map<string, string>();

  constructor(placeholders: Placeholders) {
    this.#placeholders = placeholders;
  }

  addFresh(value: string): void {
    const name = this.#placeholders.freshName(this.#fresh.size + 1);
    if (!this.#fresh.has(value)) this.#fresh.set(value, name);
  }

  /** The name of an id; undefined if it was given out before. */
  addCreated(id: string): string | undefined {
    if (this.#created.has(id)) return undefined;
    const name = this.#placeholders.createdName(this.#created.size + 1);
    this.#created.set(id, name);
    return name;
  }

  readonly in = (text: string): string =>
    [...this.#created, ...this.#fresh].reduce(
      (result, [value, name]) => this.#placeholders.putIn(result, value, name),
      text,
    );
}

/** Exchanges, in the order they were sent, as repeatable calls. */
export function recordedCalls(
  service: Pick<Service, 'operations' | 'created'>,
  exchanges: readonly Exchange[],
): RecordedCall[] {
  const { operations, created } = service;
  const inOrder = [...exchanges].sort((a, b) => a.startedAt - b.startedAt);
  const names = new Names(new Placeholders(created));
  const madeUp = created.fresh?.asked?.(exchanges);
  const isMadeUp = (value: string | undefined): boolean =>
    value !== undefined && (madeUp?.has(value) ?? false);
  const calls: RecordedCall[] = [];
  let group = 0;
  let members: Exchange[] = [];
  for (const [nth, exchange] of inOrder.entries()) {
    const { operation, caller, about, request, sent, startedAt } = exchange;
    const fresh = created.fresh?.inSent(sent) ?? Object.values(about).find(isMadeUp);
    if (fresh) names.addFresh(fresh);
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
    const { accept, 'content-type': contentType, 'accept-encoding': encoding } = request.headers;
    const isOther = request.method !== operations.of(operation).method;
    const made: RecordedCall = {
      operation,
      ...(isOther && { method: request.method as OtherMethod }),
      caller,
      about,
      ...(request.body !== undefined && { body: request.body }),
      ...(contentType !== undefined && { contentType }),
      ...(accept !== 'application/json' && { accept: accept ?? '' }),
      ...(encoding !== undefined && { encoding }),
      ...(exchange.way && { way: exchange.way }),
      ...(exchange.kept && { kept: true }),
      ...((isAtOnce || isLead) && { atOnce: group }),
      ...(wait > replayedWaits.leastMs && { after: wait }),
    };
    const call = mapTexts(made, names.in);
    const id = createdId(service, exchange);
    const creates = id === undefined ? undefined : names.addCreated(id);
    calls.push(creates === undefined ? call : { ...call, creates });
  }
  return calls;
}

/** Names are numbered as they come, though other calls are left out. */
export function renumbered(
  { created }: Pick<Service, 'created'>,
  calls: readonly RecordedCall[],
): RecordedCall[] {
  const placeholders = new Placeholders(created);
  const names: { readonly [kind: string]: string[] } = {
    [created.words[0]]: [],
    ...(created.fresh && { [created.fresh.word]: [] }),
  };
  const newName = (name: string): string => {
    const kind = name.slice(0, name.lastIndexOf('-'));
    const known = names[kind] as string[];
    if (!known.includes(name)) known.push(name);
    return `${kind}-${known.indexOf(name) + 1}`;
  };
  const inNew = (text: string): string =>
    placeholders.fill(text, ({ form, name }) => placeholder({ form, name: newName(name) }));
  return calls.map((call) => {
    const named = mapTexts(call, inNew);
    return call.creates ? { ...named, creates: newName(call.creates) } : named;
  });
}

/** The same calls, each sent as soon as those before it are answered. */
export function withoutWaits(calls: readonly RecordedCall[]): RecordedCall[] {
  return calls.map(({ after: _, ...call }) => call);
}

/** The milliseconds between calls, taken together. */
export function waitIn(calls: readonly RecordedCall[]): number {
  return calls.reduce((sum, { after = 0 }) => sum + after, 0);
}

/** Whether a call uses what another one creates: `{{note-1}}`, or with a form before it. */
export function dependsOn(call: RecordedCall, name: string): boolean {
  const text = JSON.stringify(call);
  return text.includes(`{{${name}}}`) || text.includes(`-${name}}}`);
}
