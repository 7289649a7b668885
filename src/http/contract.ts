import type { RequestHandler } from 'express';
import { applyDialect } from '../contract/apply-dialect.ts';
import type { Document } from '../contract/document.ts';
import { type Dialect, differencesOf } from '../dialects/dialect.ts';
import { RecentlyUsed } from '../spec/recently-used.ts';
import { openApiValidator } from './validator.ts';

/** What a dialect promises, and what holds requests and replies to it. */
export interface Contract {
  readonly document: Document;
  /** Made when the first request needs it. */
  readonly validator: () => readonly RequestHandler[];
}

export interface ContractOptions {
  /** False for servers that are to lie. */
  readonly checkReplies: boolean;
}

/** They are costly and hold no state, so servers and worlds share them; and dialects that promise the same. */
const contracts = new RecentlyUsed<Contract>(64);
const validators = new RecentlyUsed<readonly RequestHandler[]>(32);

export const contractOf = (dialect: Dialect, options: ContractOptions): Contract =>
  contracts.get(JSON.stringify([options, differencesOf(dialect)]), () =>
    contractBy(applyDialect(dialect), options),
  );

export const contractBy = (document: Document, { checkReplies }: ContractOptions): Contract => ({
  document,
  validator: () =>
    validators.get(JSON.stringify([checkReplies, document.paths, document.components]), () =>
      openApiValidator(document, checkReplies),
    ),
});
