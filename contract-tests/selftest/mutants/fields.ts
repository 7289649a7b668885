import { schemaNamed } from '../../operations/schemas.ts';
import { body, type Json, type Mutant, withField, without } from '../mutant.ts';

/** Wrong values for a field, by the clause they break. */
interface FieldLies {
  readonly [clause: string]: readonly unknown[];
}

const notText: readonly unknown[] = [7, null, ['text']];
const notUuid = [
  '12345678',
  '5f0c2a4e8a534c559d2e0b8c1d6f7a10',
  '5f0c2a4e-8a53-4c55-9d2e-0b8c1d6f7a1g',
];

const reportLies: { readonly [field: string]: FieldLies } = {
  id: { 'report/id-type': [7], 'report/id-format': notUuid },
  name: { 'report/name-type': notText },
  tags: {
    'report/tags-type': ['rat', { 0: 'rat' }, null],
    'report/tags-items': [[7], [{ name: 'rat' }]],
  },
  c2Address: {
    'report/c2-address-type': notText,
    'report/c2-address-format': ['c2.example.com', 'c2.example.com:http', ':4444', 'tcp 4444'],
  },
  reportedAt: {
    'report/reported-at-type': [1_700_000_000, null],
    'report/reported-at-format': [
      '2026-01-31T13:45:00',
      '2026-01-31 13:45:00Z',
      '2026-01-31',
      '31.01.2026 13:45:00',
      '2026-01-31 13:45',
      '2026-01-31 13:45:00.000',
    ],
    'report/reported-at-calendar': [
      '2026-02-30 13:45:00',
      '2026-01-31 24:00:00',
      '2026-13-01 00:00:00',
    ],
  },
  reportedBy: { 'report/reported-by-type': notText, 'report/reported-by-named': [''] },
  file256Hash: {
    'report/file256-hash-type': notText,
    'report/file256-hash-format': ['ab'.repeat(31), 'AB'.repeat(32), 'zz'.repeat(32), ''],
  },
  firstSeenID: { 'report/first-seen-id-type': [7, null], 'report/first-seen-id-format': notUuid },
  referenceLink: {
    'report/reference-link-type': notText,
    'report/reference-link-format': ['results page', '/results/1', ''],
  },
  confidenceScore: { 'report/confidence-score-type': ['1', 1.5, null, true] },
};

const hashLies = (stem: string, length: number): FieldLies => ({
  [`analysis/${stem}-type`]: notText,
  [`analysis/${stem}-format`]: ['', 'a'.repeat(length - 1), 'g'.repeat(length)],
});

const analysisLies: { readonly [field: string]: FieldLies } = {
  date: {
    'analysis/date-type': [1_700_000_000, null],
    'analysis/date-format': [
      '2026-01-31 13:45:00',
      '2026-01-31T13:45:00',
      '2026-01-31T13:45:00+00:00',
      '2026-01-31T13:45:00.000Z',
      '2026-01-31',
    ],
    'analysis/date-calendar': ['2026-02-30T13:45:00Z', '2026-01-31T25:00:00Z'],
  },
  tags: {
    'analysis/tags-type': [{}, 'rat', null],
    'analysis/tags-items': [['rat'], [null]],
    'analysis/tags-heat-present': [[{ name: 'rat' }]],
    'analysis/tags-heat-type': [[{ heat: '5', name: 'rat' }], [{ heat: 5.5, name: 'rat' }]],
    'analysis/tags-name-present': [[{ heat: 5 }]],
    'analysis/tags-name-type': [[{ heat: 5, name: 7 }]],
  },
  ssDeep: { 'analysis/ss-deep-type': notText },
  configs: {
    'analysis/configs-type': [[], 'none', null],
    'analysis/configs-values': [{ ExampleRAT: 'text' }, { ExampleRAT: [] }, { ExampleRAT: null }],
  },
  mD5Hash: hashLies('md5-hash', 32),
  fileName: { 'analysis/file-name-type': notText },
  sha1Hash: hashLies('sha1-hash', 40),
  blake3Hash: hashLies('blake3-hash', 64),
  sha256Hash: hashLies('sha256-hash', 64),
  sha512Hash: hashLies('sha512-hash', 128),
  sizeInBytes: {
    'analysis/size-in-bytes-type': ['4096', 1.5, null],
    'analysis/size-in-bytes-format': [-1],
  },
  staticAnalysisDuration: { 'analysis/static-analysis-duration-type': [42, null] },
};

const inReport = (change: (report: Json) => Json) => (value: Json) => ({
  ...value,
  report: change(value.report as Json),
});

const kebab = (field: string): string =>
  field
    .replace('mD5', 'md5')
    .replace('ID', 'Id')
    .replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

function lies(
  thing: 'report' | 'analysis',
  table: { readonly [field: string]: FieldLies },
  mutant: (change: (object: Json) => Json) => Mutant['mutation'],
): Mutant[] {
  const { required = [] } = schemaNamed(thing === 'report' ? 'Report' : 'StaticAnalysis');
  const missing = (field: string): Mutant => ({
    name: `${thing}-without-${kebab(field)}`,
    breaks: `${thing}/${kebab(field)}-present`,
    mutation: mutant(without(field)),
  });
  return Object.entries(table).flatMap(([field, clauses]) => [
    ...(required.includes(field) ? [missing(field)] : []),
    ...Object.entries(clauses).flatMap(([breaks, values]) =>
      values.map((value, index) => ({
        name: `${breaks.replace('/', '-')}-${index + 1}`,
        breaks,
        mutation: mutant(withField(field, value)),
      })),
    ),
  ]);
}

export const fieldMutants: readonly Mutant[] = [
  ...lies('report', reportLies, (change) => body('fetched', inReport(change))),
  ...lies('analysis', analysisLies, (change) => body('found', change)),
];
