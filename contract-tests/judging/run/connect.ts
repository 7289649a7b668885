import { setMaxListeners } from 'node:events';
import type { Area } from '../../../src/spec/clauses.ts';
import { type ScenarioObserver, scenarioApi } from '../../service/drive/api.ts';
import type { Context } from '../../service/drive/context.ts';
import type { Explored } from '../../service/drive/explore.ts';
import type { ReportListener } from '../../service/model/known/known-report.ts';
import { callersKnown } from '../../service/model/known/who.ts';
import { Model } from '../../service/model/model.ts';
import { callersOf } from '../../service/requests/callers.ts';
import { newDraft } from '../../service/requests/draft.ts';
import { knownCallersOf } from '../../service/requests/known-callers.ts';
import type { Plan } from '../../service/run/plan.ts';
import type { Target } from '../../service/target/target.ts';
import type { Answer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import { type ClientOptions, connect, NoAnswer } from '../talk/client.ts';
import type { ConnectionTrial } from '../talk/connection-trial.ts';
import type { Exchange } from '../talk/exchange.ts';
import { NotTestable } from '../talk/not-testable.ts';
import { type Clock, realClock } from '../talk/pace/clock.ts';
import { secretsOf } from '../talk/secrets.ts';
import { Evidence } from '../verdict/evidence.ts';
import { Budget } from './budget.ts';

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** Called when a check begins or ends, with what runs, for progress. */
  readonly onProgress?: (done: number, all: number, running?: string) => void;
  /** Called before work other than checks, such as cleaning up. */
  readonly onPhase?: (phase: string) => void;
  /** Called with messages for the user, such as that a rate limit makes the run slow. */
  readonly onNotice?: (text: string) => void;
  /** Called as soon as a clause is found broken. */
  readonly onBroken?: (clause: string) => void;
}

/** Options for the command and for tests. */
export interface InnerOptions {
  /** Called as soon as a report is created or deleted, so that it can be recorded. */
  readonly onStored?: ReportListener;
  /** Called for every exchange after it was judged. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Replaces the real clock. */
  readonly clock?: Clock;
}

/** A connection to a target, and everything seen through it. */
export type RunConnection = ReturnType<typeof connectTo>;

/** Both areas may be served by one server. */
const areasAt = ({ baseUrl, analysisUrl = baseUrl }: Target, origin: string): Area[] => [
  ...(new URL(baseUrl).origin === origin ? (['feed'] as const) : []),
  ...(new URL(analysisUrl).origin === origin ? (['lookup'] as const) : []),
];

/** No scenario has this name, so that it is not limited to a part. */
const unlimited = '';

export const connectTo = (
  target: Target,
  plan: Plan,
  options: ConnectOptions &
    InnerOptions & { readonly trial?: ConnectionTrial; readonly onLimit?: () => void } = {},
) => {
  const { signal, onProgress, onBroken, clock = realClock } = options;
  // Every pause and every pending request listens for the abort; Node warns about many listeners.
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
  const judge = (answer: Answer): void => {
    const { exchange } = answer;
    model.answered(exchange, whoIs(exchange.caller), { read: answer });
    options.onExchange?.(exchange);
  };
  const { onLimit, onStored, trial } = options;
  const { atOnce, requests: tried = 0 } = trial ?? {};
  const onCreating = onStored?.creating;
  const remember = (answer: Answer): void => {
    const { exchange } = answer;
    model.answered(exchange, whoIs(exchange.caller), { read: answer, judges: false });
  };
  /** For another client: reports requests sent and lost, and restarts, to the model. */
  const observers: Pick<ClientOptions, 'onAsk' | 'onLost' | 'onDown' | 'onRestart' | 'onTrial'> = {
    onAsk: (ask) => model.sent({ ...ask, caller: ask.caller.key }),
    onLost: (exchange) => model.lost(exchange),
    onDown: ({ origin }) =>
      options.onNotice?.(
        `The server at ${origin} has stopped responding; it has ${(2 * target.pace.timeoutMs) / 1000} s to come back.`,
      ),
    onRestart: (origin) => model.restarted(areasAt(target, origin)),
    onTrial: remember,
  };
  const listeners = { onAnswer: judge, onLimit, onCreating, ...observers };
  const client = connect(target, { signal, clock, atOnce, ...listeners });
  client.liveness.tried(trial?.seen ?? []);
  const budget =
    plan.budget === undefined
      ? undefined
      : new Budget(plan.budget, () => tried + client.exchanges.length);
  const shared = new Map<string, Promise<unknown>>();
  let ended = 0;
  let running: string | undefined;

  const contextOf = (
    scenario: string,
    proven: Evidence,
    onAnswer?: (answer: Answer) => void,
    limit = scenario,
  ): Context => {
    const watched = {
      ...client,
      ask: (ask: Ask) => {
        const send = () => client.ask({ ...ask, scenario, ...(onAnswer && { onAnswer }) });
        return budget?.ask(limit, send) ?? send();
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
      conversation: (name) => contextOf(name, proven, onAnswer),
      exchanges: () => client.exchanges,
      draft: (changes) => newDraft(target.payload, changes),
      observe: (...seen) => evidence.observe(...seen),
      pause: (ms) => clock.sleep(ms, signal),
      isLimit: client.isLimit,
      learns: plan.learns,
      cases: plan.cases,
      shared<T>(name: string, make: (context: Context) => Promise<T>): Promise<T> {
        // Other scenarios need it too, also if this one is cut short.
        const known = shared.get(name) ?? make(contextOf(scenario, proven, onAnswer, unlimited));
        shared.set(name, known);
        // The server has come back, so that it can be made after all.
        known.catch((error: unknown) => {
          if (error instanceof NoAnswer && error.isBystander) shared.delete(name);
        });
        return known as Promise<T>;
      },
      feeds: [target.service, target.otherService].filter((feed) => feed !== undefined),
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
    clock,
    /** How many connections the target serves at once, if idle ones keep others waiting. */
    atOnce,
    /** How many requests it took to find that out. */
    tried,
    signal,
    callers,
    knownCallers,
    evidence,
    model,
    reports: model.reports,
    /** Judges a response to another client. */
    judge,
    observers,
    /** Exchanges for deleting what the run has created. */
    cleaning: [] as Exchange[],
    /** When the servers stopped answering, cleaning up included. */
    outages: client.liveness.outages,
    /** The request limit, if there is one. */
    budget,
    /** The progress of the random walk. */
    explored: undefined as Explored | undefined,
    /** Creates a context for each scenario and probe; its exchanges are judged, unless `hear` takes them. */
    context: (name: string, hear?: (answer: Answer) => void): Context => {
      running = name;
      onProgress?.(ended, plan.steps, running);
      return contextOf(name, evidence, hear);
    },
    /** For probes: exchanges are recorded like all others, but not judged. */
    probeContext: (): Context => contextOf('probe', new Evidence(), remember),
    isStopped: (): boolean => signal?.aborted ?? false,
    stepEnded: (): void => {
      ended += 1;
      onProgress?.(ended, plan.steps, running);
    },
  };
};
