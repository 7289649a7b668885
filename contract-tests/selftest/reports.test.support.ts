import fc from 'fast-check';
import { type Draft, sentFields } from '../service/requests/draft.ts';
import { invalid } from '../service/values/catalogue.ts';

function hexadecimal(length: number) {
  return fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''));
}

const port = fc.oneof(
  fc.constantFrom(1, 80, 443, 9999, 10_000, 65_535),
  fc.integer({ min: 1, max: 65_535 }),
);

/** Every form of host. IPv6 is in brackets, to separate it from the port. */
const host = fc.oneof(
  fc.domain().filter((name) => name.length <= 200),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom('localhost', 'C2.Example.COM', 'xn--bcher-kva.example', 'under_score.example'),
);

const address = fc.tuple(host, port).map(([name, number]) => `${name}:${number}`);

/** Labels: any text in any script, empty or long; lone surrogates are excluded. */
const tag = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    'rat',
    '__proto__',
    'null',
    'ラット',
    'e\u0301',
    '\u0000',
    '🐀'.repeat(200),
  ),
);

const tags = fc.oneof(
  { weight: 8, arbitrary: fc.array(tag, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 100 }) },
);

/** Characters that RFC 3986 allows unescaped, so that every parser accepts the link. */
const word = fc
  .array(fc.constantFrom(...'abcXYZ019-._~!$&()*+,;=:@', '%20', '%C3%A9'), { maxLength: 12 })
  .map((parts) => parts.join(''));

function optional(before: string, part: fc.Arbitrary<string>) {
  return fc
    .option(part, { nil: undefined })
    .map((text) => (text === undefined ? '' : before + text));
}

const link = fc
  .tuple(
    fc.constantFrom('https', 'http'),
    fc.oneof(
      fc.domain().filter((name) => name.length <= 200),
      fc.ipV4(),
      fc.constant('[2001:db8::1]'),
    ),
    optional(':', port.map(String)),
    fc.array(word, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part}`).join('')),
    optional('?', word),
    optional('#', word),
  )
  .map(([scheme, name, number, path, query, fragment]) =>
    [`${scheme}://`, name, number, path, query, fragment].join(''),
  );

/** The range of the reference server; elsewhere it is open (2.1). */
const score = fc.integer({ min: 0, max: 100 });

/** Valid reports of every shape. */
export const validReport: fc.Arbitrary<Draft> = fc.record(
  {
    tags,
    c2Address: address,
    file256Hash: hexadecimal(64),
    referenceLink: link,
    confidenceScore: score,
  },
  { noNullPrototype: true },
);

/** Nearly valid values, by field: no server has to accept them, and the reference server does not. */
export function nearMissOf(field: string): fc.Arbitrary<unknown> {
  return fc.constantFrom(...(invalid[field] ?? []));
}

/** A valid report with any of its fields omitted or replaced by any JSON value. */
export const anyReport: fc.Arbitrary<{ readonly [name: string]: unknown }> = fc
  .tuple(
    validReport,
    fc.subarray([...sentFields], { minLength: 1 }),
    fc.array(fc.oneof(fc.jsonValue(), fc.constant(undefined)), { minLength: 5, maxLength: 5 }),
  )
  .map(([report, fields, values]) => ({
    ...report,
    ...Object.fromEntries(fields.map((field, index) => [field, values[index]])),
  }));

/** Like `anyReport`, but only with nearly valid values, which a lenient server may accept. */
export const almostReport: fc.Arbitrary<{ readonly [name: string]: unknown }> = fc
  .tuple(validReport, fc.constantFrom(...sentFields))
  .chain(([report, field]) => nearMissOf(field).map((wrong) => ({ ...report, [field]: wrong })));
