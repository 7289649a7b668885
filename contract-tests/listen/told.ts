import type { ReadAnswer } from '../judge/apply-shape.ts';
import type { Who } from './who.ts';

/** An exchange of this API, read: what the listener's judges go by. */
export interface Told {
  readonly answer: ReadAnswer;
  readonly who: Who;
  /**
   * Whether the request is as the contract has it apart from its values: no parameter is unknown, given
   * twice or unreadable, and no condition or range is asked for. What follows from an id or a hash is
   * concluded from such requests only.
   */
  readonly isPlain: boolean;
  /** The answer asks to come back later or tells of a failure: it says nothing of what was asked for. */
  readonly isSetback: boolean;
}
