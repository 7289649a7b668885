import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extent } from '../repository/test-settings.test.support.ts';
import { RecordedEntries } from './recorded-entries.ts';

function read(text: string, pieces: readonly number[] = []) {
  const raw = new RecordedEntries();
  const bytes = Buffer.from(text);
  const values: unknown[] = [];
  let from = 0;
  for (const length of [...pieces, bytes.length]) {
    values.push(...raw.push(bytes.subarray(from, from + length)).map(({ value }) => value));
    from += length;
  }
  raw.end();
  return values;
}

const entry = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
const space = fc.constantFrom(undefined, 2);
const before = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 2 });
const forms: ((all: object[], rest: object, indent?: number) => string)[] = [
  (entries, rest, indent) =>
    JSON.stringify({ rest, log: { rest, entries, creator: rest } }, null, indent),
  (requests, rest, indent) => `\uFEFF${JSON.stringify({ rest, requests }, null, indent)}\n`,
  (all, _, indent) => JSON.stringify(all, null, indent),
  (all) => ['', ...all.map((one) => JSON.stringify(one)), '{}'].join('\n'),
];

test('entries are found in every form, however the file is cut into pieces', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 50 });
  fc.assert(
    fc.property(fc.array(entry), before, space, cuts, (all, rest, indent, pieces) => {
      for (const [nth, form] of forms.entries())
        expect(read(form(all, rest, indent), pieces)).toEqual(
          JSON.parse(JSON.stringify(nth === 3 ? [...all, {}] : all)),
        );
    }),
  );
});

const line = '{"a":1}\n';
test.each([
  ['brackets', '['.repeat(101), /among the entries in line 1 is none/],
  ['nesting in an entry', `\n{"a":${'['.repeat(101)}`, /line 2 nests deeper than 100 levels/],
  ['nesting beside the entries', `{"a":${'['.repeat(101)}`, /line 1 nests deeper than 100/],
  ['short garbage lines', 'no\n'.repeat(9), /neither a HAR nor a list.*: see line 1/],
  ['garbage after good lines', `${line}${line}no`, /see line 3/],
  ['a line that is no JSON', `${line}{"a":}\n`, /the entry in line 2 is not JSON/],
  [
    'an entry that is a number',
    '{"log":{"entries":[\n{},\n1',
    /among the entries in line 3 is none/,
  ],
  ['an entry that is a list', '{"log":{"entries":[\n[', /among the entries in line 2 is none/],
  ['a second document', '{"log":{"entries":[]}}\n{', /see line 2/],
  ['closing brackets', '}', /see line 1/],
])('%s are refused where they stand, before the rest is read', (_what, text, says) => {
  expect(() => new RecordedEntries().push(Buffer.from(text))).toThrow(says);
});

test.each([
  ['{"log":{"entries":[{}', /it ends in line 1, before what was begun is complete/],
  ['', /neither a HAR nor a list/],
])('%j is no whole recording', (text, says) => {
  expect(() => read(text)).toThrow(says);
});

test.runIf(extent === 'all')('an entry that never ends is refused at a limit', () => {
  const raw = new RecordedEntries();
  raw.push(Buffer.from('{"log":{"entries":[\n{"a":"'));
  const mebibyte = Buffer.alloc(1 << 20, 'a');
  for (let times = 0; times < 63; times += 1) raw.push(mebibyte);
  expect(() => raw.push(mebibyte)).toThrow('the entry in line 2 is larger than 64 MiB');
});
