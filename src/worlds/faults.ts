import { type OperationName, operationNames } from '../domain/operation.ts';

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
  /** The oldest first, so that an operation is not slowed down by the faults of others. */
  readonly #concerning = new Map<OperationName, Map<string, Fault>>();
  readonly #sizes = new Map<string, number>();
  readonly #chance: () => number;
  #bytes = 0;
  #nextId = 1;

  constructor(chance: () => number = Math.random) {
    this.#chance = chance;
  }

  get count(): number {
    return this.#faults.size;
  }

  /** What they take together, as far as it was told. */
  get bytes(): number {
    return this.#bytes;
  }

  spare(operation: OperationName): boolean {
    return (this.#concerning.get(operation)?.size ?? 0) === 0;
  }

  list(): Fault[] {
    return [...this.#faults.values()];
  }

  add(rule: FaultRule, size = 0): Fault {
    const fault = { ...rule, id: `fault-${this.#nextId}` };
    this.#nextId += 1;
    this.#put(fault);
    this.#sizes.set(fault.id, size);
    this.#bytes += size;
    return fault;
  }

  remove(id: string): boolean {
    for (const faults of this.#concerning.values()) faults.delete(id);
    this.#bytes -= this.#sizes.get(id) ?? 0;
    this.#sizes.delete(id);
    return this.#faults.delete(id);
  }

  clear(): void {
    for (const id of this.#faults.keys()) this.remove(id);
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
    const concerning = this.#concerning.get(operation);
    if (!concerning || concerning.size === 0) return undefined;
    const id = caller();
    const matching = [...concerning.values()].filter(
      (fault) => fault.caller === undefined || fault.caller === id,
    );
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
      faults: acting.map((fault) => fault.id),
    };
  }

  #put(fault: Fault): void {
    this.#faults.set(fault.id, fault);
    for (const operation of concernedBy(fault)) {
      const faults = this.#concerning.get(operation) ?? new Map<string, Fault>();
      this.#concerning.set(operation, faults.set(fault.id, fault));
    }
  }

  #countDown(fault: Fault): void {
    if (fault.times === undefined) return;
    if (fault.times <= 1) this.remove(fault.id);
    else this.#put({ ...fault, times: fault.times - 1 });
  }
}

/** Only lookups are counted, so only they can run out. */
function concernedBy({ type, operation }: Fault): readonly OperationName[] {
  const named = operation === undefined ? operationNames : [operation];
  return type === 'exhausted' ? named.filter((name) => name === 'lookup') : named;
}

type Instead = Fault & { readonly type: 'drop' | 'reply' | 'exhausted' };
type Delivery = Fault & { readonly type: 'half' | 'slow' };
const isInstead = (fault: Fault): fault is Instead =>
  fault.type === 'drop' || fault.type === 'reply' || fault.type === 'exhausted';
const isDelivery = (fault: Fault): fault is Delivery =>
  fault.type === 'half' || fault.type === 'slow';
