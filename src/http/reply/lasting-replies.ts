import type { Reply } from './reply.ts';

interface Entry {
  /** Who made it: another dialect says the same thing in another way. */
  readonly maker: object;
  readonly reply: Reply;
}

/**
 * Replies about things that never change, by the thing. They are kept in two halves, of which the
 * older is dropped when the newer has grown to its share of the bytes, so that using one costs no
 * bookkeeping.
 */
export class LastingReplies {
  readonly #half: number;
  #recent = new Map<object, Entry>();
  #older = new Map<object, Entry>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#half = mostBytes / 2;
  }

  /** The reply made before, or the one that is made now. */
  about<Thing extends object>(thing: Thing, maker: object, make: (thing: Thing) => Reply): Reply {
    const found = this.#recent.get(thing);
    if (found?.maker === maker) return found.reply;
    const old = this.#older.get(thing);
    const entry = old?.maker === maker ? old : { maker, reply: make(thing) };
    this.#keep(thing, entry);
    return entry.reply;
  }

  #keep(thing: object, entry: Entry): void {
    const { body } = entry.reply;
    const size = body.type === 'json' ? JSON.stringify(body.value).length : 0;
    // One that fills its half would drive out all others, and is dropped by the next.
    if (size > this.#half) return;
    if (this.#bytes + size > this.#half) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#bytes = 0;
    }
    this.#recent.set(thing, entry);
    this.#bytes += size;
  }
}

/** Shared by all worlds and servers of a process, so that their number does not matter. */
export const lastingReplies = new LastingReplies(16 * 1024 * 1024);
