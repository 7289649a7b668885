import type { Body } from '../../dialects/lookup-error.ts';

/** An answer, ready to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Body;
  /** What stands behind it: the outcome's name in openapi.yaml, and a sentence for people. */
  readonly outcome: string;
  readonly why?: string;
  /** Whether the very same reply is given again, as long as what it tells does not change. */
  readonly lasting?: true;
}
