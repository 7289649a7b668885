import { inWords, type Mistake } from '../../document/document.ts';
import { described } from '../../values/described.ts';

/** Why the control plane refused something. Over HTTP it is problem+json (RFC 9457). */
export class ControlProblem extends Error {
  override readonly name = 'ControlProblem';
  readonly kind: ProblemKind;
  readonly status: number;

  constructor(kind: ProblemKind, detail: string) {
    super(detail);
    this.kind = kind;
    this.status = kinds[kind].status;
  }
}

const kinds = {
  'invalid-request': { status: 400, title: 'The request is not valid.' },
  'no-admin-token': { status: 401, title: 'The admin token is missing or wrong.' },
  'not-allowed-here': { status: 403, title: 'The control plane does not accept this request.' },
  'not-found': { status: 404, title: 'There is no such thing.' },
  'switched-off': { status: 404, title: 'The control plane is switched off.' },
  'method-not-allowed': { status: 405, title: 'There is no such method here.' },
  taken: { status: 409, title: 'There is one already.' },
  unexpected: { status: 409, title: 'The requests seen are not as expected.' },
  'too-many': { status: 409, title: 'The limit is reached.' },
  'too-large': { status: 413, title: 'The body is too large.' },
  'not-json': { status: 415, title: 'The body is not JSON.' },
  'not-stored': { status: 503, title: 'The change could not be stored.' },
  unhealthy: { status: 503, title: 'The server cannot store anything at present.' },
  'timed-out': { status: 504, title: 'It did not happen in time.' },
  bug: { status: 500, title: 'The server failed.' },
} as const;

/** The kind of problem, e.g. `not-found`. */
export type ProblemKind = keyof typeof kinds;

interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
}

export function problemBody({ kind, message }: ControlProblem): ProblemBody {
  return {
    type: `urn:abuse-feed:problem:${kind}`,
    ...kinds[kind],
    detail: message,
  };
}

/** What is named does not exist: a caller, a snapshot, a fault, a world. */
export function unknownNamed(what: string, name: string, advice: string): ControlProblem {
  return new ControlProblem(
    'not-found',
    `There is no ${what} ${described(name)}. ${advice}`.trim(),
  );
}

export function invalid(detail: string): ControlProblem {
  return new ControlProblem('invalid-request', detail);
}

/** Throws what is wrong, if anything is. */
export function refuse(mistakes: readonly Mistake[], what: string): void {
  if (mistakes.length > 0) throw invalid(inWords(mistakes, what));
}

/** Thrown when a bound of `limits.ts` is reached; the message contains it. */
export function tooMany(bound: string, advice: string): ControlProblem {
  return new ControlProblem('too-many', `There can be at most ${bound}. ${advice}`);
}
