/**
 * An id that differs from another in one digit, neither at its beginning nor at its end: ids may be
 * numbered there, and the neighbour may be a report of somebody.
 */
export const near = (id: string): string =>
  id.replace(/.(?=-[^-]*$)/, (digit) => (digit === '0' ? '1' : '0'));
