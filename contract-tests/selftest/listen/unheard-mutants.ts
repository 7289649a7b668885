import { cannotBeHeard } from '../../listen/unheard.ts';

/** Mutants that lie only where an ordinary client does not look, though a listener could hear them. */
export const notInOrdinaryTraffic: { readonly [mutant: string]: string } = {};

/** Why a listener need not hear a mutant; undefined where it must. */
export const whyUnheard = (mutant: string, breaks: string): string | undefined =>
  cannotBeHeard[breaks] ?? notInOrdinaryTraffic[mutant];
