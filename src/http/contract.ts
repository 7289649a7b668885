import type { RequestHandler } from 'express';
import { applyDialect } from '../contract/apply-dialect.ts';
import type { Document } from '../contract/document.ts';
import { type Dialect, differencesOf } from '../dialects/dialect.ts';
import { RecentlyUsed } from '../values/recently-used.ts';
import { openApiValidator } from './validator.ts';

/** The contract under a dialect, and the validator that enforces it. */
export interface Contract {
  readonly document: Document;
  /** Compiled on first use. */
  readonly validator: () => readonly RequestHandler[];
}

interface ContractOptions {
  /** False for mutants, which violate the contract on purpose. */
  readonly checkReplies: boolean;
}

/** Validators are costly and stateless: shared by servers, worlds and dialects with the same contract. */
const contracts = new RecentlyUsed<Contract>({ entries: 64 });
const validators = new RecentlyUsed<readonly RequestHandler[]>({ entries: 32 });

export function contractOf(dialect: Dialect, options: ContractOptions): Contract {
  return contracts.getOrMake(JSON.stringify([options, differencesOf(dialect)]), () =>
    contractBy(applyDialect(dialect), options),
  );
}

export function contractBy(document: Document, { checkReplies }: ContractOptions): Contract {
  let handlers: readonly RequestHandler[] | undefined;
  const validator = () => {
    // Asked for by every request: the key is as long as the document.
    handlers ??= validators.getOrMake(
      JSON.stringify([checkReplies, document.paths, document.components]),
      () => openApiValidator(document, checkReplies),
    );
    return handlers;
  };
  return { document, validator };
}
