import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaSample } from '../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../src/spec/schemas.ts';
import { existsInCalendar } from './formats.ts';
import { reportShape, successShape } from './shapes.ts';

const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: length,
    maxLength: length,
  });
const uuid = fc.uuid();
const moment = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));
/** Fields that nothing here is about. */
const samples = (schema: string) =>
  Object.fromEntries(
    Object.entries(schemaSample(schemaNamed(schema)) as object).map(([field, sample]) => [
      field,
      fc.constant<unknown>(sample),
    ]),
  );
const report = fc.record({
  ...samples('Report'),
  id: fc.oneof(
    uuid,
    uuid.map((id) => id.toUpperCase()),
  ),
  name: fc.string(),
  tags: fc.array(fc.string()),
  c2Address: fc.tuple(fc.domain(), fc.nat(65_535)).map(([host, port]) => `${host}:${port}`),
  reportedAt: moment.map((text) => text.replace('T', ' ')),
  reportedBy: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
  file256Hash: hex(64),
  firstSeenID: uuid,
  referenceLink: fc.webUrl(),
  confidenceScore: fc.integer(),
});
const analysis = fc.record({
  ...samples('StaticAnalysis'),
  date: moment.map((text) => `${text}Z`),
  tags: fc.array(fc.record({ heat: fc.integer(), name: fc.string() })),
  ssDeep: fc.string(),
  configs: fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())),
  mD5Hash: hex(32),
  fileName: fc.string(),
  sha1Hash: hex(40).map((text) => text.toUpperCase()),
  blake3Hash: hex(64),
  sha256Hash: hex(64),
  sha512Hash: hex(128),
  sizeInBytes: fc.nat(),
  staticAnalysisDuration: fc.string(),
});

const brokenBy = (shape: ReturnType<typeof reportShape>, value: unknown): string[] =>
  shape.filter(({ judge }) => judge(value)?.ok === false).map(({ clause }) => clause);

/** fast-check treats a property's return value as its verdict. */
const asserted = (check: () => unknown): void => {
  check();
};

const nearMisses: [string, string, unknown][] = [
  ['id', 'report/id-format', '5f0c2a4e8a534c559d2e0b8c1d6f7a10'],
  ['tags', 'report/tags-items', ['rat', 5]],
  ['tags', 'report/tags-type', 'rat'],
  ['c2Address', 'report/c2-address-format', 'c2.example.com'],
  ['c2Address', 'report/c2-address-format', ':443'],
  ['reportedAt', 'report/reported-at-format', '2026-01-31T13:45:00'],
  ['reportedAt', 'report/reported-at-calendar', '2026-02-30 13:45:00'],
  ['reportedAt', 'report/reported-at-calendar', '2026-01-31 24:00:00'],
  ['reportedBy', 'report/reported-by-named', ' '],
  ['file256Hash', 'report/file256-hash-format', 'A'.repeat(64)],
  ['file256Hash', 'report/file256-hash-format', 'a'.repeat(63)],
  ['referenceLink', 'report/reference-link-format', 'results.example/file'],
  ['confidenceScore', 'report/confidence-score-type', '5'],
  ['confidenceScore', 'report/confidence-score-type', 5.5],
];

const analysisNearMisses: [string, string, unknown][] = [
  ['date', 'analysis/date-format', '2026-01-31T13:45:00.000Z'],
  ['date', 'analysis/date-format', '2026-01-31T13:45:00+00:00'],
  ['date', 'analysis/date-calendar', '2025-02-29T00:00:00Z'],
  ['tags', 'analysis/tags-heat-type', [{ heat: '5', name: 'rat' }]],
  ['tags', 'analysis/tags-heat-type', [{ heat: 5.5, name: 'rat' }]],
  ['tags', 'analysis/tags-name-present', [{ heat: 5 }]],
  ['configs', 'analysis/configs-values', { rat: 'text' }],
  ['configs', 'analysis/configs-values', { rat: [] }],
  ['configs', 'analysis/configs-type', []],
  ['mD5Hash', 'analysis/md5-hash-format', 'd41d8cd9'],
  ['sizeInBytes', 'analysis/size-in-bytes-type', '4096'],
];

describe('a report', () => {
  test('of any valid shape breaks nothing', () => {
    fc.assert(
      fc.property(report, (value) =>
        asserted(() => expect(brokenBy(reportShape(), value)).toEqual([])),
      ),
    );
  });

  test('unknown fields break nothing', () => {
    fc.assert(
      fc.property(report, (value) =>
        asserted(() => expect(brokenBy(reportShape(), { ...value, views: 5 })).toEqual([])),
      ),
    );
  });

  test.each(nearMisses)('with a wrong %s breaks %s', (field, clause, wrong) => {
    fc.assert(
      fc.property(report, (value) =>
        asserted(() =>
          expect(brokenBy(reportShape(), { ...value, [field]: wrong })).toEqual([clause]),
        ),
      ),
      { numRuns: 10 },
    );
  });

  test('without one of its fields breaks the clause of that field alone', () => {
    const fields = fc.constantFrom(...(['id', 'name', 'tags', 'reportedBy'] as const));
    fc.assert(
      fc.property(report, fields, (value, field) => {
        const { [field]: _, ...rest } = value;
        expect(brokenBy(reportShape(), rest)).toHaveLength(1);
      }),
    );
  });
});

describe('an analysis', () => {
  const shape = () => successShape('lookup');

  test('of any valid shape breaks nothing', () => {
    fc.assert(
      fc.property(analysis, (value) =>
        asserted(() => expect(brokenBy(shape(), value)).toEqual([])),
      ),
    );
  });

  test.each(analysisNearMisses)('with a wrong %s breaks %s', (field, clause, wrong) => {
    fc.assert(
      fc.property(analysis, (value) =>
        asserted(() => expect(brokenBy(shape(), { ...value, [field]: wrong })).toEqual([clause])),
      ),
      { numRuns: 10 },
    );
  });
});

test('a time is valid if the calendar has it', () => {
  fc.assert(
    fc.property(moment, (text) => asserted(() => expect(existsInCalendar(text)).toBe(true))),
  );
});
