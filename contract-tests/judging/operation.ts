import type { JsonBody } from './talk/body.ts';

/** The parsed body and status of a response. */
export interface ReadBody {
  /** Undefined if it is not JSON. */
  readonly json: unknown;
  /** The body if it is an object; otherwise empty. */
  readonly body: JsonBody;
  readonly status: number;
}

/**
 * What the kit knows about an operation beyond the contract, which has its path, method, schemas, and
 * whether it needs a token.
 */
export interface KitOperation {
  /** Whether a response is a success: by its body, since no status is specified (4, 7). */
  readonly succeeded: (answer: ReadBody) => boolean;
  /** What a success does. */
  readonly effect: 'nothing' | 'creates' | 'changes' | 'deletes' | 'counts';
  readonly words: {
    /** Several calls. */
    readonly calls: string;
    /** What a response contains. */
    readonly answer: readonly [one: string, many: string];
    /** A refusal that should have been a success. */
    readonly refused: string;
  };
}

/** The flag that indicates success (4.1, 4.2, 7), or else the status. */
const flagSaysSo = ({ body, status }: ReadBody): boolean =>
  typeof body.successful === 'boolean' ? body.successful : status < 400;

/** Something that only a success has, unless there is an error. */
export const succeededBy =
  (hasProof: (body: JsonBody) => boolean) =>
  (answer: ReadBody): boolean =>
    'error' in answer.body
      ? hasProof(answer.body) && flagSaysSo(answer)
      : hasProof(answer.body) || flagSaysSo(answer);
