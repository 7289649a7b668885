import type { Mutant } from '../mutant.ts';
import { callerMutants } from './callers.ts';
import { deletionMutants } from './deletions.ts';
import { envelopeMutants } from './envelopes.ts';
import { feedMutants } from './feed.ts';
import { fieldMutants } from './fields.ts';
import { lookupMutants } from './lookups.ts';
import { requestMutants } from './requests.ts';

/** Every way to lie that the kit must see through. */
export const mutants: readonly Mutant[] = [
  ...fieldMutants,
  ...envelopeMutants,
  ...callerMutants,
  ...feedMutants,
  ...deletionMutants,
  ...lookupMutants,
  ...requestMutants,
];
