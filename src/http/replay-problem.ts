/** A recording that cannot be replayed. Apart from what replays, whose types are not public. */
export class ReplayProblem extends Error {
  override readonly name = 'ReplayProblem';
}

/** What becomes of a request that is not in the recording: it is refused, or served as usual. */
export type ReplayElse = 'refuse' | 'serve';
