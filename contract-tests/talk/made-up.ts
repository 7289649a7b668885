import { createHash, randomUUID } from 'node:crypto';

/** The hash of a file nobody has. */
export const madeUpHash = (algorithm: 'sha256' | 'sha512' = 'sha256'): string =>
  createHash(algorithm).update(randomUUID()).digest('hex');

/** A feed nobody has heard of; whether it exists all the same is open (2.1). */
export const madeUpFeed = (): string => `abuse-feed-kit-${randomUUID().slice(0, 8)}`;

/** An id as somebody writes it in a URL who escapes more than is needed. */
export const encodedId = (id: string): string => id.replaceAll('-', '%2D');

/**
 * An id that differs from another in one digit, neither at its beginning nor at its end: ids may be
 * numbered there, and the neighbour may be a report of somebody.
 */
export const nearId = (id: string): string =>
  id.replace(/.(?=-[^-]*$)/, (digit) => (digit === '0' ? '1' : '0'));

/** An id that differs from another in its last digit alone. Ids may be numbered there: it may be somebody's. */
export const neighbourOf = (id: string): string =>
  id.slice(0, -1) + (Number.parseInt(id.slice(-1), 16) ^ 8).toString(16);

/** Whether an id may be the next of another, where ids are numbered. */
export const areNeighbours = (one: string, other: string): boolean =>
  one.slice(0, -2).toLowerCase() === other.slice(0, -2).toLowerCase();
