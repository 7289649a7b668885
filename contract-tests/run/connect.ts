import type { Context } from '../checks/context.ts';
import { Evidence } from '../judge/evidence.ts';
import { judgeOf } from '../judge/judge.ts';
import { apiOf } from '../talk/api.ts';
import { type Callers, callersOf } from '../talk/callers.ts';
import { type Client, connect, type NoAnswer } from '../talk/client.ts';
import { NotTestable } from '../talk/cut-short.ts';
import { newDraft } from '../talk/draft.ts';
import type { Exchange } from '../talk/exchange.ts';
import { Ledger } from '../talk/ledger.ts';
import { type People, peopleOf } from '../talk/people.ts';
import type { Target } from '../target/target.ts';
import type { Plan } from './plan.ts';

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** Told of each check that ends, for a progress line. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Told what is done besides checks, such as cleaning up. */
  readonly onPhase?: (phase: string) => void;
  /** Told of each clause that is seen to be broken, at once. */
  readonly onBroken?: (clause: string) => void;
}

/** What one check or probe works with, and the last exchange it has made. */
export type StepContext = Context & { last(): Exchange | undefined };

/** A connection to a target, and all that was seen through it. */
export interface Run {
  readonly target: Target;
  readonly plan: Plan;
  readonly startedAt: Date;
  readonly client: Client;
  readonly callers: Callers;
  readonly people: People;
  readonly evidence: Evidence;
  readonly ledger: Ledger;
  /** Judges an exchange that was made through another client. */
  readonly judge: (exchange: Exchange) => void;
  /** Requests without an answer, and the clauses that could not be tested for it. */
  readonly unanswered: { readonly clauses: readonly string[]; readonly error: NoAnswer }[];
  /** Made to delete what the run has created. */
  readonly cleaning: Exchange[];
  /** For each exchange, those of the check or probe that made it. */
  readonly checks: WeakMap<Exchange, readonly Exchange[]>;
  /** Anew for every check and probe. */
  context(): StepContext;
  isStopped(): boolean;
  stepEnded(): void;
}

export const connectTo = (target: Target, plan: Plan, options: ConnectOptions = {}): Run => {
  const { signal, onProgress, onBroken } = options;
  const evidence = new Evidence(onBroken);
  const ledger = new Ledger();
  const judge = judgeOf(evidence, ledger);
  const client = connect(target, { signal, onExchange: judge });
  const callers = callersOf(target);
  const people = peopleOf(target, callers);
  const shared = new Map<string, Promise<unknown>>();
  const checks = new WeakMap<Exchange, readonly Exchange[]>();
  let ended = 0;

  const context = (): StepContext => {
    let last: Exchange | undefined;
    const made: Exchange[] = [];
    const watched = {
      ...client,
      ask: async (...args: Parameters<Client['ask']>) => {
        last = await client.ask(...args);
        made.push(last);
        checks.set(last, made);
        return last;
      },
    };
    return {
      api: apiOf({ client: watched, target, callers, people, ledger, notes: evidence, signal }),
      callers,
      people,
      target,
      evidence,
      ledger,
      signal,
      last: () => last,
      exchanges: () => client.exchanges,
      draft: (changes) => newDraft(target.payload, changes),
      observe: (...seen) => evidence.observe(...seen),
      learns: plan.learns,
      cases: plan.cases,
      shared<T>(name: string, make: () => Promise<T>): Promise<T> {
        const known = shared.get(name) ?? make();
        shared.set(name, known);
        return known as Promise<T>;
      },
      otherService() {
        if (target.otherService === undefined) throw new NotTestable('otherService');
        return target.otherService;
      },
    };
  };

  return {
    target,
    plan,
    startedAt: new Date(),
    client,
    callers,
    people,
    evidence,
    ledger,
    judge,
    unanswered: [],
    cleaning: [],
    checks,
    context,
    isStopped: () => signal?.aborted ?? false,
    stepEnded: () => {
      ended += 1;
      onProgress?.(ended, plan.steps);
    },
  };
};
