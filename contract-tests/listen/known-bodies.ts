import type { Judgements } from '../model/shapes.ts';
import { jsonIn } from '../talk/answer.ts';
import { Recent } from '../talk/recent.ts';

/** What a body says, and what was found of its shape when it came before. */
export interface KnownBody {
  readonly json?: unknown;
  readonly judgements: Judgements;
}

/** Clients ask for the same again and again: a body that is the same text is read and judged by its shape once. */
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
