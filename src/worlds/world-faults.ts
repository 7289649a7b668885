import type { OperationName } from '../domain/operation.ts';
import { dice } from '../values/dice.ts';
import {
  type Effect,
  type EffectAt,
  endsConnection,
  type FaultRule,
  type FaultStage,
  operationsFor,
  stageOf,
} from './fault-rule.ts';

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
  readonly instead?: EffectAt<'instead'>;
  readonly delivery?: EffectAt<'delivery'>;
  /** Ids of the faults involved. */
  readonly faults: readonly string[];
}

interface Active {
  readonly id: string;
  readonly rule: FaultRule;
  readonly size: number;
  readonly chance: () => number;
  left: number | undefined;
  acted: number;
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
  readonly #first: readonly FaultRule[];
  #bytes = 0;
  #nextId = 1;

  /** Initial faults, which a reset restores, are active from the start. */
  constructor(chance: () => number = Math.random, first: readonly FaultRule[] = []) {
    this.#chance = chance;
    this.#first = first;
    this.#addFirst();
  }

  get count(): number {
    return this.#faults.size;
  }

  /** Their total size, as far as given. */
  get bytes(): number {
    return this.#bytes;
  }

  spare(operation: OperationName): boolean {
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
      left: rule.type === 'sequence' ? (rule.times ?? 1) : rule.times,
      acted: 0,
      next: 0,
    };
    this.#nextId += 1;
    this.#bytes += size;
    this.#faults.set(active.id, active);
    for (const operation of concernedBy(rule)) {
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

  /** Restores the initial faults. */
  reset(): void {
    this.clear();
    this.#nextId = 1;
    this.#addFirst();
  }

  #addFirst(): void {
    for (const rule of this.#first) this.add(rule);
  }

  /**
   * The effect on this request, as described by `stages`. Only faults that act are counted down, and
   * only sequences that act on it, or let it pass, advance.
   */
  activeFor(operation: OperationName, caller: () => string | undefined): ActiveFaults | undefined {
    const concerning = this.#concerning.get(operation);
    if (!concerning || concerning.size === 0) return undefined;
    const id = caller();
    const matching: Match[] = [];
    for (const active of concerning.values()) {
      const { rule, chance } = active;
      if (rule.caller !== undefined && rule.caller !== id) continue;
      if (rule.chance === undefined || chance() < rule.chance)
        matching.push({ active, effect: effectOf(active, operation) });
    }
    const delays = actingAt('delay', matching);
    const [instead] = actingAt('instead', matching);
    const isEnded = instead !== undefined && endsConnection(instead.effect);
    const [delivery] = isEnded ? [] : actingAt('delivery', matching);
    const acting = [...delays, ...(instead ? [instead] : []), ...(delivery ? [delivery] : [])];
    for (const { active, effect } of matching) if (effect === 'ok') this.#goOn(active);
    if (acting.length === 0) return undefined;
    const delay = delays.reduce((sum, { active, effect: { ms, spread = 0 } }) => {
      return sum + ms + (spread && spread * active.chance());
    }, 0);
    for (const { active } of acting) {
      active.acted += 1;
      this.#goOn(active);
    }
    return {
      delay,
      ...(instead && { instead: instead.effect }),
      ...(delivery && { delivery: delivery.effect }),
      faults: acting.map(({ active }) => active.id),
    };
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

function concernedBy({ type, operation }: FaultRule): readonly OperationName[] {
  const fitting = operationsFor(type);
  return operation === undefined ? fitting : fitting.filter((name) => name === operation);
}

function effectOf({ rule, next }: Active, operation?: OperationName): Effect | 'ok' {
  if (rule.type !== 'sequence') return rule;
  const step = rule.steps[next] ?? 'ok';
  if (typeof step === 'number') return { type: 'reply', status: step };
  if (step === 'ok' || operation === undefined) return step;
  return operationsFor(step.type).includes(operation) ? step : 'ok';
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
