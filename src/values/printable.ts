/**
 * Characters that a terminal or a browser may interpret, or that nobody sees: control characters with
 * escape sequences, and those that change the direction of text or end a line. What joins letters and
 * emoji is none of them.
 */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** Escaped as in JSON, so that printed JSON stays the same JSON. */
function escaped(character: string): string {
  return character.replace(
    /./gs,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Text from outside as it may be printed: it controls nothing. */
export function printable(text: string): string {
  return text.replace(unsafe, escaped);
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.replace(unsafe, (one) => (one === '\n' || one === '\t' ? one : escaped(one)));
}
