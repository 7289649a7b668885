import { applyDialect } from '../contract/apply-dialect.ts';
import type { Document } from '../contract/document.ts';
import { type Dialect, differencesOf } from '../dialects/dialect.ts';
import { type Replies, repliesOf } from './reply/replies.ts';
import { type ResponseCheck, responseCheckOf } from './reply/response-check.ts';
import { type PlainlyValid, plainlyValidBy } from './request/plainly-valid.ts';

/** A dialect made ready to be served: its document and everything that follows from it. */
export interface Edition {
  readonly dialect: Dialect;
  readonly document: Document;
  readonly replies: Replies;
  readonly check: ResponseCheck;
  readonly plainlyValid: PlainlyValid;
}

export interface EditionOptions {
  /** False for servers that are to lie: the contract is then not held against their replies. */
  readonly checkReplies?: boolean;
}

/** Compiled validators are costly and hold no state, so servers and worlds share them. */
const made = new Map<string, Edition>();
const most = 64;

export function editionOf(dialect: Dialect, { checkReplies = true }: EditionOptions = {}): Edition {
  const key = JSON.stringify([checkReplies, differencesOf(dialect)]);
  const edition = made.get(key) ?? makeEdition(dialect, checkReplies);
  // Last used, last to go.
  made.delete(key);
  made.set(key, edition);
  const [oldest] = made.keys();
  if (made.size > most && oldest !== undefined) made.delete(oldest);
  return edition;
}

function makeEdition(dialect: Dialect, checkReplies: boolean): Edition {
  const document = applyDialect(dialect);
  return {
    dialect,
    document,
    replies: repliesOf(dialect),
    check: checkReplies ? responseCheckOf(document) : () => undefined,
    plainlyValid: plainlyValidBy(document),
  };
}
