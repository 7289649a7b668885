import type { CalledService } from '../called-service.ts';
import type { Ask } from './ask.ts';
import type { Exchange } from './exchange.ts';
import { NotTestable } from './not-testable.ts';

/** What a run may send at most. */
export interface Limits {
  /** Requests of any kind: repeated ones, those that reproduce causes and those that clean up included. */
  readonly requests?: number | undefined;
  /** Requests that are counted, by callers of whom the target file does not say how many are left. */
  readonly counted?: number | undefined;
}

/**
 * Counts the requests of all clients of a run when they are sent, and refuses what exceeds the limits. For
 * everything that was created, one request is kept to delete it.
 */
export class Allowance {
  readonly #service: CalledService;
  readonly #limits: Limits;
  #sent = 0;
  #counted = 0;
  /** What was created, or may have been, and is not deleted yet. */
  #kept = 0;
  #isSpent = false;

  constructor(service: CalledService, limits: Limits = {}) {
    this.#service = service;
    this.#limits = limits;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Requests that are left, but for those that are kept. */
  get left(): number {
    const { requests = Number.POSITIVE_INFINITY } = this.#limits;
    return requests - this.#sent - this.#kept;
  }

  /** Whether a request was not sent because no more were left. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Called before every request that is sent; throws where it exceeds a limit. */
  take(ask: Ask): void {
    const { effect } = this.#service.operations.of(ask.operation);
    const { requests, counted } = this.#limits;
    // What is created needs one more request to be deleted.
    const needed = effect === 'creates' ? 2 : 1;
    const left = effect === 'deletes' ? this.left + this.#kept : this.left;
    if (left < needed) {
      this.#isSpent = true;
      throw new NotTestable(spentSentence(requests));
    }
    if (this.#isCounted(ask)) {
      if (counted !== undefined && this.#counted >= counted)
        throw new NotTestable(
          `the ${counted} counted requests that --dry-run tells of were made before`,
        );
      this.#counted += 1;
    }
    this.#sent += 1;
    if (effect === 'creates') this.#kept += 1;
  }

  /** Called for every response. */
  noteAnswer(ask: Ask, { outcome, throttled }: Pick<Exchange, 'outcome' | 'throttled'>): void {
    const { effect } = this.#service.operations.of(ask.operation);
    const isUnmade = effect === 'creates' && outcome === 'refusal';
    const isGone = effect === 'deletes' && outcome === 'success';
    if (isUnmade || isGone) this.#kept = Math.max(0, this.#kept - 1);
    // What a rate limit turned away was not served, and not counted.
    if (throttled && this.#isCounted(ask)) this.#counted -= 1;
  }

  #isCounted({ operation, caller }: Ask): boolean {
    const { operations, callers } = this.#service;
    const isHeld = callers.held.some(({ who }) => who.key === caller.key);
    return operations.of(operation).effect === 'counts' && isHeld && !callers.isCounted(caller.key);
  }
}

export function spentSentence(requests: number | undefined): string {
  return `the budget of ${requests} requests was spent before`;
}
