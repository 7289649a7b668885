import { expect, test } from 'vitest';
import { inWords, mistakeAt, parsedDocument } from './document.ts';
import { type DocumentSchema, documentCheck } from './document-check.ts';

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

function kind(name: string, properties: object) {
  return {
    properties: { type: { const: name }, ...properties },
    required: ['type', ...Object.keys(properties)],
    additionalProperties: false,
  };
}

const schemas = {
  home: {
    type: 'object',
    properties: { pets: { type: 'array', minItems: 1, items: pet }, motto: { type: 'string' } },
    additionalProperties: false,
  },
  pet,
  pets: { type: 'array', items: pet },
  kinds: {
    type: 'object',
    discriminator: { propertyName: 'type' },
    required: ['type'],
    oneOf: [kind('delay', { ms: { type: 'integer' } }), kind('drop', {})],
  },
  named: { type: 'object', propertyNames: { enum: ['a.first', 'a.second'] } },
  letters: { type: 'object', propertyNames: { pattern: '^[a-z]$', 'x-words': 'a letter' } },
  formats: { type: 'object', properties: { a: { format: 'email' }, b: { format: 'date' } } },
} satisfies { [name: string]: DocumentSchema };

const formats = { day: /^\d{4}-\d\d-\d\d$/, email: (text: string) => text === 'mine' };

/** A text by a schema: its mistakes after their lines, in the order of these. */
test.each<[keyof typeof schemas, text: string, ...says: string[]]>([
  ['pet', 'name: Rex\nkind: dog\n'],
  [
    'pet',
    'name: Rex\nkind: dog\nage: old',
    '3: age is "old"; expected a whole number from 0 to 40',
  ],
  ['pet', 'name: Rex\nkind: dog\nage:', '3: age is empty; expected a whole number from 0 to 40'],
  ['pet', 'name: Rex\nkind: dog\nweight: 0', '3: weight is 0; expected a number above 0'],
  ['pet', 'name: Rex\nkind: dog\ntame: "no"', '3: tame is "no"; expected true or false'],
  ['pet', 'name: Rex\nkind: dog\nborn: now', '3: born is "now"; expected a day as YYYY-MM-DD'],
  ['pet', 'name: Rex\nkind: dog\nsize: huge', '3: size is "huge"; expected a size'],
  // A secret is not repeated.
  [
    'pet',
    'name: Rex\nkind: dog\nchip: 70000123',
    '3: chip is a number; expected the number of its chip; quotes make it a text',
  ],
  [
    'pet',
    'name: ""\nkind: 5',
    '1: name is an empty text; expected a name',
    '2: kind is 5; expected one of cat, dog',
  ],
  // A key that is misspelt is not missing as well.
  [
    'pet',
    'nam: Rex\nkidn: dog\nx: 1',
    '1: unknown key nam; did you mean name?',
    '2: unknown key kidn; did you mean kind?',
    '3: unknown key x; known here: name, kind, age, weight, tame, chip, born, size',
  ],
  ['home', 'pets: []', '1: pets is an empty list; expected a list that is not empty'],
  [
    'home',
    'pets: [',
    '1:8: neither YAML nor JSON: unexpected end of the stream within a flow collection',
  ],
  ['home', '- Rex', ' the document is a list; expected a map of keys'],
  ['home', '# nothing yet\n', ' the document is empty; expected a map of keys'],
  [
    'home',
    'motto: 5\npets:\n  - kind: dogs\n    age: 7',
    '1: motto is 5; expected a text; quotes make it a text',
    '3: pets[0].name is missing; expected a name',
    '3: pets[0].kind is "dogs"; expected one of cat, dog; did you mean dog?',
  ],
  [
    'pets',
    '- kind: dog\n  age: 41\n- name: Tom\n  kidn: cat\n- 5\n',
    '1: name of entry 1 is missing; expected a name',
    '2: age of entry 1 is 41; expected a whole number from 0 to 40',
    '4: unknown key kidn of entry 2 (name "Tom"); did you mean kind?',
    '5: entry 3 is 5; expected a map of keys',
  ],
  ['kinds', 'type: dorp', '1: type is "dorp"; expected one of delay, drop; did you mean drop?'],
  ['kinds', 'type: delay', ' ms is missing; expected a whole number'],
  ['kinds', 'type: drop\nms: 3', '2: unknown key ms; known here: type'],
  ['named', 'a.first: 1\na.secnd: 2', '2: unknown key a.secnd; did you mean a.second?'],
  ['letters', 'a: 1\n7: 2', '2: unknown key 7; expected a letter'],
  // Common formats are known, and own ones take precedence.
  ['formats', 'a: mine\nb: 2026-01-31'],
  ['formats', 'a: a@mail.example', '1: a is "a@mail.example"; expected something else'],
])('as a document of %s, %j has these mistakes: %s', (name, text, ...says) => {
  const source = { file: 'home.yaml', text };
  const parsed = parsedDocument(source);
  const check = documentCheck(schemas[name], { knownBy: 'name', formats });
  const mistakes = 'mistake' in parsed ? [parsed.mistake] : check(parsed.value, source);
  const told = mistakes.map((one) => inWords([one], '').replace('home.yaml:', ''));
  expect(told).toEqual(says);
});

const either = {
  oneOf: [
    { const: 'ok' },
    { type: 'object', required: ['ms'], properties: { ms: { type: 'integer' } } },
  ],
  'x-words': 'ok or a delay',
};

test.each<[DocumentSchema, unknown, string]>([
  [{ type: 'array', maxItems: 1, 'x-words': 'tags' }, [1, 2], 'of at most 1 item'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'expected one without repeated items'],
  [{ type: 'string', maxLength: 1, 'x-words': 'a' }, 'ab', 'at most 1 character'],
  [{ type: ['integer', 'null'], minimum: 0 }, 'x', 'a whole number from 0, or null'],
  [either, 5, 'it is 5; expected ok or a delay'],
  [either, {}, 'ms is missing; expected a whole number'],
  [{ type: 'string' }, Number.NaN, 'it is NaN; expected a text; quotes make it a text'],
  [{ type: 'string' }, undefined, 'it is empty; expected a text'],
  [{ type: 'string' }, () => {}, 'it is a function; expected a text'],
])('by %j, a value of a program has one mistake: %s', (schema, value, says) => {
  expect(documentCheck(schema, { document: 'it' })(value)).toEqual([
    expect.objectContaining({ says: expect.stringContaining(says) }),
  ]);
});

test('of a thousand mistakes ten are listed, and what was meant is looked for at the first hundred', () => {
  const keys = Array.from({ length: 1000 }, (_, nth) => `motto${(nth + 46_656).toString(36)}`);
  const check = documentCheck({ ...schemas.home, properties: { motto1000: {} } });
  const mistakes = check(
    Object.fromEntries(
      keys
        .slice(1)
        .concat('mottox')
        .map((key) => [key, 1]),
    ),
  );
  expect(mistakes.filter(({ meant }) => meant)).toHaveLength(100);
  const lines = inWords(mistakes, 'home.yaml').split('\n');
  expect(lines[0]).toBe('home.yaml has 1000 mistakes:');
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('  and 990 more');
});

test('what no schema can say is a mistake like the others, with its line', () => {
  const mistake = mistakeAt(['b'], 'taken', { file: 'home.yaml', text: 'a: 1\nb: 2' });
  expect(inWords([mistake], '')).toBe('home.yaml:2: taken');
});
