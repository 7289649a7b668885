import { setTimeout as sleep } from 'node:timers/promises';
import { countClauses } from '../../service/model/counts/judge-counts.ts';
import { isDeleted, type ReportListener } from '../../service/model/known/known-report.ts';
import { storedReportClauses } from '../../service/model/known/report-state.ts';
import { callersKnown } from '../../service/model/known/who.ts';
import { Model } from '../../service/model/model.ts';
import { effectOf, operationThat } from '../../service/operations/operations.ts';
import { type Caller, callersOf } from '../../service/requests/callers.ts';
import { forgedTokens, inAnotherCase } from '../../service/requests/forged-tokens.ts';
import { knownCallersOf } from '../../service/requests/known-callers.ts';
import type { Target } from '../../service/target/target.ts';
import { type Answer, readAnswer } from '../talk/answer.ts';
import { type Client, connect, NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Evidence } from '../verdict/evidence.ts';
import type { Rule } from '../verdict/rule.ts';
import { createdId, dependsOn, type RecordedCall } from './recorded-call.ts';
import { requestFor } from './recorded-request.ts';

/** The result of repeating recorded calls. */
export interface Replayed {
  /** The clauses that the new responses break. */
  readonly broken: ReadonlySet<string>;
  readonly exchanges: readonly Exchange[];
  /** What they say about every clause. */
  readonly evidence: Evidence;
  /** Why it ended before the last call: no answer, or the refusal of a create whose report is needed. */
  readonly lost?: NoAnswer;
  readonly unmade?: Exchange;
  /** Milliseconds of deliberate waiting. */
  readonly waited: number;
}

/**
 * Clauses of which one observation breaks one or another: which calls took too many requests is a guess, and
 * what became of a report is judged by all that was seen before.
 */
const families: readonly (readonly string[])[] = [countClauses, storedReportClauses];

/** Whether what breaks one clause may break the other one. */
export const isShownBy = (clause: string, other: string): boolean =>
  clause === other || families.some((one) => one.includes(clause) && one.includes(other));

/** Whether a replay breaks the clause, or another one by the same observation. */
export const breaks = (clause: string, { broken }: Pick<Replayed, 'broken'>): boolean =>
  [...broken].some((other) => isShownBy(clause, other));

export interface ReplayOptions {
  readonly client: Pick<Client, 'ask'> & Partial<Pick<Client, 'renew'>>;
  readonly target: Target;
  readonly signal?: AbortSignal | undefined;
  /** Called when a report is created or deleted, so that none is left behind unnoticed. */
  readonly listener?: ReportListener | undefined;
  /** Whether to wait for a report to appear; false where that was found to be futile. */
  readonly isPatient?: boolean;
  /** Rules besides those of the specification. */
  readonly rules?: readonly Rule[];
}

/** All callers that a recorded call may use. */
export const callersByKey = (target: Target): ReadonlyMap<string, Caller> => {
  const callers = callersOf(target);
  const { limited, ...single } = target.tokens;
  const held = Object.entries(single).map(([role, authorization]) => ({
    key: `tokens.${role}`,
    authorization,
  }));
  const counted = limited.map(({ token }, nth) => ({
    key: `tokens.limited[${nth}]`,
    authorization: token,
  }));
  const known = [...held, ...counted].filter((one): one is Required<Caller> => !!one.authorization);
  const model = known.find(({ key }) => key === 'tokens.researcher') ?? known[0];
  const otherwise = model && inAnotherCase(model, target.tokens);
  const forged = model
    ? [...forgedTokens(model, target.tokens), ...(otherwise ? [otherwise] : [])]
    : [];
  return new Map(
    [callers.nobody, callers.unknown, callers.blank, ...forged, ...known].map((one) => [
      one.key,
      one,
    ]),
  );
};

/** The keys of all callers that the target file says enough of. */
export const knownKeys = (target: Target): string[] =>
  knownCallersOf(target, callersOf(target)).known.map(({ key }) => key);

/** A model of its own, as for a server that nobody else talks to. */
const modelFor = ({
  target,
  listener,
  rules,
  isPatient = true,
}: Omit<ReplayOptions, 'client'>): { readonly model: Model; readonly evidence: Evidence } => {
  const evidence = new Evidence();
  const readers = knownKeys(target);
  const model = new Model({ target, evidence, isAlone: true, readers, isPatient, listener, rules });
  return { model, evidence };
};

