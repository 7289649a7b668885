import { expect, test } from 'vitest';
import { inWords, mistakeAt, parsedDocument } from './document.ts';
import { type DocumentCheck, type DocumentSchema, documentCheck } from './document-check.ts';

const pet = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, 'x-words': 'a name' },
    kind: { enum: ['cat', 'dog'] },
    age: { type: 'integer', minimum: 0, maximum: 40 },
    weight: { type: 'number', exclusiveMinimum: 0 },
    tame: { type: 'boolean' },
    chip: { type: 'string', 'x-words': 'the number of its chip', writeOnly: true },
    born: { type: 'string', format: 'day', 'x-words': 'a day as YYYY-MM-DD' },
    size: { anyOf: [{ type: 'integer' }, { enum: ['small', 'large'] }], 'x-words': 'a size' },
  },
  required: ['name', 'kind'],
  additionalProperties: false,
};

const schema = {
  type: 'object',
  properties: { pets: { type: 'array', minItems: 1, items: pet }, motto: { type: 'string' } },
  additionalProperties: false,
};

const formats = { day: /^\d{4}-\d\d-\d\d$/, email: (text: string) => text === 'mine' };
const mistakesIn = documentCheck(schema, { document: 'the household', formats });

function complaints(text: string, check: DocumentCheck): string[] {
  const source = { file: 'home.yaml', text };
  const parsed = parsedDocument(source);
  const mistakes = 'mistake' in parsed ? [parsed.mistake] : check(parsed.value, source);
  return mistakes.map((one) => inWords([one], '').replace('home.yaml:', ''));
}

const first = 'pets:\n  - name: Rex\n    kind: dog\n';

test.each<[string, ...string[]]>([
  [first],
  [`${first}    age: old\n`, '4: pets[0].age is "old"; expected a whole number from 0 to 40'],
  [`${first}    weight: 0\n`, '4: pets[0].weight is 0; expected a number above 0'],
  [`${first}    tame: "no"\n`, '4: pets[0].tame is "no"; expected true or false'],
  [`${first}    born: today\n`, '4: pets[0].born is "today"; expected a day as YYYY-MM-DD'],
  [`${first}    size: huge\n`, '4: pets[0].size is "huge"; expected a size'],
  [`${first}    age:\n`, '4: pets[0].age is empty; expected a whole number from 0 to 40'],
  [`${first}    ages: 3\n`, '4: unknown key pets[0].ages; did you mean pets[0].age?'],
  [`${first}colour: 3\n`, '4: unknown key colour; known here: pets, motto'],
  [`${first}motto: 5\n`, '4: motto is 5; expected a text; quotes make it a text'],
  [
    first.replace('dog', 'dogs'),
    '3: pets[0].kind is "dogs"; expected one of cat, dog; did you mean dog?',
  ],
  [first.replace('name: Rex\n    ', ''), '2: pets[0].name is missing; expected a name'],
  [first.replace('Rex', '""'), '2: pets[0].name is an empty text; expected a name'],
  ['pets: []', '1: pets is an empty list; expected a list that is not empty'],
  [
    '{ "pets": [\n{ "name": "Rex",\n"kind": 5 }] }',
    '3: pets[0].kind is 5; expected one of cat, dog',
  ],
  ['pets: [', '1:8: neither YAML nor JSON: unexpected end of the stream within a flow collection'],
  ['- Rex', ' the household is a list; expected a map of keys'],
  ['# nothing yet\n', ' the household is empty; expected a map of keys'],
  // A secret is not repeated.
  [
    `${first}    chip: 70000123\n`,
    '4: pets[0].chip is a number; expected the number of its chip; quotes make it a text',
  ],
  // A key that is misspelt is not missing as well.
  [
    'pets:\n  - nam: Rex\n    kidn: dog\n',
    '2: unknown key pets[0].nam; did you mean pets[0].name?',
    '3: unknown key pets[0].kidn; did you mean pets[0].kind?',
  ],
  // All at once, in the order of their lines.
  [
    'motto: 5\npets:\n  - kidn: dog\n    name: 7\n    kind: cow\n',
    '1: motto is 5; expected a text; quotes make it a text',
    '3: unknown key pets[0].kidn; did you mean pets[0].kind?',
    '4: pets[0].name is 7; expected a name; quotes make it a text',
    '5: pets[0].kind is "cow"; expected one of cat, dog',
  ],
])('%j has the mistakes %j', (text, ...says) => {
  expect(complaints(text, mistakesIn)).toEqual(says);
});

