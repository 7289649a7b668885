import { setMaxListeners } from 'node:events';
import type { CreatedListener, Model } from '../model.ts';
import type { Service } from '../service.ts';
import type { Answer, ReceivedExchange } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import { Client, type ClientOptions, NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Outage } from '../talk/outage.ts';
import { type Clock, realClock } from '../talk/pace/clock.ts';
import { Evidence } from '../verdict/evidence.ts';
import { endingOf } from './outages.ts';
import { type Conversation, type Plan, type RunUnderWay, stepsOf } from './scenario.ts';

export interface ConnectOptions {
  readonly signal?: AbortSignal;
  /** Called when a check begins or ends, with how many are done and what runs. */
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
  /** Called as soon as something is created or deleted, so that it can be recorded. */
  readonly onStored?: CreatedListener;
  /** Called for every exchange after it was judged. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called for every exchange as it was received, cleaning up included. */
  readonly onReceived?: (exchange: ReceivedExchange) => void;
  /** Replaces the real clock. */
  readonly clock?: Clock;
}

/** What a run is started with. */
export interface StartOptions extends ConnectOptions, InnerOptions {
  /** Called whenever a rate limit is hit. */
  readonly onLimit?: () => void;
}

/** A run against a target: its client, what was seen through it, and what that says. */
export class Run<M extends Model = Model> implements RunUnderWay<M> {
  readonly service: Service<M>;
  readonly plan: Plan;
  readonly startedAt = new Date();
  readonly evidence: Evidence;
  readonly model: M;
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** When the servers stopped answering, cleaning up included. */
  readonly outages: Outage[];
  readonly #options: StartOptions;
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #steps: number;
  #ended = 0;

  constructor(service: Service<M>, options: StartOptions = {}) {
    const { plan } = service;
    const { signal, clock = realClock } = options;
    // Every pause and every pending request listens for the abort; Node warns about many listeners.
    if (signal) setMaxListeners(0, signal);
    this.service = service;
    this.plan = plan;
    this.signal = signal;
    this.clock = clock;
    this.#options = options;
    this.#steps = stepsOf(plan);
    this.evidence = new Evidence(options.onBroken, service.redactor());
    for (const [clause, reason] of plan.leftOut) this.evidence.addUntested(clause, reason);
    this.model = service.model({
      evidence: this.evidence,
      isAlone: true,
      listener: options.onStored,
      isLimit: (exchange) => this.client.isLimit(exchange),
    });
    this.client = new Client(service, {
      signal,
      clock,
      onAnswer: this.judge,
      onLimit: options.onLimit,
      onCreating: options.onStored?.creating,
      ...this.observers,
    });
    this.outages = this.client.liveness.outages;
  }

  get isStopped(): boolean {
    return this.signal?.aborted ?? false;
  }

  get isCutShort(): boolean {
    return this.isStopped || endingOf(this.outages) !== undefined;
  }

  exchanges(): readonly Exchange[] {
    return this.client.exchanges;
  }

  isLimit(exchange: Exchange): boolean {
    return this.client.isLimit(exchange);
  }

  /** Judges a response, also one to another client. */
  readonly judge = (answer: Answer): void => {
    const { exchange } = answer;
    const who = this.service.callers.who(exchange.caller);
    this.model.noteAnswer(exchange, who, { read: answer });
    this.#options.onExchange?.(exchange);
  };

  /** Records a response without judging it. */
  readonly remember = (answer: Answer): void => {
    const { exchange } = answer;
    const who = this.service.callers.who(exchange.caller);
    this.model.noteAnswer(exchange, who, { read: answer, judges: false });
  };

  /** For any client of this run: tells the model what was sent and lost, and of restarts. */
  get observers(): Pick<
    ClientOptions,
    'onAsk' | 'onReceived' | 'onLost' | 'onDown' | 'onRestart' | 'onTrial'
  > {
    const { service, model } = this;
    const seconds = (2 * service.target.pace.timeoutMs) / 1000;
    return {
      onAsk: (ask) => model.noteSent({ ...ask, caller: ask.caller.key }),
      onReceived: this.#options.onReceived,
      onLost: (exchange) => model.noteLost(exchange),
      onDown: ({ origin }) =>
        this.#options.onNotice?.(
          `The server at ${origin} has stopped responding; it has ${seconds} s to come back.`,
        ),
      onRestart: (origin) => model.noteRestart(this.#areasAt(origin)),
      onTrial: this.remember,
    };
  }

  /** For a scenario; its exchanges are judged, unless `hear` takes them. */
  conversation(name: string, hear?: (answer: Answer) => void): Conversation<M> {
    this.#options.onProgress?.(this.#ended, this.#steps, name);
    return this.#conversation(name, this.evidence, hear);
  }

  /** For a probe: exchanges are recorded like all others, but not judged. */
  probing(name: string): Conversation<M> {
    return this.#conversation(name, new Evidence(), this.remember);
  }

  /** Called when a scenario has ended. */
  stepEnded(): void {
    this.#ended += 1;
    this.#options.onProgress?.(this.#ended, this.#steps);
  }

  /** Called when work other than checks begins. */
  beginPhase(phase: string): void {
    this.#options.onPhase?.(phase);
  }

  #conversation(name: string, proven: Evidence, hear?: (answer: Answer) => void): Conversation<M> {
    const { client, clock, evidence, model, signal } = this;
    return {
      name,
      model,
      evidence: proven,
      signal,
      ask: (ask: Ask) => client.ask({ ...ask, scenario: name, ...(hear && { onAnswer: hear }) }),
      overOneConnection: (work) => client.overOneConnection(work),
      observe: (openPoint, value, exchange) => evidence.observe(openPoint, value, exchange),
      pause: (ms) => clock.sleep(ms, signal),
      isLimit: (exchange) => client.isLimit(exchange),
      exchanges: () => client.exchanges,
      named: (other) => this.#conversation(other, proven, hear),
      shared: (work, make) => this.#once(work, () => make(this.#conversation(name, proven, hear))),
    };
  }

  /** Other scenarios need shared work too, also if this one is cut short. */
  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#shared.get(name) ?? make();
    this.#shared.set(name, known);
    // The server has come back, so that it can be made after all.
    known.catch((error: unknown) => {
      if (error instanceof NoAnswer && error.isOver) this.#shared.delete(name);
    });
    return known as Promise<T>;
  }

  /** Several areas may be served by one server. */
  #areasAt(origin: string): string[] {
    const { operations, urlOf } = this.service;
    const areas = new Set(operations.all.map(({ area }) => area));
    return [...areas].filter((area) => new URL(urlOf(area)).origin === origin);
  }
}
