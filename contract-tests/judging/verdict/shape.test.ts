import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operationPlaces } from '../../../src/spec/operations.ts';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { statementsOf } from '../../../src/spec/statements.ts';
import { wrongValues } from '../../selftest/mutants/nearby-values.ts';
import { reportShape, successShape } from '../../service/model/shapes.ts';

function hex(length: number) {
  return fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: length,
    maxLength: length,
  });
}

const uuid = fc.uuid();
const moment = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));

/** Fields that nothing here is about. */
function samples(schema: string) {
  return Object.fromEntries(
    Object.entries(schemaSample(schemaNamed(schema)) as object).map(([field, sample]) => [
      field,
      fc.constant<unknown>(sample),
    ]),
  );
}

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

function brokenBy(shape: ReturnType<typeof reportShape>, value: unknown): string[] {
  return shape.filter(({ judge }) => judge(value)?.ok === false).map(({ clause }) => clause);
}

/** fast-check treats a property's return value as its verdict. */
function asserted(check: () => unknown): void {
  check();
}

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

/** One of the values at a path replaced, the first or the last; removed if it is undefined. */
function replaced(body: unknown, path: readonly string[], value: unknown, at: 0 | 1): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const entries = Object.entries(body as object);
  if (step === '[]' || step === '{}') {
    const [key, one] = entries[0] ?? [];
    const both = [replaced(one, rest, value, at), one];
    const list = at === 0 ? both : both.reverse();
    return step === '[]' ? list : { [`${key}`]: list[0], other: list[1] };
  }
  const inner = replaced((body as { [field: string]: unknown })[step], rest, value, at);
  const others = entries.filter(([field]) => field !== step);
  return Object.fromEntries(inner === undefined ? others : [...others, [step, inner]]);
}

function stepPattern(step: string, nth: number): string {
  if (step === '[]') return '\\[[01]\\]';
  if (step === '{}') return '\\.[^.]+';
  return nth === 0 ? step : `\\.${step}`;
}

const bodies = [
  ['Report', 'report', reportShape()],
  ...operationPlaces.map(({ name, success: { schema, clauses } }) => {
    return [schema, clauses, successShape(name)] as const;
  }),
] as const;

test.each(
  bodies.flatMap(([schema, prefix, shape]) =>
    statementsOf(schemaNamed(schema), prefix).map((one) => [one.id, one, schema, shape] as const),
  ),
)('%s is broken by each value that is wrong, first or last', (id, statement, schema, shape) => {
  const { about, path } = statement;
  const sample = schemaSample(schemaNamed(schema));
  const wrong = about === 'present' ? [undefined] : wrongValues(statement).map((one) => one.value);
  expect(brokenBy(shape, sample)).toEqual([]);
  expect(wrong).not.toEqual([]);
  for (const value of wrong)
    for (const at of [0, 1] as const) {
      const judged = shape.find(({ clause }) => clause === id);
      const judgement = judged?.judge(replaced(sample, path, value, at));
      const field = expect.stringMatching(new RegExp(`^${path.map(stepPattern).join('')}$`));
      expect(judgement).toMatchObject({ ok: false, sign: { field } });
    }
});

test.each([
  ['report/reported-at-calendar', reportShape(), { reportedAt: '2023-02-29 12:00:00' }],
  ['report/reported-by-named', reportShape(), { reportedBy: ' ' }],
  ['analysis/date-calendar', successShape('lookup'), { date: '2023-02-29T12:00:00Z' }],
] as const)('%s is judged beside the schema', (clause, shape, value) => {
  expect(brokenBy(shape, value)).toContain(clause);
});
