import type { SchemaStatement } from '../../document/schema.ts';
import { keywordWords, typesInWords } from '../../document/words.ts';
import { capital } from '../../values/listed.ts';
import type { ClauseId } from '../clauses.generated.ts';
import { draftFields, reportFields } from '../fields.ts';
import { articled, operationPlaces } from '../operations.ts';
import { schemaNamed } from '../schemas.ts';
import { isFlag, kebab, resources, statementsOf } from '../statements.ts';
import type { Clause } from './clause.ts';

function called(path: readonly string[], whole: string): string {
  return path.reduce(
    (outer, step) =>
      step === '[]'
        ? `every item of ${outer}`
        : step === '{}'
          ? `every entry of ${outer}`
          : `${isFlag(step) ? 'the flag' : step} of ${outer}`,
    whole,
  );
}

/** The name of a field stays as it is. */
function asBeginning(text: string): string {
  return /^(an?|the|every) /.test(text) ? capital(text) : text;
}

function demanded({ about, path, schema, judges }: SchemaStatement): string {
  if (about === 'present')
    return `has the ${isFlag(path.at(-1)) ? 'flag' : 'field'} ${path.at(-1)}`;
  if (about === 'type') return `is ${typesInWords(schema)}`;
  const stated = Object.entries(judges).flatMap(([keyword, value]) =>
    keyword === 'properties' ? [] : keywordWords(keyword, value),
  );
  return `is ${(about === 'format' && schema['x-words']) || stated.join(' and ')}`;
}

/** That a flag says so is derived: the specification gives its type. */
function isDerived({ about, schema }: SchemaStatement): boolean {
  return (
    (about === 'format' && schema['x-derived'] === true) ||
    (about === 'enum' && schema.type === 'boolean')
  );
}

export function clauseOf(one: SchemaStatement, section: string, whole: string): Clause {
  const path = one.about === 'present' ? one.path.slice(0, -1) : one.path;
  return {
    id: one.id,
    section,
    kind: isDerived(one) ? 'derived' : 'fixed',
    sentence: `${asBeginning(called(path, whole))} ${demanded(one)}.`,
  };
}

/** The clauses derived from the schemas of the contract: a new field gets its own. */
export function fieldClauses(): readonly Clause[] {
  return [
    ...resources.flatMap(({ schema, prefix, section, whole }) =>
      statementsOf(schemaNamed(schema), prefix).map((one) => clauseOf(one, section, whole)),
    ),
    ...keptFields.map(
      ({ operation, field, section }): Clause => ({
        id: keepsClause(field, operation),
        section,
        kind: 'derived',
        sentence: `${field} is returned as it was sent${operation === 'create' ? '' : ` by ${articled(operation)}`}.`,
      }),
    ),
    ...draftFields.map(
      (field): Clause => ({
        id: storesClause(field),
        section: '2.1',
        kind: 'derived',
        sentence: `Whatever is accepted as ${field}, the stored report is valid.`,
      }),
    ),
  ];
}

/** The fields of reports that operations send. */
export const keptFields = operationPlaces.flatMap(({ name, sends, section }) =>
  sends === undefined
    ? []
    : Object.keys(schemaNamed(sends).properties ?? {})
        .filter((field) => reportFields.includes(field))
        .map((field) => ({ operation: name, field, section })),
);

/** The clause that compares the value sent with the value returned. */
export function keepsClause(field: string, operation = 'create'): ClauseId {
  return `${operation}/keeps-${kebab(field)}` as ClauseId;
}

/** The clause that checks the form of a stored field where another value was sent. */
export function storesClause(field: string): ClauseId {
  return `create/stores-valid-${kebab(field)}` as ClauseId;
}
