import type { Spoken, World } from '../worlds/world.ts';
import { type Admit, type Answer, admit, answer } from './answer.ts';
import { type Edition, editionOf } from './edition.ts';

/** How a world is served from one choice of a dialect to the next. */
export interface Serving extends Spoken {
  readonly edition: Edition;
  readonly admit: Admit;
  readonly answer: Answer;
}

/** A small difference to how a world is served. */
export type Mutation = (serving: Serving) => Serving;

/** Made when the first request comes: a world that is not called costs next to nothing. */
export function servings(mutant?: Mutation): (world: World) => Serving {
  const made = new WeakMap<Spoken, Serving>();
  return ({ spoken }) => {
    const known = made.get(spoken);
    if (known) return known;
    const edition = editionOf(spoken.dialect, { checkReplies: mutant === undefined });
    const honest: Serving = { ...spoken, edition, admit, answer };
    const serving = mutant ? mutant(honest) : honest;
    made.set(spoken, serving);
    return serving;
  };
}
