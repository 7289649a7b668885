/** A certificate and a key that cannot be used. The message says why. */
export class TlsProblem extends Error {
  override readonly name = 'TlsProblem';
}
