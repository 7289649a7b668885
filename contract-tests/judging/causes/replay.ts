import type { Caller } from '../caller.ts';
import type { Model } from '../model.ts';
import type { Service } from '../service.ts';
import { type Answer, readAnswer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import { jsonIn } from '../talk/body.ts';
import { Client, NoAnswer } from '../talk/client.ts';
import type { SharedConnection } from '../talk/connections.ts';
import type { Exchange } from '../talk/exchange.ts';
import { type Clock, realClock } from '../talk/pace/clock.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { type JudgingOptions, newModel } from './judge-history.ts';
import { mapTexts, Placeholders } from './placeholder.ts';
import { createdId, dependsOn, type RecordedCall } from './recorded-call.ts';

/** The result of repeating recorded calls. */
export interface Replayed {
  readonly exchanges: readonly Exchange[];
  /** One exchange for each call that was made, the one that counts. */
  readonly made: readonly Exchange[];
  /** What they say about every clause. */
  readonly evidence: Evidence;
  /** Why not all was sent: no answer, or the refusal of a create that is needed. */
  readonly lost?: NoAnswer;
  readonly unmade?: Exchange;
  /** Milliseconds of deliberate waiting. */
  readonly waited: number;
}

/**
 * Whether what breaks one clause may break the other one: which calls took too many requests is a guess, and
 * what became of something is judged by all that was seen before.
 */
export function isShownBy({ clauses }: Service, clause: string, other: string): boolean {
  return (
    clause === other ||
    [clauses.counts ?? [], ...(clauses.alternatives ?? [])].some(
      (family) => family.includes(clause) && family.includes(other),
    )
  );
}

/** Whether a replay breaks the clause, or another one by the same observation. */
export function breaks(
  service: Service,
  clause: string,
  { evidence }: Pick<Replayed, 'evidence'>,
): boolean {
  return evidence.brokenIds.some((other) => isShownBy(service, clause, other));
}

export interface ReplayOptions extends JudgingOptions {
  readonly client: Pick<Client, 'ask' | 'overOneConnection'>;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** Repeats recorded calls with values of their own, and has the model judge the responses. */
export function replayCalls(
  calls: readonly RecordedCall[],
  options: ReplayOptions,
): Promise<Replayed> {
  return new Replay(options).run(calls);
}

class Replay {
  readonly #options: ReplayOptions;
  readonly #model: Model;
  readonly #evidence: Evidence;
  readonly #values: ReplayedValues;
  /** The creates that were refused, by the names of what others need of them. */
  readonly #refused = new Map<string, Exchange>();
  readonly #exchanges = new Set<Exchange>();
  readonly #made: Exchange[] = [];
  /** The refusal of the first create that a call needs. */
  #unmade: Exchange | undefined;
  #waited = 0;

  constructor(options: ReplayOptions) {
    const { model, evidence } = newModel(options);
    this.#options = options;
    this.#model = model;
    this.#evidence = evidence;
    this.#values = new ReplayedValues(options.service);
  }

  async run(calls: readonly RecordedCall[]): Promise<Replayed> {
    const { client } = this.#options;
    let lost: NoAnswer | undefined;
    try {
      for (const { groups, isShared } of partsOf(calls)) {
        if (isShared)
          await client.overOneConnection((connection) => this.#makeAll(groups, connection));
        else await this.#makeAll(groups);
      }
    } catch (error) {
      if (!(error instanceof NoAnswer && error.dropped)) throw error;
      this.#hear(readAnswer(error.dropped));
      lost = error;
    } finally {
      await this.#forget();
    }
    this.#model.finish();
    return {
      exchanges: [...this.#exchanges],
      made: this.#made,
      evidence: this.#evidence,
      waited: this.#waited,
      ...(lost && { lost }),
      ...(this.#unmade && { unmade: this.#unmade }),
    };
  }

  /** Leaves out what needs what was not created. */
  async #makeAll(groups: readonly CallGroup[], connection?: SharedConnection): Promise<void> {
    for (const group of groups) {
      const refusal = this.#refusalBefore(group);
      this.#unmade ??= refusal;
      if (refusal) continue;
      const [first] = group;
      if (first?.after) await this.#wait(first.after);
      // Waits for pending creates when another call fails: they have to be deleted.
      const made = await Promise.allSettled(group.map((call) => this.#make(call, connection)));
      for (const one of made) if (one.status === 'rejected') throw one.reason;
    }
  }

  #refusalBefore(group: CallGroup): Exchange | undefined {
    for (const [name, refusal] of this.#refused)
      if (group.some((call) => dependsOn(call, name))) return refusal;
    return undefined;
  }

  async #make(call: RecordedCall, connection?: SharedConnection): Promise<void> {
    const { client, service } = this.#options;
    const caller = service.callers.byKey.get(call.caller);
    if (!caller) throw new Error(`the target file has no ${call.caller}`);
    const request = this.#values.requestFor(call, caller);
    this.#model.noteSent({ ...request, caller: caller.key });
    const ask: Ask = {
      ...request,
      onAnswer: (answer) => this.#hear(answer),
      scenario: 'replay',
      ...(connection && { connection }),
    };
    let answer = await client.ask(ask);
    const untilDue = this.#untilDue(answer.exchange);
    if (untilDue > 0) {
      this.#exchanges.delete(answer.exchange);
      await this.#wait(untilDue);
      answer = await client.ask(ask);
    }
    const { exchange } = answer;
    this.#made.push(exchange);
    if (!call.creates) return;
    const id = createdId(service, exchange);
    if (id === undefined) this.#refused.set(call.creates, exchange);
    else this.#values.set(call.creates, id);
  }

  /** Milliseconds until what was to be read or deleted must have appeared. */
  #untilDue(exchange: Exchange): number {
    const { effect } = this.#options.service.operations.of(exchange.operation);
    return effect === 'nothing' || effect === 'deletes'
      ? this.#model.created.untilDue(exchange)
      : 0;
  }

  /** Records a response, and judges it unless it is only part of the cleanup. */
  #hear(answer: Answer, judges = true): void {
    const { exchange } = answer;
    if (judges) this.#exchanges.add(exchange);
    const who = this.#options.service.callers.who(exchange.caller);
    this.#model.noteAnswer(exchange, who, { read: answer, judges });
  }

  async #wait(ms: number): Promise<void> {
    const { clock = realClock, signal } = this.#options;
    this.#waited += ms;
    await clock.sleep(ms, signal);
  }

  /** Deletes what was created, as its creator, even after a stop. */
  async #forget(): Promise<void> {
    const { client, service, signal } = this.#options;
    const own = signal?.aborted
      ? new Client(service, { isHurried: true, onAnswer: () => undefined })
      : undefined;
    try {
      await deleteAll(service, this.#model, own ?? client, (answer) => this.#hear(answer, false));
    } finally {
      await own?.close();
    }
  }
}

/** Calls that are sent at once; most often one alone. */
type CallGroup = readonly RecordedCall[];

/** Calls one after the other, over one connection or over new ones. */
interface CallPart {
  readonly groups: readonly CallGroup[];
  readonly isShared: boolean;
}

function groupsOf(calls: readonly RecordedCall[]): CallGroup[] {
  const groups: RecordedCall[][] = [];
  for (const call of calls) {
    const before = groups.at(-1);
    const isBeside = call.atOnce !== undefined && before?.at(-1)?.atOnce === call.atOnce;
    if (before && isBeside) before.push(call);
    else groups.push([call]);
  }
  return groups;
}

/**
 * From the first to the last call that shared a connection, all calls share one: a server that serves one at a
 * time would not answer others meanwhile. Calls at once cannot share it.
 */
function partsOf(calls: readonly RecordedCall[]): CallPart[] {
  const groups = groupsOf(calls);
  const isKept = (group: CallGroup): boolean => group.some(({ kept }) => kept);
  const first = groups.findIndex(isKept);
  const last = groups.findLastIndex(isKept);
  const parts: { readonly groups: CallGroup[]; readonly isShared: boolean }[] = [];
  for (const [nth, group] of groups.entries()) {
    const isShared = first >= 0 && nth >= first && nth <= last && group.length === 1;
    const before = parts.at(-1);
    if (before?.isShared === isShared) before.groups.push(group);
    else parts.push({ groups: [group], isShared });
  }
  return parts;
}

async function deleteAll(
  { operations, callers }: Service,
  { created }: Model,
  client: Pick<Client, 'ask'>,
  onAnswer: (answer: Answer) => void,
): Promise<void> {
  const operation = operations.that('deletes').name;
  for (const { about, creator } of created.all().filter((one) => !one.isDeleted)) {
    const own = callers.byKey.get(creator);
    for (const caller of new Set([...(own ? [own] : []), ...callers.cleaners])) {
      const { outcome } = await client.ask({ operation, caller, about, onAnswer });
      if (outcome === 'success') break;
    }
  }
}

/** The requests of recorded calls, with the ids and fresh values of one replay. */
class ReplayedValues {
  readonly #service: Pick<Service, 'created' | 'callers'>;
  readonly #placeholders: Placeholders;
  readonly #values = new Map<string, string>();

  constructor(service: Pick<Service, 'created' | 'callers'>) {
    this.#service = service;
    this.#placeholders = new Placeholders(service.created);
  }

  /** What a call has created. */
  set(name: string, id: string): void {
    this.#values.set(name, id);
  }

  requestFor(call: RecordedCall, caller: Caller): Ask {
    const {
      operation,
      method,
      about,
      body,
      contentType,
      accept,
      encoding = '',
      way,
    } = mapTexts(call, (text) => this.#filled(text));
    return {
      operation,
      ...(method && { method }),
      caller,
      about,
      ...(body !== undefined && { body, sent: jsonIn(body).json }),
      ...(contentType !== undefined && { contentType }),
      ...(accept !== undefined && { accept }),
      encoding,
      // Another method is open; only its effect on others matters.
      ...((way || method) && { way: { ...way, ...(method && { isOdd: true }) } }),
      once: this.#service.callers.isCounted(caller.key),
    };
  }

  #filled(text: string): string {
    const { forms, fresh } = this.#service.created;
    return this.#placeholders.fill(text, ({ form, name }) => {
      const made = this.#placeholders.isFresh({ name }) ? fresh?.make() : undefined;
      const known = this.#values.get(name) ?? made ?? '';
      this.#values.set(name, known);
      return form ? (forms[form]?.of(known) ?? known) : known;
    });
  }
}
