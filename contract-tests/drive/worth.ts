import type { Scenario } from './scenario.ts';
import { worth } from './worth.generated.ts';

/** The scenarios by how many mutants they find for each request, as the self-test has measured it. */
export const inOrderOfWorth = (scenarios: readonly Scenario[]): Scenario[] => {
  const placeOf = ({ name }: Scenario): number => {
    const place = worth.indexOf(name);
    return place < 0 ? worth.length : place;
  };
  return [...scenarios].sort((a, b) => placeOf(a) - placeOf(b));
};
