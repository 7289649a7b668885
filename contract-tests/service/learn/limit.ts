/** A tried value, and whether it was accepted. */
export type Try = (value: number) => Promise<boolean>;

export type Limit =
  | { readonly kind: 'exact'; readonly value: number }
  /** Everything tried was accepted. */
  | { readonly kind: 'none'; readonly tried: number }
  /** Not found exactly within the allowed steps. */
  | { readonly kind: 'between'; readonly taken: number; readonly refused: number };

/**
 * The last accepted value, starting from one that is known to be accepted. Likely limits are tried with
 * their neighbours, to avoid a bisection; `steps` bounds the attempts after that.
 */
export async function limitFrom(
  known: number,
  candidates: readonly number[],
  take: Try,
  steps: number,
): Promise<Limit> {
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
}
