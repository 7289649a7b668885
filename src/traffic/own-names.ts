import type { Span } from './spans.ts';

/** Words of ours, as whole words. */
export class OwnNames {
  readonly #names: ReadonlySet<string>;
  readonly #longest: number;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
    this.#longest = Math.max(0, ...names.map(({ length }) => length));
  }

  /** Whether a part of a text is a part of such a word. */
  isAround([from, to]: Span, text: string): boolean {
    if (to - from > this.#longest) return false;
    let start = from;
    while (to - start <= this.#longest && /\w/.test(text[start - 1] ?? '')) start -= 1;
    let end = to;
    while (end - start <= this.#longest && /\w/.test(text[end] ?? '')) end += 1;
    return this.#names.has(text.slice(start, end));
  }
}
