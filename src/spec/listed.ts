/** More would push the first ones off the screen, and anybody can make a million mistakes at once. */
const mostListed = 10;

/** The first of them in words, and how many there are besides. */
export function listed<T>(all: readonly T[], inWords: (one: T) => string): string[] {
  const more = all.length - mostListed;
  const first = all.slice(0, mostListed).map(inWords);
  return more > 0 ? [...first, `and ${more} more`] : first;
}

/** A name that somebody else chose, as long as a name should be. */
export const shortened = (name: string, most = 80): string =>
  name.length > most ? `${name.slice(0, most - 1)}…` : name;