/** What exchanges say about every clause, judged by themselves. */
export const evidenceIn = (exchanges: readonly Exchange[], options: ReplayOptions): Evidence => {
  const { model, evidence } = modelFor({ ...options, listener: undefined });
  const whoIs = callersKnown(options.target);
  for (const exchange of exchanges) {
    const { operation, caller, about } = exchange;
    model.sent({ operation, caller, about });
    model.answered(exchange, whoIs(caller), { read: readAnswer(exchange) });
  }
  model.finish();
  return evidence;
};

/** Repeats recorded calls with new reports, and has the model judge the responses. */
export const replayCalls = async (
  calls: readonly RecordedCall[],
  options: ReplayOptions,
): Promise<Replayed> => {
  const { client, target, signal } = options;
  const { model, evidence } = modelFor(options);
  const whoIs = callersKnown(target);
  const callers = callersByKey(target);
  const values = new Map<string, string>();
  const refused = new Map<string, Exchange>();
  const exchanges = new Set<Exchange>();
  let waited = 0;
  const wait = async (ms: number): Promise<void> => {
    waited += ms;
    await sleep(ms, undefined, { signal });
  };
  const onAnswer = (answer: Answer): void => {
    const { exchange } = answer;
    exchanges.add(exchange);
    model.answered(exchange, whoIs(exchange.caller), { read: answer });
  };
  const make = async (call: RecordedCall): Promise<void> => {
    const caller = callers.get(call.caller);
    if (!caller) throw new Error(`the target file has no ${call.caller}`);
    const ask = requestFor(call, caller, values);
    model.sent({ ...ask, caller: caller.key });
    const asked = { ...ask, onAnswer, scenario: 'replay' };
    let { exchange } = await client.ask(asked);
    const isRead = effectOf(call.operation) === 'nothing';
    const untilDue = isRead ? model.reports.untilDue(exchange) : 0;
    if (untilDue > 0) {
      exchanges.delete(exchange);
      await wait(untilDue);
      ({ exchange } = await client.ask(asked));
    }
    const id = createdId(exchange);
    if (call.creates && id !== undefined) values.set(call.creates, id);
    else if (call.creates) refused.set(call.creates, exchange);
  };
  /** Deletes what was created, as its creator, even after a stop. */
  const forget = async (): Promise<void> => {
    const own = signal?.aborted
      ? connect(target, { isHurried: true, onAnswer: () => undefined })
      : undefined;
    const hear = (answer: Answer): void =>
      void model.answered(answer.exchange, whoIs(answer.exchange.caller), {
        read: answer,
        judges: false,
      });
    try {
      await deleteAll(model, own ?? client, callers, hear);
    } finally {
      await own?.close();
    }
  };
  let lost: NoAnswer | undefined;
  let unmade: Exchange | undefined;
  try {
    await client.renew?.();
    for (let at = 0; at < calls.length; ) {
      const call = calls[at] as RecordedCall;
      if (call.after) await wait(call.after);
      let until = at + 1;
      while (call.atOnce !== undefined && calls[until]?.atOnce === call.atOnce) until += 1;
      const next = calls.slice(at, until);
      [, unmade] = [...refused].find(([name]) => next.some((one) => dependsOn(one, name))) ?? [];
      if (unmade) break;
      // Waits for pending creates when another call fails: they have to be deleted.
      const made = await Promise.allSettled(next.map(make));
      for (const one of made) if (one.status === 'rejected') throw one.reason;
      at = until;
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
    ...{ broken: new Set(evidence.brokenIds), exchanges: [...exchanges], evidence, waited },
    ...(lost && { lost }),
    ...(unmade && { unmade }),
  };
};

const deleteAll = async (
  { reports }: Model,
  client: Pick<Client, 'ask'>,
  callers: ReadonlyMap<string, Caller>,
  onAnswer: (answer: Answer) => void,
): Promise<void> => {
  for (const report of reports.all().filter((one) => !isDeleted(one))) {
    const about = { service: report.service, report: report.id };
    const keys = new Set([report.creator, 'tokens.researcher', 'tokens.service']);
    for (const caller of [...keys].flatMap((key) => callers.get(key) ?? [])) {
      const { outcome } = await client.ask({
        operation: operationThat('deletes'),
        caller,
        about,
        onAnswer,
      });
      if (outcome === 'success') break;
    }
  }
};
