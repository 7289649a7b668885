import type { CreatedListener, Model } from '../model.ts';
import type { Service } from '../service.ts';
import { type Answer, readAnswer } from '../talk/answer.ts';
import { Client, NoAnswer } from '../talk/client.ts';
import type { SharedConnection } from '../talk/connections.ts';
import type { Exchange } from '../talk/exchange.ts';
import { type Clock, realClock } from '../talk/pace/clock.ts';
import { Evidence } from '../verdict/evidence.ts';
import type { JudgedStep, Rule } from '../verdict/rule.ts';
import { createdId, dependsOn, type RecordedCall } from './recorded-call.ts';
import { ReplayedValues } from './recorded-request.ts';

/** The result of repeating recorded calls. */
export interface Replayed {
  /** The clauses that the new responses break. */
  readonly broken: ReadonlySet<string>;
  readonly exchanges: readonly Exchange[];
  /** One exchange for each call that was made, the one that counts. */
  readonly made: readonly Exchange[];
  /** What they say about every clause. */
  readonly evidence: Evidence;
  /** Why it ended before the last call: no answer, or the refusal of a create that is needed. */
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
  { broken }: Pick<Replayed, 'broken'>,
): boolean {
  return [...broken].some((other) => isShownBy(service, clause, other));
}

export interface ReplayOptions {
  readonly client: Pick<Client, 'ask' | 'overOneConnection'>;
  readonly service: Service;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** Called when something is created or deleted, so that nothing is left behind unnoticed. */
  readonly listener?: CreatedListener | undefined;
  /** Whether to wait for it to appear; false where that was found to be futile. */
  readonly isPatient?: boolean;
  /** Rules besides those of the specification. */
  readonly rules?: readonly Rule<JudgedStep>[];
}

/** A model of its own, as for a server that nobody else talks to. */
function modelFor({ service, listener, rules, isPatient = true }: Omit<ReplayOptions, 'client'>): {
  readonly model: Model;
  readonly evidence: Evidence;
} {
  const evidence = new Evidence(undefined, service.redactor());
  const model = service.model({ evidence, isAlone: true, isPatient, listener, rules });
  return { model, evidence };
}

/** What exchanges say about every clause, judged by themselves. */
export function evidenceIn(
  exchanges: readonly Exchange[],
  options: Omit<ReplayOptions, 'client'>,
): Evidence {
  const { model, evidence } = modelFor({ ...options, listener: undefined });
  const { callers } = options.service;
  for (const exchange of exchanges) {
    model.sent(exchange);
    model.answered(exchange, callers.who(exchange.caller), { read: readAnswer(exchange) });
  }
  model.finish();
  return evidence;
}

/** Repeats recorded calls with values of their own, and has the model judge the responses. */
export async function replayCalls(
  calls: readonly RecordedCall[],
  options: ReplayOptions,
): Promise<Replayed> {
  const { client, service, signal, clock = realClock } = options;
  const { callers, operations } = service;
  const { model, evidence } = modelFor(options);
  const values = new ReplayedValues(service);
  const refused = new Map<string, Exchange>();
  const exchanges = new Set<Exchange>();
  const counting: Exchange[] = [];
  let waited = 0;
  const wait = async (ms: number): Promise<void> => {
    waited += ms;
    await clock.sleep(ms, signal);
  };
  const onAnswer = (answer: Answer): void => {
    const { exchange } = answer;
    exchanges.add(exchange);
    model.answered(exchange, callers.who(exchange.caller), { read: answer });
  };
  const make = async (call: RecordedCall, connection?: SharedConnection): Promise<void> => {
    const caller = callers.byKey.get(call.caller);
    if (!caller) throw new Error(`the target file has no ${call.caller}`);
    const ask = values.requestFor(call, caller);
    model.sent({ ...ask, caller: caller.key });
    const asked = { ...ask, onAnswer, scenario: 'replay', ...(connection && { connection }) };
    let { exchange } = await client.ask(asked);
    const isRead = operations.of(call.operation).effect === 'nothing';
    const untilDue = isRead ? model.created.untilDue(exchange) : 0;
    if (untilDue > 0) {
      exchanges.delete(exchange);
      await wait(untilDue);
      ({ exchange } = await client.ask(asked));
    }
    counting.push(exchange);
    const id = createdId(service, exchange);
    if (call.creates && id !== undefined) values.set(call.creates, id);
    else if (call.creates) refused.set(call.creates, exchange);
  };
  /** Deletes what was created, as its creator, even after a stop. */
  const forget = async (): Promise<void> => {
    const own = signal?.aborted
      ? new Client(service, { isHurried: true, onAnswer: () => undefined })
      : undefined;
    const hear = (answer: Answer): void =>
      void model.answered(answer.exchange, callers.who(answer.exchange.caller), {
        read: answer,
        judges: false,
      });
    try {
      await deleteAll(service, model, own ?? client, hear);
    } finally {
      await own?.close();
    }
  };
  let lost: NoAnswer | undefined;
  let unmade: Exchange | undefined;
  /** Ends at a call that needs what was not created. */
  const makeAll = async (groups: readonly CallGroup[], connection?: SharedConnection) => {
    for (const group of groups) {
      if (unmade) return;
      const [first] = group;
      if (first?.after) await wait(first.after);
      unmade = [...refused].find(([name]) => group.some((one) => dependsOn(one, name)))?.[1];
      if (unmade) return;
      // Waits for pending creates when another call fails: they have to be deleted.
      const made = await Promise.allSettled(group.map((call) => make(call, connection)));
      for (const one of made) if (one.status === 'rejected') throw one.reason;
    }
  };
  try {
    for (const { groups, isShared } of partsOf(calls)) {
      if (isShared) await client.overOneConnection((connection) => makeAll(groups, connection));
      else await makeAll(groups);
    }
  } catch (error) {
    if (!(error instanceof NoAnswer && error.dropped)) throw error;
    onAnswer(readAnswer(error.dropped));
    lost = error;
  } finally {
    await forget();
  }
  model.finish();
  return {
    broken: new Set(evidence.brokenIds),
    exchanges: [...exchanges],
    made: counting,
    evidence,
    waited,
    ...(lost && { lost }),
    ...(unmade && { unmade }),
  };
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
