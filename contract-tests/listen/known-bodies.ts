import type { Judgements } from '../model/shapes.ts';
import { jsonIn } from '../talk/answer.ts';
import { Recent } from '../talk/recent.ts';

/** A parsed body, with earlier findings about its shape. */
export interface KnownBody {
  readonly json?: unknown;
  readonly judgements: Judgements;
}

/** Clients repeat requests: equal bodies are parsed and checked against their schema once. */
export class KnownBodies {
  readonly #bodies = new Recent<KnownBody>({ entries: 1_000, size: 512 * 1024 });

  of(text: string): KnownBody {
    const known = this.#bodies.get(text);
    if (known) return known;
    const body = { ...jsonIn(text), judgements: new Map() };
    this.#bodies.set(text, body, text.length);
    return body;
  }
}
