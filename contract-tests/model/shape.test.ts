import fc from 'fast-check';
import { expect, test } from 'vitest';
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

test.each([
  ['report', report, reportShape],
  ['analysis', analysis, () => successShape('lookup')],
] as const)('a valid %s of any shape breaks nothing, nor do unknown fields', (_, valid, shape) => {
  fc.assert(
    fc.property(valid as fc.Arbitrary<object>, (value) =>
      asserted(() => expect(brokenBy(shape(), { ...value, views: 5 })).toEqual([])),
    ),
  );
});

test('a time is valid if the calendar has it', () => {
  fc.assert(
    fc.property(moment, (text) => asserted(() => expect(existsInCalendar(text)).toBe(true))),
  );
});
