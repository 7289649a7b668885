import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { rules } from '../model/rules/rules.ts';
import { connectionScenarios } from './connections.ts';
import { createScenarios } from './create.ts';
import { deleteScenarios } from './delete.ts';
import { everydayScenarios } from './everyday.ts';
import { fetchScenarios } from './fetch.ts';
import { lookupScenarios } from './lookup.ts';
import { mediaTypeScenarios } from './media-types.ts';
import type { Scenario } from './scenario.ts';
import { valueScenarios } from './send-values.ts';
import { shapeScenarios } from './shapes.ts';
import { whoMayScenarios } from './who-may.ts';

/** All scenarios except cases and counting lookups. */
export function scenarios(): readonly Scenario[] {
  const all = [
    ...createScenarios,
    ...deleteScenarios,
    ...fetchScenarios,
    ...lookupScenarios,
    ...mediaTypeScenarios,
    ...connectionScenarios,
    ...everydayScenarios,
    ...valueScenarios,
    ...shapeScenarios(),
    ...whoMayScenarios(),
  ];
  mustExist(all.map(({ name }) => name));
  return all.map((one) => ({ ...one, clauses: [...one.clauses, ...alsoShownBy(one.name)] }));
}

/** A misspelt one would show nothing. */
function mustExist(names: readonly string[]): void {
  const wrong = rules.find(({ shownBy }) => shownBy !== undefined && !names.includes(shownBy));
  if (wrong)
    throw new Error(
      `${wrong.id} is shownBy '${wrong.shownBy}', which is no scenario. There are: ${names.join('; ')}`,
    );
}

function alsoShownBy(scenario: string): ClauseId[] {
  return rules.flatMap(({ id, shownBy }) => (shownBy === scenario ? [id as ClauseId] : []));
}
