/** A recording that cannot be replayed. Apart from what replays, whose types are not public. */
export class ReplayProblem extends Error {
  override readonly name = 'ReplayProblem';
}
