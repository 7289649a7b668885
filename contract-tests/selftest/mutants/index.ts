import type { Mutant } from '../mutant.ts';
import { keptValueMutants } from './altered-values.ts';
import { callerMutants } from './callers.ts';
import { countMutants } from './counts.ts';
import { creationMutants } from './creations.ts';
import { deletionMutants } from './deletions.ts';
import { envelopeMutants } from './envelopes.ts';
import { fetchMutants } from './fetches.ts';
import { fieldMutants } from './fields.ts';
import { lookupMutants } from './lookups.ts';
import { requestMutants } from './requests.ts';
import { whoMayMutants } from './who-may.ts';

/** Mutants by family: one for each file in this folder. */
const mutantFamilies = {
  fields: fieldMutants,
  envelopes: envelopeMutants,
  callers: callerMutants,
  'who may': whoMayMutants,
  creations: creationMutants,
  'altered values': keptValueMutants,
  fetches: fetchMutants,
  deletions: deletionMutants,
  lookups: lookupMutants,
  counts: countMutants,
  requests: requestMutants,
};

/** All mutants that the kit must detect. */
export const mutants: readonly Mutant[] = Object.values(mutantFamilies).flat();

export function mutantNamed(wanted: string): Mutant {
  const mutant = mutants.find(({ name }) => name === wanted);
  if (!mutant) throw new Error(`there is no mutant ${wanted}`);
  return mutant;
}
