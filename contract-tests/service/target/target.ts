import type { Area } from '../../../src/spec/clauses/clauses.ts';
import { type HashKind, hashKinds } from '../../../src/spec/file-hashes.ts';
import type { PointAnswer } from '../../../src/spec/open-point.ts';
import type { Role } from '../../../src/spec/target-callers.ts';
import type { CallerRole } from '../../../src/spec/who-may.ts';
import type { JudgedTarget } from '../../judging/target.ts';

export { type Role, roles } from '../../../src/spec/target-callers.ts';

/** An implementation under test: its URLs, its callers, its contents. */
export interface Target extends JudgedTarget {
  readonly baseUrl: string;
  readonly analysisUrl?: string;
  /** The path of an additional certificate authority to trust. */
  readonly ca?: string;
  readonly service: string;
  readonly otherService?: string;
  readonly tokens: Tokens;
  readonly analyses: readonly KnownFile[];
  readonly unknownHash?: string;
  readonly areas: readonly Area[];
  readonly payload: Payload;
  /** What is known about callers beyond the keys of their tokens. */
  readonly callers: Statements;
  /** Sends nothing that could do harm on a faulty server. */
  readonly careful?: boolean;
  /** The path of a dialect file with answers to assert. */
  readonly expect?: string;
  /** Its content. */
  readonly expected?: ExpectedAnswers;
  /** The origin of plain keys that are not from the file: an option or a variable. */
  readonly from?: { readonly [key: string]: string };
}

/** Answers to open points that a team wants its server to keep. */
export interface ExpectedAnswers {
  readonly file: string;
  readonly answers: { readonly [openPoint: string]: PointAnswer };
}

export type Tokens = { readonly [role in Role]?: string } & {
  readonly limited: readonly LimitedToken[];
};

type StatedRoles = { readonly [role in CallerRole]?: boolean };

/** The properties of a caller; omitted ones are unknown. */
export interface Statement extends StatedRoles {
  /** The feeds this caller owns: one, several, or `none`. */
  readonly owns?: string | readonly string[];
}

export type Statements = { readonly [role in Role]?: Statement };

export interface LimitedToken {
  readonly token: string;
  readonly remaining: number;
}

export type KnownFile = { readonly [kind in HashKind]?: string };

/** The first hash that is given of a file. */
export function firstHash(file: KnownFile | undefined): string | undefined {
  return hashKinds.map((kind) => file?.[kind]).find((hash) => hash !== undefined);
}

export interface Payload {
  readonly confidenceScore: number;
  readonly tags: readonly string[];
  /** Each `{n}` stands for a different number from 1 to 254, so that it fits an IP address. */
  readonly c2Address: string;
  /** `{hash}` stands for the hash of the report. */
  readonly referenceLink: string;
}

/** A target that cannot be used. The message lists all mistakes. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

export const defaultPayload: Payload = {
  confidenceScore: 1,
  tags: ['abuse-feed-kit', 'rat'],
  c2Address: 'c2-{n}-{n}-{n}-{n}-{n}.abuse-feed-kit.example:4444',
  referenceLink: 'https://results.example/{hash}',
};
