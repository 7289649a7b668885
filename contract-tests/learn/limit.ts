/** What was tried, and whether it was taken. */
export type Try = (value: number) => Promise<boolean>;

export type Limit =
  | { readonly kind: 'exact'; readonly value: number }
  /** Everything tried was taken. */
  | { readonly kind: 'none'; readonly tried: number }
  /** Found no more exactly in the steps allowed. */
  | { readonly kind: 'between'; readonly taken: number; readonly refused: number };

/**
 * The last value that is taken, going away from one that is known to be. Likely limits are tried with
 * their neighbours, so that they need no bisection; `steps` bounds the tries after that.
 */
export const limitFrom = async (
  known: number,
  candidates: readonly number[],
  take: Try,
  steps: number,
): Promise<Limit> => {
  let taken = known;
  let refused: number | undefined;
  for (const value of candidates) {
    if (await take(value)) taken = value;
    else {
      refused = value;
      break;
    }
  }
  if (refused === undefined) return { kind: 'none', tried: taken };
  for (let step = 0; step < steps && Math.abs(refused - taken) > 1; step += 1) {
    const middle = Math.trunc((taken + refused) / 2);
    if (await take(middle)) taken = middle;
    else refused = middle;
  }
  return Math.abs(refused - taken) === 1
    ? { kind: 'exact', value: taken }
    : { kind: 'between', taken, refused };
};