function kind(name: string, properties: object) {
  return {
    properties: { type: { const: name }, ...properties },
    required: ['type', ...Object.keys(properties)],
    additionalProperties: false,
  };
}

const ofKinds = {
  type: 'object',
  discriminator: { propertyName: 'type' },
  required: ['type'],
  oneOf: [kind('delay', { ms: { type: 'integer' } }), kind('drop', {})],
};
const named = { type: 'object', propertyNames: { enum: ['a.first', 'a.second'] } };
const letters = { type: 'object', propertyNames: { pattern: '^[a-z]$', 'x-words': 'a letter' } };
const addresses = { type: 'object', properties: { a: { format: 'email' }, b: { format: 'date' } } };
const numbered = { type: 'array', items: pet };

test.each<[string, DocumentSchema, ...string[]]>([
  ['a.first: 1\na.secnd: 2\n', named, '2: unknown key a.secnd; did you mean a.second?'],
  ['a: 1\n7: 2\n', letters, '2: unknown key 7; expected a letter'],
  ['type: dorp\n', ofKinds, '1: type is "dorp"; expected one of delay, drop; did you mean drop?'],
  ['type: delay\n', ofKinds, ' ms is missing; expected a whole number'],
  ['type: drop\nms: 3\n', ofKinds, '2: unknown key ms; known here: type'],
  // Common formats are known, and own ones take precedence.
  ['a: mine\nb: 2026-01-31\n', addresses],
  ['a: a@mail.example\n', addresses, '1: a is "a@mail.example"; expected something else'],
  [
    '- kind: dog\n  age: 41\n- name: Tom\n  kidn: cat\n- 5\n',
    numbered,
    '1: name of entry 1 is missing; expected a name',
    '2: age of entry 1 is 41; expected a whole number from 0 to 40',
    '4: unknown key kidn of entry 2 (name "Tom"); did you mean kind?',
    '5: entry 3 is 5; expected a map of keys',
  ],
])('%j by a schema of its own has its mistakes', (text, own, ...says) => {
  expect(complaints(text, documentCheck(own, { knownBy: 'name', formats }))).toEqual(says);
});

const either = {
  oneOf: [
    { const: 'ok' },
    { type: 'object', required: ['ms'], properties: { ms: { type: 'integer' } } },
  ],
  'x-words': 'ok or a delay',
};

test.each<[string, DocumentSchema, unknown, string]>([
  ['too many', { type: 'array', maxItems: 1, 'x-words': 'tags' }, [1, 2], 'of at most 1 item'],
  ['repeated', { type: 'array', uniqueItems: true }, [1, 1], 'expected one without repeated items'],
  ['too long', { type: 'string', maxLength: 1, 'x-words': 'a' }, 'ab', 'at most 1 character'],
  ['neither', { type: ['integer', 'null'], minimum: 0 }, 'x', 'a whole number from 0, or null'],
  ['no alternative', either, 5, 'it is 5; expected ok or a delay'],
  ['one that takes maps', either, {}, 'ms is missing; expected a whole number'],
  ['no JSON', { type: 'string' }, Number.NaN, 'it is NaN; expected a text; quotes make it a text'],
  ['not there', { type: 'string' }, undefined, 'it is empty; expected a text'],
  ['a function', { type: 'string' }, () => {}, 'it is a function; expected a text'],
])('a value that is %s is told so', (_what, own, value, says) => {
  const [mistake, ...more] = documentCheck(own, { document: 'it' })(value);
  expect(mistake?.says).toContain(says);
  expect(more).toEqual([]);
});

test('of a thousand mistakes ten are listed, and what was meant is looked for at the first hundred', () => {
  const near = Array.from(
    { length: 1000 },
    (_, nth) => `motto${nth.toString(36).padStart(2, '0')}`,
  );
  const mistakes = mistakesIn(Object.fromEntries(near.map((key) => [key, 1])));
  expect(mistakes.filter(({ meant }) => meant)).toHaveLength(100);
  const lines = inWords(mistakes, 'home.yaml').split('\n');
  expect(lines[0]).toBe('home.yaml has 1000 mistakes:');
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('  and 990 more');
});

test('what no schema can say is a mistake like the others, with its line', () => {
  const mistake = mistakeAt(['pets', 0, 'name'], 'taken', { file: 'home.yaml', text: first });
  expect(inWords([mistake], '')).toBe('home.yaml:2: taken');
});
