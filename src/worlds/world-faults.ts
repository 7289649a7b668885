import { type OperationName, operationNames } from '../domain/operation.ts';
import type { HttpExchange } from '../traffic/exchange.ts';
import { dice } from '../values/dice.ts';
import {
  type Effect,
  type EffectAt,
  endsConnection,
  type FaultRule,
  type FaultStage,
  stageOf,
} from './fault-rule.ts';
import { isWanted, readsBody } from './request-content.ts';

/** The current state of a fault: `times` is what is left. */
export type Fault = FaultRule & {
  readonly id: string;
  /** The stage at which the next request is affected; absent where a sequence lets it pass. */
  readonly stage?: FaultStage;
  /** The number of requests affected. */
  readonly acted: number;
  /** Sequences only: index of the next step. */
  readonly next?: number;
};

/** The combined effect of faults on one request. */
export interface ActiveFaults {
  /** Milliseconds before any other handling. */
  readonly delay: number;
  /** In place of the service. */
  readonly instead?: EffectAt<'instead'>;
  readonly delivery?: EffectAt<'delivery'>;
  /** Ids of the faults involved. */
  readonly faults: readonly string[];
}

/** What faults look at. */
export interface MetRequest {
  readonly operation: OperationName;
  readonly caller: () => string | undefined;
  readonly request: () => HttpExchange['request'];
}

interface Active {
  readonly id: string;
  readonly rule: FaultRule;
  readonly size: number;
  readonly chance: () => number;
  left: number | undefined;
  acted: number;
  /** How many requests it was meant for, before `nth` as well. */
  met: number;
  /** Sequences only. */
  next: number;
}

/** A fault that applies to a request, with its effect. */
interface Match<Kind extends Effect | 'ok' = Effect | 'ok'> {
  readonly active: Active;
  readonly effect: Kind;
}

/** The faults of one world. */
export class Faults {
  readonly #faults = new Map<string, Active>();
  /** Oldest first, by operation, so that faults of one operation do not slow down others. */
  readonly #concerning = new Map<OperationName, Map<string, Active>>();
  readonly #chance: () => number;
  #bytes = 0;
  #nextId = 1;

  /** Initial faults are active from the start. */
  constructor(chance: () => number = Math.random, first: readonly FaultRule[] = []) {
    this.#chance = chance;
    for (const rule of first) this.add(rule);
  }

  get count(): number {
    return this.#faults.size;
  }

  /** Their total size, as far as given. */
  get bytes(): number {
    return this.#bytes;
  }

  isSpared(operation: OperationName): boolean {
    return (this.#concerning.get(operation)?.size ?? 0) === 0;
  }

  list(): Fault[] {
    return Array.from(this.#faults.values(), viewOf);
  }

  add(rule: FaultRule, size = 0): Fault {
    const active: Active = {
      id: `fault-${this.#nextId}`,
      rule,
      size,
      chance: rule.seed === undefined ? this.#chance : dice(rule.seed),
      left: timesOf(rule),
      acted: 0,
      met: 0,
      next: 0,
    };
    this.#nextId += 1;
    this.#bytes += size;
    this.#faults.set(active.id, active);
    for (const operation of rule.operation === undefined ? operationNames : [rule.operation]) {
      const others = this.#concerning.get(operation) ?? new Map<string, Active>();
      this.#concerning.set(operation, others.set(active.id, active));
    }
    return viewOf(active);
  }

  remove(id: string): boolean {
    for (const faults of this.#concerning.values()) faults.delete(id);
    this.#bytes -= this.#faults.get(id)?.size ?? 0;
    return this.#faults.delete(id);
  }

  clear(): void {
    for (const id of this.#faults.keys()) this.remove(id);
  }

  /** Whether the body has to be known before it is known which faults a request meets. */
  needsBody(operation: OperationName): boolean {
    const concerning = this.#concerning.get(operation)?.values() ?? [];
    return Array.from(concerning).some(({ rule }) => rule.request && readsBody(rule.request));
  }

  /**
   * The effect on this request, as described by `stages`. Only faults that act are counted down, and
   * only sequences that act on it, or let it pass, advance.
   */
  activeFor(met: MetRequest): ActiveFaults | undefined {
    const concerning = this.#concerning.get(met.operation);
    if (!concerning || concerning.size === 0) return undefined;
    const matching = this.#matching([...concerning.values()], met);
    const delays = actingAt('delay', matching);
    const [instead] = actingAt('instead', matching);
    const isEnded = instead !== undefined && endsConnection(instead.effect);
    const [delivery] = isEnded ? [] : actingAt('delivery', matching);
    for (const { active, effect } of matching) if (effect === 'ok') this.#goOn(active);
    const acting: Match[] = [...delays];
    if (instead) acting.push(instead);
    if (delivery) acting.push(delivery);
    if (acting.length === 0) return undefined;
    const delay = delays.reduce((sum, { active, effect: { ms, spread = 0 } }) => {
      return sum + ms + (spread && spread * active.chance());
    }, 0);
    for (const { active } of acting) this.#act(active);
    return {
      delay,
      ...(instead && { instead: instead.effect }),
      ...(delivery && { delivery: delivery.effect }),
      faults: acting.map(({ active }) => active.id),
    };
  }

  #matching(all: readonly Active[], { caller, request }: MetRequest): Match[] {
    const matching: Match[] = [];
    const id = caller();
    for (const active of all) {
      const { rule, chance } = active;
      if (rule.caller !== undefined && rule.caller !== id) continue;
      if (rule.request && !isWanted(request(), rule.request)) continue;
      active.met += 1;
      if (active.met < (rule.nth ?? 1)) continue;
      if (rule.chance === undefined || chance() < rule.chance)
        matching.push({ active, effect: effectOf(active) });
    }
    return matching;
  }

  #act(active: Active): void {
    active.acted += 1;
    this.#goOn(active);
  }

  #goOn(active: Active): void {
    const { rule, id } = active;
    if (rule.type === 'sequence') {
      active.next = (active.next + 1) % rule.steps.length;
      if (active.next > 0) return;
    }
    if (active.left === undefined) return;
    active.left -= 1;
    if (active.left < 1) this.remove(id);
  }
}

function actingAt<Stage extends FaultStage>(
  stage: Stage,
  matching: readonly Match[],
): Match<EffectAt<Stage>>[] {
  return matching.filter(
    (one): one is Match<EffectAt<Stage>> => one.effect !== 'ok' && stageOf(one.effect) === stage,
  );
}

function timesOf(rule: FaultRule): number | undefined {
  if (rule.type === 'sequence') return rule.endless ? undefined : (rule.times ?? 1);
  return rule.nth === undefined ? rule.times : (rule.times ?? 1);
}

function effectOf({ rule, next }: Active): Effect | 'ok' {
  if (rule.type !== 'sequence') return rule;
  const step = rule.steps[next] ?? 'ok';
  return typeof step === 'number' ? { type: 'reply', status: step } : step;
}

function viewOf(active: Active): Fault {
  const { id, rule, left, acted, next } = active;
  const effect = effectOf(active);
  return {
    ...rule,
    ...(left !== undefined && { times: left }),
    id,
    ...(effect !== 'ok' && { stage: stageOf(effect) }),
    acted,
    ...(rule.type === 'sequence' && { next }),
  };
}
