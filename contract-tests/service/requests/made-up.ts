import { randomBytes, randomUUID } from 'node:crypto';

/** The hash of an unknown file: of so many digits, as a SHA-256 where nothing is said. */
export function madeUpHash(digits = 64): string {
  return randomBytes(digits / 2).toString('hex');
}

/** The name of an unknown feed; whether it exists all the same is open (2.1). */
export function madeUpFeed(): string {
  return `abuse-feed-kit-${randomUUID().slice(0, 8)}`;
}

/** An id with needless percent-encoding. */
export function encodedId(id: string): string {
  return id.replaceAll('-', '%2D');
}

/** With another digit before the last hyphen. */
function withInnerDigit(id: string, digit: (before: string) => string): string {
  const at = id.lastIndexOf('-') - 1;
  return id.slice(0, at) + digit(id.charAt(at)) + id.slice(at + 1);
}

/**
 * An id that differs from another in one digit, neither the first nor the last: ids may be sequential
 * there, and the neighbour may be a real report.
 */
export function nearId(id: string): string {
  return withInnerDigit(id, (digit) => (digit === '0' ? '1' : '0'));
}

/** An id that differs in its last digit only. Ids may be sequential: it may be a real one. */
export function neighbourOf(id: string): string {
  return id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) ^ 8).toString(16);
}

/** What is made of the id of a report, and how a reader is told of it. Some is the id of no report. */
export const idForms = {
  near: { of: nearId, says: 'with another digit' },
  neighbour: { of: neighbourOf, says: 'with another last digit' },
  encoded: { of: encodedId, says: 'with %2D for each -', isSame: true },
  upper: { of: (id: string) => id.toUpperCase(), says: 'in upper case', isSame: true },
  short: { of: (id: string) => id.slice(0, 8), says: 'cut after eight characters', isShort: true },
  alike: {
    of: (id: string) => `${id.slice(0, 8)}-1111-4111-8111-111111111111`,
    says: 'with other digits after the first eight',
  },
  /** Parsers of hexadecimal digits may stop there. */
  cut: { of: (id: string) => `${id.slice(0, -2)}zz`, says: 'with zz for its last two digits' },
  pattern: {
    of: (id: string) => withInnerDigit(id, () => '_'),
    says: 'with _ for a digit, as in SQL',
  },
} as const;

/** Whether an id may follow another, if ids are sequential. */
export function areNeighbours(one: string, other: string): boolean {
  return one.slice(0, -2).toLowerCase() === other.slice(0, -2).toLowerCase();
}
