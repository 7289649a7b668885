import type { OperationName } from '../domain/operation.ts';

/** What goes wrong on purpose. */
export type Effect =
  | { readonly type: 'delay'; readonly ms: number; readonly spread?: number }
  | {
      readonly type: 'reply';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: { readonly [name: string]: string };
    }
  | { readonly type: 'drop' }
  | { readonly type: 'half' }
  | { readonly type: 'slow'; readonly ms: number }
  | { readonly type: 'exhausted' };

/** Whom it meets: an operation, a caller, or everybody; so many times, or until it is removed. */
export type FaultRule = Effect & {
  readonly operation?: OperationName;
  /** The id of a caller. */
  readonly caller?: string;
  readonly times?: number;
};

export type Fault = FaultRule & { readonly id: string };

/** What the faults do to one request. */
export interface Interference {
  /** Milliseconds before anything else happens. */
  readonly delay: number;
  readonly instead?: Extract<Effect, { type: 'drop' | 'reply' | 'exhausted' }>;
  readonly delivery?: Extract<Effect, { type: 'half' | 'slow' }>;
  /** The faults that took part, by id. */
  readonly faults: readonly string[];
}

/** The faults of one world. */
export class Faults {
  readonly #faults = new Map<string, Fault>();
  readonly #chance: () => number;
  #nextId = 1;

  constructor(chance: () => number = Math.random) {
    this.#chance = chance;
  }

  get none(): boolean {
    return this.#faults.size === 0;
  }

  list(): Fault[] {
    return [...this.#faults.values()];
  }

  add(rule: FaultRule): Fault {
    const fault = { ...rule, id: `fault-${this.#nextId}` };
    this.#nextId += 1;
    this.#faults.set(fault.id, fault);
    return fault;
  }

  remove(id: string): boolean {
    return this.#faults.delete(id);
  }

  clear(): void {
    this.#faults.clear();
  }

  reset(): void {
    this.clear();
    this.#nextId = 1;
  }

  /**
   * What happens to this request. Delays add up; of all that replace the answer, and of all that
   * spoil its delivery, the oldest acts. Only faults that act are counted down.
   */
  meet(operation: OperationName, caller: () => string | undefined): Interference | undefined {
    if (this.#faults.size === 0) return undefined;
    const matching = this.list().filter((fault) => concerns(fault, operation, caller));
    const instead = matching.find(isInstead);
    const delivery = instead?.type === 'drop' ? undefined : matching.find(isDelivery);
    const delays = matching.filter((fault) => fault.type === 'delay');
    const acting: Fault[] = [...delays];
    if (instead) acting.push(instead);
    if (delivery) acting.push(delivery);
    if (acting.length === 0) return undefined;
    for (const fault of acting) this.#countDown(fault);
    return {
      delay: delays.reduce((sum, { ms, spread = 0 }) => sum + ms + spread * this.#chance(), 0),
      ...(instead && { instead }),
      ...(delivery && { delivery }),
      faults: acting.map(({ id }) => id),
    };
  }

  #countDown(fault: Fault): void {
    if (fault.times === undefined) return;
    if (fault.times <= 1) this.#faults.delete(fault.id);
    else this.#faults.set(fault.id, { ...fault, times: fault.times - 1 });
  }
}

function concerns(
  fault: Fault,
  operation: OperationName,
  caller: () => string | undefined,
): boolean {
  if (fault.operation !== undefined && fault.operation !== operation) return false;
  // Only lookups are counted, so only they can run out.
  if (fault.type === 'exhausted' && operation !== 'lookup') return false;
  return fault.caller === undefined || fault.caller === caller();
}

type Instead = Fault & { readonly type: 'drop' | 'reply' | 'exhausted' };
type Delivery = Fault & { readonly type: 'half' | 'slow' };
const isInstead = (fault: Fault): fault is Instead =>
  fault.type === 'drop' || fault.type === 'reply' || fault.type === 'exhausted';
const isDelivery = (fault: Fault): fault is Delivery =>
  fault.type === 'half' || fault.type === 'slow';
