import type { SchemaStatement } from '../../../src/document/schema.ts';
import { errorStatements } from '../../../src/spec/clauses/operation-clauses.ts';
import { type OperationPlace, operationPlaces } from '../../../src/spec/operations.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { statementsOf } from '../../../src/spec/statements.ts';
import {
  body,
  changed,
  type Json,
  type Mutant,
  mutantsBreaking,
  refusal,
  renamed,
  reply,
  withField,
} from '../mutant.ts';
import { type OperationName, operations, type Reply } from '../server.ts';
import { fieldLies } from './fields.ts';

function withType(operation: OperationName, type: string) {
  return reply(operation, (honest) => ({
    ...honest,
    headers: { ...honest.headers, 'Content-Type': type },
  }));
}

function errorBody(operation: OperationName, of: (why: string) => Reply['body']) {
  return reply(operation, (honest) =>
    honest.why === undefined ? honest : { ...honest, body: of(honest.why) },
  );
}

/** Names that other APIs have for the same. */
const otherNames: { readonly [field: string]: string } = {
  error: 'message',
  successful: 'success',
  success: 'successful',
  id: 'reportId',
  report: 'data',
};

/** What the schemas of an operation's answers say, each statement broken. */
function bodyMutants({ name, success, describesErrors }: OperationPlace): Mutant[] {
  const operation = name as OperationName;
  const mutants = (
    schema: string,
    statements: readonly SchemaStatement[],
    wrong: (change: (value: Json) => Json) => Mutant['mutation'],
  ): Mutant[] => [
    ...fieldLies(schemaNamed(schema), name, statements).map((lie) => ({
      name: lie.name,
      breaks: lie.breaks,
      mutation: wrong(lie.change),
    })),
    ...statements.flatMap(({ id, about, field }) => {
      const other = otherNames[field];
      return about !== 'present' || other === undefined
        ? []
        : {
            name: `${id.replace('/', '-').replace(/-(present|is-success)$/, '')}-named-${other}`,
            breaks: id,
            mutation: wrong(renamed(field, other)),
          };
    }),
  ];
  return [
    ...(success.clauses === name
      ? mutants(success.schema, statementsOf(schemaNamed(success.schema), name), (change) =>
          body(operations[operation].success, change),
        )
      : []),
    ...(describesErrors
      ? mutants('ReportError', errorStatements(name), (change) => refusal(operation, change))
      : []),
  ];
}

function asText(value: unknown): string {
  return `${JSON.stringify(value)} done`;
}

/** 0: bodies that are no JSON objects. */
function jsonMutants({ name, describesErrors }: OperationPlace): Mutant[] {
  const operation = name as OperationName;
  return mutantsBreaking({
    [`${name}/body-is-json`]: {
      [`${name}-sends-more-than-json`]: reply(operation, (honest) => ({
        ...honest,
        headers: { ...honest.headers, 'Content-Type': 'application/json' },
        body:
          honest.body.type === 'json'
            ? { type: 'text', value: asText(honest.body.value) }
            : honest.body,
      })),
      ...(describesErrors && {
        [`${name}-sends-text`]: reply(operation, (honest) => ({
          ...honest,
          body: { type: 'text', value: 'done' },
        })),
        [`${name}-errors-are-text`]: errorBody(operation, (value) => ({ type: 'text', value })),
        [`${name}-errors-are-empty`]: errorBody(operation, () => ({ type: 'empty' })),
        [`${name}-wraps-in-a-list`]: reply(operation, (honest) =>
          changed(honest, (value) => [value]),
        ),
      }),
    },
    [`${name}/content-type-is-json`]: {
      [`${name}-says-html`]: withType(operation, 'text/html'),
    },
  });
}

export const envelopeMutants: readonly Mutant[] = [
  ...operationPlaces.flatMap((place) => [...bodyMutants(place), ...jsonMutants(place)]),
  ...mutantsBreaking({
    'create/returns-only-the-id': {
      ...Object.fromEntries(
        ['name', 'reportedAt', 'reportedBy', 'firstSeenID', 'c2Address'].map((field) => [
          `create-returns-${field}`,
          body('created', withField(field, 'x')),
        ]),
      ),
      'create-returns-the-report': body('created', (value) => ({
        ...value,
        report: { id: value.id, name: 'rat' },
      })),
    },
    'fetch/report-present': {
      'fetch-unwrapped': body('fetched', ({ report, successful }) => ({
        ...(report as object),
        successful,
      })),
    },
    'fetch/report-type': {
      'fetch-report-in-a-list': body('fetched', (value) => ({ ...value, report: [value.report] })),
      'fetch-report-as-text': body('fetched', (value) => ({
        ...value,
        report: JSON.stringify(value.report),
      })),
    },
    'delete/flag-not-successful': {
      'delete-with-flags-that-differ': body('deleted', withField('successful', false)),
    },
    'delete/error-is-no-success': {
      'delete-error-says-success': refusal('delete', withField('success', true)),
    },
    'lookup/body-is-the-analysis': {
      'lookup-wrapped': body('found', (analysis) => ({ analysis, successful: true })),
      'lookup-in-a-list': body('found', (analysis) => [analysis]),
    },
  }),
];
