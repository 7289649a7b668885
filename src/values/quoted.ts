/** Around what a message quotes, with its length: they are of no script, and mean nothing in any text. */
const opening = '\u{10fffb}';
const middle = '\u{10fffc}';
const closing = '\u{10fffd}';

const usual = 200;

/**
 * Text of a server or a client within a message, whole: `abridged` cuts it, after secrets were hidden. Of a
 * secret over a cut, a part would be left.
 */
export function quoted(text: string, most = usual): string {
  return opening + most + middle + withoutMarks(text) + closing;
}

/** A message in which secrets are hidden, with its quotes abridged. */
export function abridged(message: string): string {
  const [first = '', ...others] = message.split(opening);
  return withoutMarks(first) + others.map(quoteAndRest).join('');
}

function quoteAndRest(part: string): string {
  const from = part.indexOf(middle);
  const end = part.indexOf(closing);
  const most = Number(part.slice(0, from));
  // A secret that was hidden may have covered a mark.
  const isWhole = from >= 0 && end > from && Number.isInteger(most);
  if (!isWhole) return beginning(withoutMarks(part), usual);
  const quote = part.slice(from + middle.length, end);
  return beginning(quote, most) + withoutMarks(part.slice(end));
}

/** Marked where it is cut: what hides secrets recognises the beginning of one there. */
export function beginning(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function withoutMarks(text: string): string {
  return text.replaceAll(opening, '').replaceAll(middle, '').replaceAll(closing, '');
}
