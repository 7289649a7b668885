import { cannotBeHeard } from '../../listen/unheard.ts';

/** Mutants that lie only where an ordinary client does not look, though a listener could hear them. */
export const notInOrdinaryTraffic: { readonly [mutant: string]: string } = {
  'strangers-delete-at-the-fifth-try': 'nobody tries to delete the report of another five times',
  'readers-create-at-the-fourth-try': 'a reader does not try to create reports four times',
  'cuts-tags-at-255': 'no tag is that long',
  'ends-tags-at-nul': 'no tag has a NUL in it',
};

/** Why a listener need not hear a mutant; undefined where it must. */
export const whyUnheard = (mutant: string, breaks: string): string | undefined =>
  cannotBeHeard[breaks] ?? notInOrdinaryTraffic[mutant];
