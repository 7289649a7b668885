import { isDeepStrictEqual } from 'node:util';
import type { Body } from './answer.ts';

/** A report that a target said it stored. */
export interface Stored {
  readonly id: string;
  readonly service: string;
  /** The key of the caller who created it. */
  readonly creator: string;
  readonly sent: unknown;
  readonly createdAt: number;
  /** How it was shown the first time. */
  shown?: Body;
  /** The key of the caller it was shown to then. */
  shownTo?: string;
  /** The callers who have fetched it. */
  readonly readers: Set<string>;
  deletingAt?: number;
  deletedAt?: number;
}

const keyOf = (service: string, id: string): string => `${service} ${id.toLowerCase()}`;

/** A report that a target said it stored, by an id that cannot be named in a deletion. */
export interface Stray {
  readonly service: string;
  readonly id: unknown;
  readonly creator: string;
}

/** Whoever has to know at once what there is to clean up. */
export interface LedgerListener {
  created(stored: Pick<Stored, 'id' | 'service' | 'creator'>): void;
  deleted(stored: Pick<Stored, 'id' | 'service'>): void;
}

/** What the target should hold now, by what it answered. */
export class Ledger {
  readonly strays: Stray[] = [];
  readonly #listener: LedgerListener | undefined;

  constructor(listener?: LedgerListener) {
    this.#listener = listener;
  }

  readonly #reports = new Map<string, Stored>();
  readonly #ids = new Set<string>();
  /** Deletions that were asked for and not refused. */
  readonly #underWay = new WeakMap<Stored, number>();

  stray(stray: Stray): void {
    this.strays.push(stray);
  }

  /** False where the id was given out before, unless the same report is posted again after its deletion. */
  add(stored: Omit<Stored, 'readers'>): boolean {
    const id = stored.id.toLowerCase();
    const before = this.find(stored.service, id);
    const isAgain = before?.deletedAt !== undefined && isDeepStrictEqual(before.sent, stored.sent);
    if (this.#ids.has(id) && !isAgain) return false;
    this.#ids.add(id);
    // Before anything else is done with it: a run may end at any moment.
    this.#listener?.created(stored);
    this.#reports.set(keyOf(stored.service, id), { ...stored, readers: new Set() });
    return true;
  }

  find(service: string, id: string): Stored | undefined {
    return this.#reports.get(keyOf(service, id));
  }

  /** The report that has an id, in whichever feed. */
  withId(id: string): Stored | undefined {
    return this.all().find((stored) => stored.id.toLowerCase() === id.toLowerCase());
  }

  /** Where else a report of this id was stored. */
  elsewhere(service: string, id: string): Stored | undefined {
    return this.all().find(
      (stored) => stored.service !== service && stored.id.toLowerCase() === id.toLowerCase(),
    );
  }

  deleting(service: string, id: string, at: number): void {
    const stored = this.find(service, id);
    if (!stored) return;
    this.#underWay.set(stored, this.#deletionsOf(stored) + 1);
    stored.deletingAt ??= at;
  }

  /** A refused delete changes nothing, so a fetch must find the report again, unless another is under way. */
  deleteRefused(service: string, id: string): void {
    const stored = this.find(service, id);
    if (!stored) return;
    const others = this.#deletionsOf(stored) - 1;
    this.#underWay.set(stored, others);
    if (others <= 0 && stored.deletedAt === undefined) delete stored.deletingAt;
  }

  deleted(service: string, id: string, at: number): void {
    const stored = this.find(service, id);
    if (!stored) return;
    stored.deletedAt ??= at;
    this.#listener?.deleted(stored);
  }

  #deletionsOf(stored: Stored): number {
    return this.#underWay.get(stored) ?? 0;
  }

  all(): Stored[] {
    return [...this.#reports.values()];
  }
}
