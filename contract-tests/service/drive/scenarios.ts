import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { rules } from '../model/rules/rules.ts';
import { createScenarios } from './create.ts';
import { createValueScenarios } from './create-values.ts';
import { deleteScenarios } from './delete.ts';
import { refusedDeleteScenarios } from './delete-refused.ts';
import { everydayScenarios } from './everyday.ts';
import { fetchScenarios } from './fetch.ts';
import { lookupScenarios } from './lookup.ts';
import { mediaTypeScenarios } from './media-types.ts';
import { connectionScenarios } from './one-connection.ts';
import { otherOperationScenarios } from './other-operations.ts';
import type { Scenario } from './scenario.ts';
import { shapeScenarios } from './shapes.ts';
import { whoMayScenarios } from './who-may.ts';

/** All scenarios except cases and counting lookups. */
export function scenarios(): readonly Scenario[] {
  return [
    ...createScenarios,
    ...createValueScenarios,
    ...deleteScenarios,
    ...refusedDeleteScenarios,
    ...fetchScenarios,
    ...lookupScenarios,
    ...mediaTypeScenarios,
    ...connectionScenarios,
    ...everydayScenarios,
    ...shapeScenarios(),
    ...otherOperationScenarios(),
    ...whoMayScenarios(),
  ].map((one) => ({ ...one, clauses: [...one.clauses, ...alsoShownBy(one.name)] }));
}

function alsoShownBy(scenario: string): ClauseId[] {
  return rules.flatMap(({ id, shownBy }) => (shownBy === scenario ? [id as ClauseId] : []));
}
