import fc from 'fast-check';

/** Percent of the draws in which something is as usual. */
export const usually = <T>(percent: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof(
    // What fails is shrunk to what is usual, so that only the oddities it takes are left.
    { withCrossShrink: true },
    { weight: percent, arbitrary: usual },
    { weight: 100 - percent, arbitrary: odd },
  );

/** One of the good ones as a rule: with everything odd at once, nothing would get far. */
export const mostly = <T>(good: readonly T[], odd: readonly T[]): fc.Arbitrary<T> =>
  usually(85, fc.constantFrom(...good), fc.constantFrom(...odd));

/** A place in something whose length is not known yet: from 0 up to, and without, 1. */
export const fraction: fc.Arbitrary<number> = fc.nat(2 ** 20 - 1).map((part) => part / 2 ** 20);
