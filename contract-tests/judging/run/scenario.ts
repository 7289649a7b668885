import type { Clause } from '../clause.ts';
import type { Model } from '../model.ts';
import type { Answer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import type { Client } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Evidence } from '../verdict/evidence.ts';

/** What a run gives to the requests of one scenario. */
export interface Conversation<M extends Model = Model> {
  readonly name: string;
  ask(ask: Ask): Promise<Answer>;
  /** Opens a connection for a few requests, one after the other; `work` asks nothing else meanwhile. */
  overOneConnection: Client['overOneConnection'];
  readonly model: M;
  readonly evidence: Evidence;
  readonly signal: AbortSignal | undefined;
  /** Records an answer to a question that the specification leaves open. */
  observe(openPoint: string, value: unknown, exchange?: Exchange): void;
  pause(ms: number): Promise<void>;
  /** Whether the response is a rate limit, and so says nothing about the request. */
  isLimit(exchange: Exchange): boolean;
  /** All exchanges so far. */
  exchanges(): readonly Exchange[];
  /** The same under another name. */
  named(name: string): Conversation<M>;
  /** Work shared by several scenarios: done once per run, whole. */
  shared<T>(name: string, make: (conversation: Conversation<M>) => Promise<T>): Promise<T>;
}

/** Requests whose responses test some clauses. It judges nothing: the model sees every exchange. */
export interface Scenario<M extends Model = Model> {
  readonly name: string;
  /** The part of the service that it is about. */
  readonly area: string;
  readonly clauses: readonly string[];
  run(conversation: Conversation<M>): Promise<unknown>;
  /** Its requests are counted, so that they are never repeated. */
  readonly isCounted?: boolean;
  /** Its requests are made only to learn: they are recorded and not judged. */
  readonly isProbe?: boolean;
}

/** What a run will do. */
export interface Plan {
  /** All clauses to be judged. */
  readonly clauses: readonly Clause[];
  /** The areas with something to check. */
  readonly areas: readonly string[];
  /** Scenarios before it is known whether an area can be judged as a whole. */
  readonly preparations: readonly Scenario[];
  /** Scenarios in order of time; those of one stage are run concurrently. */
  readonly stages: readonly (readonly Scenario[])[];
  /** Scenarios at the end of the run, after those of all areas. */
  readonly endings: readonly Scenario[];
  /** Ids of clauses that were skipped on request. */
  readonly skipped: readonly string[];
  /** Why no requests are sent for a clause that is to be judged. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** What a service is told of a run that it takes part in. */
export interface RunUnderWay<M extends Model = Model> {
  readonly plan: Plan;
  readonly model: M;
  readonly evidence: Evidence;
  readonly isStopped: boolean;
  /** Whether it ended, or will end, before its plan. */
  readonly isCutShort: boolean;
  /** For requests of the service's own; they are judged, unless `hear` takes them. */
  conversation(name: string, hear?: (answer: Answer) => void): Conversation<M>;
  judge(answer: Answer): void;
  /** All exchanges so far. */
  exchanges(): readonly Exchange[];
  /** Whether the response is a rate limit, and so says nothing about the request. */
  isLimit(exchange: Exchange): boolean;
}

/** The number of scenarios, for progress. */
export function stepsOf({ preparations, stages, endings }: Plan): number {
  return preparations.length + stages.flat().length + endings.length;
}
