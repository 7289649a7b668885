/** Bounded: more would push the first ones off the screen, and input may have any number of mistakes. */
const mostListed = 10;

/** Lists the first ones, and the number of the rest. */
export function listed<T>(
  all: readonly T[],
  inWords: (one: T) => string,
  most = mostListed,
): string[] {
  const more = all.length - most;
  const first = all.slice(0, most).map(inWords);
  return more > 0 ? [...first, `and ${more} more`] : first;
}

/** The same, as the beginning of a sentence. */
export function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** `1 call`, `2 calls`. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** A user-chosen name, truncated. */
export function shortened(name: string, most = 80): string {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** `a, b and c`. `Intl.ListFormat` says the same, but loads for 20 ms. */
export function inARow(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
