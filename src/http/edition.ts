import type { RequestHandler } from 'express';
import { applyDialect } from '../contract/apply-dialect.ts';
import type { Document } from '../contract/document.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { rulesOf } from '../dialects/rules.ts';
import type { Rules } from '../domain/rules.ts';
import { type Replies, repliesOf } from './reply.ts';
import { requestValidatorOf } from './request-validator.ts';
import { type ResponseCheck, responseCheckOf } from './response-check.ts';

/** A dialect made ready to be served: its document and everything that follows from it. */
export interface Edition {
  readonly dialect: Dialect;
  readonly document: Document;
  readonly rules: Rules;
  readonly replies: Replies;
  readonly validator: readonly RequestHandler[];
  readonly check: ResponseCheck;
}

export interface EditionOptions {
  /** False for servers that are to lie: the contract is then not held against their replies. */
  readonly checkReplies?: boolean;
}

export function editionOf(dialect: Dialect, { checkReplies = true }: EditionOptions = {}): Edition {
  const document = applyDialect(dialect);
  return {
    dialect,
    document,
    rules: rulesOf(dialect),
    replies: repliesOf(dialect),
    validator: requestValidatorOf(document, checkReplies),
    check: checkReplies ? responseCheckOf(document) : () => undefined,
  };
}
