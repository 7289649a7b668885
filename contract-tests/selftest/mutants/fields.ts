import type { Schema } from '../../../src/document/schema.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { resources, statementsOf } from '../../../src/spec/statements.ts';
import { body, inReport, type Json, type Mutant, withoutField } from '../mutant.ts';
import { changedAt, wrongValues } from './nearby-values.ts';

const notUuid = [
  '12345678',
  '5f0c2a4e8a534c559d2e0b8c1d6f7a10',
  '5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a1g',
];

function isText(keyword: string): boolean {
  return keyword === 'pattern' || keyword === 'format';
}

/** Values that people really send, by the clause they break. They replace those derived from pattern or format. */
const nearlyValid: { readonly [clause: string]: readonly unknown[] } = {
  'report/id-format': notUuid,
  'report/c2-address-format': ['c2.example.com', 'c2.example.com:http', ':4444', 'tcp 4444'],
  'report/reported-at-format': [
    '2026-01-31T13:45:00',
    '2026-01-31 13:45:00Z',
    '2026-01-31',
    '31.01.2026 13:45:00',
    '2026-01-31 13:45',
    '2026-01-31 13:45:00.000',
  ],
  'report/file256-hash-format': ['ab'.repeat(31), 'AB'.repeat(32), 'zz'.repeat(32), ''],
  'report/first-seen-id-format': notUuid,
  'report/reference-link-format': ['results page', '/results/1', ''],
  'analysis/date-format': [
    '2026-01-31 13:45:00',
    '2026-01-31T13:45:00',
    '2026-01-31T13:45:00+00:00',
    '2026-01-31T13:45:00.000Z',
    '2026-01-31',
  ],
};

/** What a schema cannot express, by field. */
const beyondSchemas: readonly (readonly [
  field: string,
  clause: string,
  lies: readonly unknown[],
])[] = [
  [
    'reportedAt',
    'report/reported-at-calendar',
    ['2026-02-30 13:45:00', '2026-01-31 24:00:00', '2026-13-01 00:00:00'],
  ],
  ['reportedBy', 'report/reported-by-named', [' ']],
  ['date', 'analysis/date-calendar', ['2026-02-30T13:45:00Z', '2026-01-31T25:00:00Z']],
];

type Change = (resource: Json) => Json;

/** How the resource in a response is changed. */
const changing: {
  readonly [S in (typeof resources)[number]['schema']]: (change: Change) => Mutant['mutation'];
} = {
  Report: (change) => body('fetched', inReport(change)),
  StaticAnalysis: (change) => body('found', change),
};

/** A change of a resource, and the clause that it breaks. */
export interface FieldLie {
  readonly name: string;
  readonly breaks: string;
  /** Absent if no schema says it. */
  readonly keyword?: string;
  readonly change: Change;
}

/** What can be wrong with the fields of a body, at any depth. */
export function fieldLies(
  schema: Schema,
  prefix: string,
  statements = statementsOf(schema, prefix),
): FieldLie[] {
  const sample = schemaSample(schema);
  const at =
    (path: readonly string[], make: (honest: unknown) => unknown): Change =>
    (resource) =>
      changedAt(resource, sample, path, make) as Json;
  const lie = (
    path: readonly string[],
    breaks: string,
    value: unknown,
    nth: number,
    keyword?: string,
  ) => {
    const name = breaks.replace('/', '-');
    const isOtherBoolean = typeof value === 'boolean' && keyword === 'enum';
    return {
      name: isOtherBoolean
        ? `${name.slice(0, name.lastIndexOf('-'))}-${value}`
        : `${name}-${nth + 1}`,
      breaks,
      change: at(path, () => value),
      ...(keyword && { keyword }),
    };
  };
  const ofStatements = statements.flatMap((statement): FieldLie[] => {
    const { id, path, about } = statement;
    if (about !== 'present') {
      const [of = 'pattern'] = Object.keys(statement.judges).filter(isText);
      const byHand = nearlyValid[id]?.map((value) => ({ value, keyword: of }));
      const derived = wrongValues(statement).filter(({ keyword }) => !byHand || !isText(keyword));
      return [...(byHand ?? []), ...derived].map(({ value, keyword }, nth) =>
        lie(path, id, value, nth, keyword),
      );
    }
    const name = id.replace('/', '-without-').replace(/-(present|is-success)$/, '');
    const change = at(path.slice(0, -1), (outer) => withoutField(path.at(-1) ?? '')(outer as Json));
    return [{ name, breaks: id, keyword: 'required', change }];
  });
  return [
    ...ofStatements,
    ...beyondSchemas.flatMap(([field, clause, values]) =>
      clause.startsWith(`${prefix}/`)
        ? values.map((value, nth) => lie([field], clause, value, nth))
        : [],
    ),
  ];
}

export const fieldMutants: readonly Mutant[] = resources.flatMap(({ schema, prefix }) =>
  fieldLies(schemaNamed(schema), prefix).map(({ name, breaks, change }) => ({
    name,
    breaks,
    mutation: changing[schema](change),
  })),
);
