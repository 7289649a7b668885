import { kebab, statementsOf } from '../../../src/spec/statements.ts';
import { body, inReport, type Json, type Mutant, withField, withoutField } from '../mutant.ts';

/** Wrong values of a field, by the clause they break; values of another type follow from its schema. */
interface Lies {
  readonly [clause: string]: readonly unknown[];
}

const notUuid = [
  '12345678',
  '5f0c2a4e8a534c559d2e0b8c1d6f7a10',
  '5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a1g',
];

const reportLies: Lies = {
  'report/id-format': notUuid,
  'report/tags-items': [[7], [{ name: 'rat' }]],
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
};

const notHexadecimal = (length: number): readonly unknown[] => [
  '',
  'a'.repeat(length - 1),
  'g'.repeat(length),
];

const analysisLies: Lies = {
  'analysis/date-format': [
    '2026-01-31 13:45:00',
    '2026-01-31T13:45:00',
    '2026-01-31T13:45:00+00:00',
    '2026-01-31T13:45:00.000Z',
    '2026-01-31',
  ],
  'analysis/tags-items': [['rat'], [null]],
  'analysis/tags-heat-present': [[{ name: 'rat' }]],
  'analysis/tags-heat-type': [[{ heat: '5', name: 'rat' }], [{ heat: 5.5, name: 'rat' }]],
  'analysis/tags-name-present': [[{ heat: 5 }]],
  'analysis/tags-name-type': [[{ heat: 5, name: 7 }]],
  'analysis/configs-values': [{ ExampleRAT: 'text' }, { ExampleRAT: [] }, { ExampleRAT: null }],
  'analysis/md5-hash-format': notHexadecimal(32),
  'analysis/sha1-hash-format': notHexadecimal(40),
  'analysis/blake3-hash-format': notHexadecimal(64),
  'analysis/sha256-hash-format': notHexadecimal(64),
  'analysis/sha512-hash-format': notHexadecimal(128),
  'analysis/size-in-bytes-format': [-1],
};

/** Values of another type, where none are listed. */
const otherTypes: Lies = {
  string: [7, null, ['text']],
  array: ['rat', { 0: 'rat' }, null],
  object: [[], 'none', null],
  integer: ['1', 1.5, null, true],
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
  ['reportedBy', 'report/reported-by-named', ['']],
  ['date', 'analysis/date-calendar', ['2026-02-30T13:45:00Z', '2026-01-31T25:00:00Z']],
];

const mutantsOf = (
  schemaName: 'Report' | 'StaticAnalysis',
  prefix: string,
  table: Lies,
  mutation: (change: (object: Json) => Json) => Mutant['mutation'],
): Mutant[] => {
  const lies = (field: string, breaks: string, values: readonly unknown[]): Mutant[] =>
    values.map((value, index) => ({
      name: `${breaks.replace('/', '-')}-${index + 1}`,
      breaks,
      mutation: mutation(withField(field, value)),
    }));
  const statements = statementsOf(schemaName, prefix).flatMap(
    ({ id, field, path, about, schema }) => {
      if (path.length > 1 || about !== 'present')
        return lies(
          field,
          id,
          table[id] ?? (about === 'type' ? (otherTypes[schema.type ?? ''] ?? []) : []),
        );
      const name = `${prefix}-without-${kebab(field)}`;
      return [{ name, breaks: id, mutation: mutation(withoutField(field)) }];
    },
  );
  const others = beyondSchemas.filter(([, clause]) => clause.startsWith(prefix));
  return [...statements, ...others.flatMap((one) => lies(...one))];
};

export const fieldMutants: readonly Mutant[] = [
  ...mutantsOf('Report', 'report', reportLies, (change) => body('fetched', inReport(change))),
  ...mutantsOf('StaticAnalysis', 'analysis', analysisLies, (change) => body('found', change)),
];
