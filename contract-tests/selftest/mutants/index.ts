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

/** Ways to lie, by what they are about: one family for each file beside this one. */
export const mutantFamilies = {
  fields: fieldMutants,
  envelopes: envelopeMutants,
  callers: callerMutants,
  creations: creationMutants,
  'altered values': keptValueMutants,
  fetches: fetchMutants,
  deletions: deletionMutants,
  lookups: lookupMutants,
  counts: countMutants,
  requests: requestMutants,
  corners: cornerMutants,
  somebody: somebodyMutants,
  likeness: likenessMutants,
};

/** Every way to lie that the kit must see through. */
export const mutants: readonly Mutant[] = Object.values(mutantFamilies).flat();
