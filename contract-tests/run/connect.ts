import { setMaxListeners } from 'node:events';
import { type ScenarioObserver, scenarioApi } from '../drive/api.ts';
import type { Context } from '../drive/context.ts';
import type { Explored } from '../drive/explore.ts';
import { Evidence } from '../model/evidence.ts';
import type { ReportListener } from '../model/known-report.ts';
import { Model } from '../model/model.ts';
import type { Reports } from '../model/reports.ts';
import { callersKnown } from '../model/who.ts';
import type { Ask } from '../talk/ask.ts';
import { type Callers, callersOf } from '../talk/callers.ts';
import { type Client, type ClientOptions, connect } from '../talk/client.ts';
import { newDraft } from '../talk/draft.ts';
import type { Exchange } from '../talk/exchange.ts';
import { type KnownCallers, knownCallersOf } from '../talk/known-callers.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { type Clock, realClock } from '../talk/pace/clock.ts';
import { secretsOf } from '../talk/secrets.ts';
import type { Target } from '../target/target.ts';
import { Budget } from './budget.ts';
import type { Plan } from './plan.ts';

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** Called for each check that ends, for a progress line. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Called with what is done besides checks, such as cleaning up. */
  readonly onPhase?: (phase: string) => void;
  /** Called with what whoever waits should know at once, such as that a limit makes the run a long one. */
  readonly onNotice?: (text: string) => void;
  /** Called for each clause that is seen to be broken, at once. */
  readonly onBroken?: (clause: string) => void;
}

/** What the command and tests give besides. */
export interface InnerOptions {
  /** Called for each report that is created or deleted, at once, so that it can be written down. */
  readonly onStored?: ReportListener;
  /** Called for each exchange when it has been judged. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** What waits, where that is not the clock on the wall. */
  readonly clock?: Clock;
  /** Send as many usual reports instead of planned cases, to measure what the plan is worth. */
  readonly unplanned?: boolean;
}

/** A connection to a target, and all that was seen through it. */
export interface RunConnection {
  readonly target: Target;
  readonly plan: Plan;
  readonly startedAt: Date;
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly callers: Callers;
  readonly knownCallers: KnownCallers;
  readonly evidence: Evidence;
  readonly model: Model;
  readonly reports: Reports;
  /** Judges an exchange that was made through another client. */
  readonly judge: (exchange: Exchange) => void;
  /** For another client: tells the model what is under way, and what got no answer. */
  readonly watching: Pick<ClientOptions, 'onAsk' | 'onLost'>;
  /** Made to delete what the run has created. */
  readonly cleaning: Exchange[];
  /** Anew for every scenario and probe; its exchanges are judged, unless somebody else wants to hear of them. */
  context(name: string, hear?: (exchange: Exchange) => void): Context;
  /** For probes: what is asked only to learn is stored and shown like all else, and proves nothing. */
  probeContext(): Context;
  /** How many requests are allowed, where not all are. */
  readonly budget?: Budget;
  /** How far the walk at random has come. */
  explored?: Explored;
  isStopped(): boolean;
  stepEnded(): void;
}

/** No scenario has this name, so that it waits for no turn. */
const unheld = '';

export const connectTo = (
  target: Target,
  plan: Plan,
  options: ConnectOptions & InnerOptions & { readonly onLimit?: () => void } = {},
): RunConnection => {
  const { signal, onProgress, onBroken, clock = realClock } = options;
  // Every pause and every request in flight listens for the stop, and Node warns of many listeners.
  if (signal) setMaxListeners(0, signal);
  const evidence = new Evidence(onBroken, secretsOf(target));
  for (const [clause, reason] of plan.leftOut) evidence.untested(clause, reason);
  const callers = callersOf(target);
  const knownCallers = knownCallersOf(target, callers);
  const model = new Model({
    target,
    evidence,
    isAlone: true,
    readers: knownCallers.known.map(({ key }) => key),
    listener: options.onStored,
    isLimit: (exchange) => client.isLimit(exchange),
    rules: plan.rules,
  });
  const whoIs = callersKnown(target);
  const judge = (exchange: Exchange): void => {
    model.answered(exchange, whoIs(exchange.caller));
    options.onExchange?.(exchange);
  };
  const { onLimit, onStored } = options;
  const onCreating = onStored?.creating;
  const watching: RunConnection['watching'] = {
    onAsk: (ask) => model.sent({ ...ask, caller: ask.caller.key }),
    onLost: (exchange) => model.lost(exchange),
  };
  const heard = { onExchange: judge, onLimit, onCreating, ...watching };
  const client = connect(target, { signal, clock, ...heard });
  const budget =
    plan.budget === undefined ? undefined : new Budget(plan.budget, () => client.exchanges.length);
  const shared = new Map<string, Promise<unknown>>();
  let ended = 0;

  const contextOf = (
    scenario: string,
    proven: Evidence,
    hear?: (exchange: Exchange) => void,
    turn = scenario,
  ): Context => {
    const watched = {
      ...client,
      ask: (ask: Ask) => {
        const send = () => client.ask({ ...ask, scenario, ...(hear && { hear }) });
        return budget?.ask(turn, send) ?? send();
      },
    };
    const notes: ScenarioObserver = {
      observe: (...seen) => evidence.observe(...seen),
      problem: (problem) => proven.problem(problem),
    };
    return {
      api: scenarioApi({
        client: watched,
        target,
        callers,
        knownCallers,
        reports: model.reports,
        notes,
        signal,
        skipped: plan.skipped,
      }),
      callers,
      knownCallers,
      target,
      evidence: proven,
      reports: model.reports,
      signal,
      conversation: (name) => contextOf(name, proven, hear),
      exchanges: () => client.exchanges,
      draft: (changes) => newDraft(target.payload, changes),
      observe: (...seen) => evidence.observe(...seen),
      pause: (ms) => clock.sleep(ms, signal),
      isLimit: client.isLimit,
      learns: plan.learns,
      cases: plan.cases,
      shared<T>(name: string, make: (context: Context) => Promise<T>): Promise<T> {
        // Whoever needs it too would wait for the turn of somebody who waits.
        const known = shared.get(name) ?? make(contextOf(scenario, proven, hear, unheld));
        shared.set(name, known);
        return known as Promise<T>;
      },
      feeds: [target.service, target.otherService].filter((feed) => feed !== undefined),
      otherService() {
        if (target.otherService === undefined) throw new NotTestable('otherService');
        return target.otherService;
      },
    };
  };

  const unheeded = new Evidence();
  const remember = (exchange: Exchange): void => {
    model.answered(exchange, whoIs(exchange.caller), { judges: false });
  };

  return {
    target,
    plan,
    startedAt: new Date(),
    client,
    clock,
    signal,
    callers,
    knownCallers,
    evidence,
    model,
    reports: model.reports,
    judge,
    watching,
    cleaning: [],
    ...(budget && { budget }),
    context: (name, hear) => contextOf(name, evidence, hear),
    probeContext: () => contextOf('probe', unheeded, remember),
    isStopped: () => signal?.aborted ?? false,
    stepEnded: () => {
      ended += 1;
      onProgress?.(ended, plan.steps);
    },
  };
};
