import type { Clause } from './clause.ts';
import type { ClauseId } from './clauses.generated.ts';
import { draftFields } from './fields.ts';
import { article, kebab, type SchemaStatement, statementsOf } from './statements.ts';

/** 2.1 and 2.2: the contract's statements about the fields of reports and analyses. */
const resources = [
  { schema: 'Report', prefix: 'report', section: '2.1', whole: 'a report' },
  { schema: 'StaticAnalysis', prefix: 'analysis', section: '2.2', whole: 'an analysis' },
] as const;

const called = (path: readonly string[], whole: string): string =>
  path.reduce(
    (outer, step) =>
      step === '[]'
        ? `every item of ${outer}`
        : step === '{}'
          ? `every entry of ${outer}`
          : `${step} of ${outer}`,
    whole,
  );

const capital = (text: string): string =>
  /^(an?|every) /.test(text) ? text.replace(/^./, (first) => first.toUpperCase()) : text;

const demanded = ({ about, path, schema }: SchemaStatement): string => {
  if (about === 'present') return `has the field ${path.at(-1)}`;
  if (about === 'format') return `is ${schema['x-words'] ?? schema.format ?? schema.pattern}`;
  return about === 'enum' ? `is ${schema.enum?.join(' or ')}` : `is ${article(schema.type)}`;
};

/** The clauses derived from the schemas of the contract: a new field gets its own. */
export const fieldClauses = (): readonly Clause[] => [
  ...resources.flatMap(({ schema, prefix, section, whole }) =>
    statementsOf(schema, prefix).map((one): Clause => {
      const path = one.about === 'present' ? one.path.slice(0, -1) : one.path;
      return {
        id: one.id,
        section,
        kind: one.about === 'format' && one.schema['x-derived'] ? 'derived' : 'fixed',
        sentence: `${capital(called(path, whole))} ${demanded(one)}.`,
      };
    }),
  ),
  ...draftFields.flatMap((field): Clause[] => [
    {
      ...{ id: keepsClause(field), section: '4.1', kind: 'derived' },
      sentence: `${field} is returned as it was sent.`,
    },
    {
      ...{ id: storesClause(field), section: '2.1', kind: 'derived' },
      sentence: `Whatever is accepted as ${field}, the stored report is valid.`,
    },
  ]),
];

/** The clause that compares the value sent with the value returned. */
export const keepsClause = (field: string): ClauseId => `create/keeps-${kebab(field)}` as ClauseId;

/** The clause that checks the form of a stored field where another value was sent. */
export const storesClause = (field: string): ClauseId =>
  `create/stores-valid-${kebab(field)}` as ClauseId;
