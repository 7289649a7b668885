import type { Area } from '../../src/spec/clauses.ts';
import type { Source } from '../../src/spec/document.ts';
import type { PointAnswer } from '../../src/spec/open-point.ts';

/** An implementation under test: where it is, who may call it, what it holds. */
export interface Target {
  readonly baseUrl: string;
  readonly analysisUrl?: string;
  /** The path of the certificate of an authority to trust besides those that everybody trusts. */
  readonly ca?: string;
  /** What that file holds, as PEM. */
  readonly authority?: string;
  readonly service: string;
  readonly otherService?: string;
  readonly tokens: Tokens;
  readonly analyses: readonly KnownFile[];
  readonly unknownHash?: string;
  readonly areas: readonly Area[];
  readonly payload: Payload;
  /** What is known of callers beyond the keys of their tokens. */
  readonly callers: Statements;
  readonly waive: readonly Waiver[];
  /** Nothing is asked that could do harm on a faulty server. */
  readonly careful?: boolean;
  /** What fills up the counts of the limited tokens before a run: a command, or a URL to post to. */
  readonly limited?: { readonly refill?: string };
  /** The path of a dialect file whose answers are asserted besides. */
  readonly expect?: string;
  /** What that file holds. */
  readonly expected?: ExpectedAnswers;
  readonly pace: Pace;
  /** Where the addresses come from: a line of the file, an option or a variable. */
  readonly from?: { readonly baseUrl?: string; readonly analysisUrl?: string };
  /** Where a key stands, so that a message can send the reader there. */
  readonly source?: Source;
}

/** The answers to open points that a team wants its server to keep giving. */
export interface ExpectedAnswers {
  readonly file: string;
  readonly answers: { readonly [openPoint: string]: PointAnswer };
}

export interface Tokens {
  readonly researcher?: string;
  readonly otherResearcher?: string;
  readonly service?: string;
  readonly otherServiceOwner?: string;
  readonly reader?: string;
  readonly analyst?: string;
  readonly limited: readonly LimitedToken[];
}

/** The keys of single tokens: one for each part that a caller may play. */
export const roles = [
  'researcher',
  'otherResearcher',
  'service',
  'otherServiceOwner',
  'reader',
  'analyst',
] as const;

export type Role = (typeof roles)[number];

/** What a caller is and is not; what is left out stays unknown. */
export interface Statement {
  readonly researcher?: boolean;
  /** The feeds this caller owns: one, several, or `none`. */
  readonly owns?: string | readonly string[];
}

export type Statements = { readonly [role in Role]?: Statement };

export interface LimitedToken {
  readonly token: string;
  readonly remaining: number;
}

export interface KnownFile {
  readonly sha256?: string;
  readonly sha512?: string;
  readonly blake3?: string;
}

export interface Payload {
  readonly confidenceScore: number;
  readonly tags: readonly string[];
  /** Each `{n}` stands for a number from 1 to 254 of its own, so that it fits an IP address too. */
  readonly c2Address: string;
  /** `{hash}` stands for the hash of the report. */
  readonly referenceLink: string;
}

export interface Waiver {
  readonly clause: string;
  readonly reason: string;
}

export interface Pace {
  readonly requestsPerSecond?: number;
  /** For an answer to begin, and for each pause in it; all of it may take twice as long. */
  readonly timeoutMs: number;
  /** For a whole run. */
  readonly patienceMinutes?: number;
}

/** A target that cannot be used. The message says all that is wrong with it. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

export const defaultPayload: Payload = {
  confidenceScore: 1,
  tags: ['abuse-feed-kit', 'rat'],
  c2Address: 'c2-{n}-{n}-{n}-{n}-{n}.abuse-feed-kit.example:4444',
  referenceLink: 'https://results.example/{hash}',
};
