import type { Source } from '../../src/document/document.ts';

/** How fast a server is asked. */
export interface Pace {
  readonly requestsPerSecond?: number;
  /** For the start of a response, and for each pause in it; the whole may take twice as long. */
  readonly timeoutMs: number;
  /** For a whole run. */
  readonly patienceMinutes?: number;
}

/** A clause whose verdict does not count. */
export interface Waiver {
  readonly clause: string;
  readonly reason: string;
}

/** A server under test, as far as that does not depend on its service. */
export interface JudgedTarget {
  /** The parts of the service that are judged. */
  readonly areas: readonly string[];
  readonly pace: Pace;
  readonly waive: readonly Waiver[];
  /** An additional certificate authority to trust, as PEM. */
  readonly authority?: string;
  /** Sent with every request, and in no report: what a firewall in front asks for. */
  readonly headers?: { readonly [name: string]: string };
  /** The file that describes it, for the lines of its keys. */
  readonly source?: Source;
}
