/** A part of a text. */
export type Span = readonly [from: number, to: number];

function isLetterOrDigit(one: string | undefined): boolean {
  return one !== undefined && /[\p{L}\p{N}]/u.test(one);
}

/** Whether it is not just a part of a longer word. */
export function standsAlone(text: string, from: number, to: number): boolean {
  return !isLetterOrDigit(text[from - 1]) && !isLetterOrDigit(text[to]);
}

/** Whether it is a word of a sentence, and not of a path, a name or a key. */
export function isInSentence(text: string, from: number, to: number): boolean {
  return !/[\w/.-]/.test(text[from - 1] ?? '') && !/[\w/-]/.test(text[to] ?? '');
}

/** The strings of a JSON text, or of a message that quotes one, that are no keys. */
export function valuesIn(text: string): Span[] {
  const values: Span[] = [];
  for (const { 0: string, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?/gs)) {
    let next = index + string.length;
    while (text[next] === ' ' || text[next] === '\n') next += 1;
    if (text[next] !== ':') values.push([index, index + string.length]);
  }
  return values;
}

/** With a placeholder for each span. */
export function replaceSpans(spans: readonly Span[], text: string): string {
  let result = '';
  let done = 0;
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    if (from >= done) result += `${text.slice(done, from)}$TOKEN`;
    done = Math.max(done, to);
  }
  return spans.length === 0 ? text : result + text.slice(done);
}
