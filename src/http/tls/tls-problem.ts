/** A certificate or key that cannot be used. */
export class TlsProblem extends Error {
  override readonly name = 'TlsProblem';
}
