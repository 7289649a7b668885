import type { Mutant } from '../mutant.ts';
import { keptValueMutants } from './altered-values.ts';
import { callerMutants } from './callers.ts';
import { cornerMutants } from './corners.ts';
import { countMutants } from './counts.ts';
import { creationMutants } from './creations.ts';
import { deletionMutants } from './deletions.ts';
import { envelopeMutants } from './envelopes.ts';
import { fetchMutants } from './fetches.ts';
import { fieldMutants } from './fields.ts';
import { likenessMutants } from './likeness.ts';
import { lookupMutants } from './lookups.ts';
import { requestMutants } from './requests.ts';
import { somebodyMutants } from './somebody.ts';

/** Every way to lie that the kit must see through. */
export const mutants: readonly Mutant[] = [
  ...fieldMutants,
  ...envelopeMutants,
  ...callerMutants,
  ...creationMutants,
  ...keptValueMutants,
  ...fetchMutants,
  ...deletionMutants,
  ...lookupMutants,
  ...countMutants,
  ...requestMutants,
  ...cornerMutants,
  ...somebodyMutants,
  ...likenessMutants,
];
