import { dice } from '../../../src/spec/dice.ts';
import type { Mutant } from '../mutant.ts';
import { mutants } from '../mutants/index.ts';
import { conditions } from './conditions.ts';
import { canStrike, conditional, faultFamilies } from './fault-families.ts';

/** A random conditional mutant: the same seed gives the same one on every machine. */
export const drawnMutant = (seed: number): Mutant => {
  const next = dice(seed);
  const one = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const family = one(faultFamilies);
  const fault = one(mutants.filter(({ name }) => family.names.test(name)));
  return conditional(fault, one(conditions.filter((condition) => canStrike(family, condition))));
};
