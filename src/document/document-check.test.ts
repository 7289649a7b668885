import { expect, test } from 'vitest';
import { inWords, mistakeAt, parsedDocument } from './document.ts';
import { type DocumentSchema, documentCheck } from './document-check.ts';

function text(words: string, more = {}) {
  return {
    type: 'string',
    minLength: 1,
    'x-words': words,
    ...more,
  };
}

const pet = {
  type: 'object',
  properties: {
    name: text('a name'),
    kind: { enum: ['cat', 'dog'] },
    age: { type: 'integer', minimum: 0, maximum: 40 },
    weight: { type: 'number', exclusiveMinimum: 0 },
    tame: { type: 'boolean' },
    chip: text('the number of its chip', { writeOnly: true }),
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

const formats = { day: (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) };
const mistakesIn = documentCheck(schema, { document: 'the household', formats });

function complaints(written: string, check = mistakesIn): string[] {
  const source = { file: 'home.yaml', text: written };
  const parsed = parsedDocument(source);
  const mistakes = 'mistake' in parsed ? [parsed.mistake] : check(parsed.value, source);
  return mistakes.map((one) => inWords([one], ''));
}

const first = 'pets:\n  - name: Rex\n    kind: dog\n';

test('a document without mistakes has none', () => {
  expect(complaints(first)).toEqual([]);
});

test.each([
  [`${first}    age: old\n`, '4: pets[0].age is "old"; expected a whole number from 0 to 40'],
  [`${first}    age: 41\n`, '4: pets[0].age is 41; expected a whole number from 0 to 40'],
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
  ['pets: Rex', '1: pets is "Rex"; expected a list that is not empty'],
  [
    '{ "pets": [\n{ "name": "Rex",\n"kind": 5 }] }',
    '3: pets[0].kind is 5; expected one of cat, dog',
  ],
  ['pets: [', '1:8: neither YAML nor JSON: unexpected end of the stream within a flow collection'],
])('a document with %j is told that %s', (written, says) => {
  expect(complaints(written)).toEqual([`home.yaml:${says}`]);
});

test('what is no map is said of the whole document', () => {
  expect(complaints('- Rex')).toEqual([
    'home.yaml: the household is a list; expected a map of keys',
  ]);
  expect(complaints('# nothing yet\n')).toEqual([
    'home.yaml: the household is empty; expected a map of keys',
  ]);
});

test('all mistakes come at once, in the order of their lines', () => {
  const written = 'motto: 5\npets:\n  - knid: dog\n    name: 7\n    age: -1\n';
  expect(complaints(written)).toEqual([
    'home.yaml:1: motto is 5; expected a text; quotes make it a text',
    'home.yaml:3: unknown key pets[0].knid; did you mean pets[0].kind?',
    'home.yaml:4: pets[0].name is 7; expected a name; quotes make it a text',
    'home.yaml:5: pets[0].age is -1; expected a whole number from 0 to 40',
  ]);
});

test('a key that is misspelt is not missing as well', () => {
  expect(complaints('pets:\n  - nam: Rex\n    kidn: dog\n')).toEqual([
    'home.yaml:2: unknown key pets[0].nam; did you mean pets[0].name?',
    'home.yaml:3: unknown key pets[0].kidn; did you mean pets[0].kind?',
  ]);
});

test('a key that is there and wrong is said beside a misspelling of it', () => {
  expect(complaints('pets:\n  - name: Rex\n    kind: cow\n    kidn: dog\n')).toEqual([
    'home.yaml:3: pets[0].kind is "cow"; expected one of cat, dog',
    'home.yaml:4: unknown key pets[0].kidn; did you mean pets[0].kind?',
  ]);
});

test('a secret is not repeated', () => {
  expect(complaints(`${first}    chip: 70000123\n`)).toEqual([
    'home.yaml:4: pets[0].chip is a number; expected the number of its chip; quotes make it a text',
  ]);
});

test('names of keys may be listed, and have dots in them', () => {
  const check = documentCheck({ type: 'object', propertyNames: { enum: ['a.first', 'a.second'] } });
  expect(complaints('a.first: 1\na.secnd: 2\n', check)).toEqual([
    'home.yaml:2: unknown key a.secnd; did you mean a.second?',
  ]);
});

test('where many keys are known, the schema may say what they are', () => {
  const words = 'a letter';
  const names = { type: 'object', propertyNames: { pattern: '^[a-z]$', 'x-words': words } };
  expect(complaints('a: 1\n7: 2\n', documentCheck(names))).toEqual([
    'home.yaml:2: unknown key 7; expected a letter',
  ]);
});

test('a list names its entries by number and by the key they are known by', () => {
  const check = documentCheck({ type: 'array', items: pet }, { knownBy: 'name', formats });
  const written = '- kind: dog\n  age: 41\n- name: Tom\n  kidn: cat\n- 5\n';
  expect(complaints(written, check)).toEqual([
    'home.yaml:1: name of entry 1 is missing; expected a name',
    'home.yaml:2: age of entry 1 is 41; expected a whole number from 0 to 40',
    'home.yaml:4: unknown key kidn of entry 2 (name "Tom"); did you mean kind?',
    'home.yaml:5: entry 3 is 5; expected a map of keys',
  ]);
});

test('a value of a program need not be JSON', () => {
  expect(mistakesIn({ motto: Number.NaN, pets: undefined, tame: () => {} })).toMatchObject([
    { says: 'unknown key tame; known here: pets, motto' },
    { says: 'motto is NaN; expected a text; quotes make it a text' },
  ]);
  expect(mistakesIn(undefined)).toMatchObject([
    { says: 'the household is empty; expected a map of keys' },
  ]);
});

test('a document of several kinds is held to its own', () => {
  const kind = (name: string, properties: object) => ({
    properties: { type: { const: name }, ...properties },
    required: ['type', ...Object.keys(properties)],
    additionalProperties: false,
  });
  const check = documentCheck({
    type: 'object',
    discriminator: { propertyName: 'type' },
    required: ['type'],
    oneOf: [kind('delay', { ms: { type: 'integer' } }), kind('drop', {})],
  });
  expect(complaints('type: dorp\n', check)).toEqual([
    'home.yaml:1: type is "dorp"; expected one of delay, drop; did you mean drop?',
  ]);
  expect(complaints('type: delay\n', check)).toEqual([
    'home.yaml: ms is missing; expected a whole number',
  ]);
  expect(complaints('type: drop\nms: 3\n', check)).toEqual([
    'home.yaml:2: unknown key ms; known here: type',
  ]);
});

test('what no schema can say is a mistake like the others, and several are a list', () => {
  const source = { file: 'home.yaml', text: first };
  const mistake = mistakeAt(['pets', 0, 'name'], 'pets[0].name is taken', source);
  expect(inWords([mistake], 'home.yaml')).toBe('home.yaml:2: pets[0].name is taken');
  expect(inWords([mistake, mistakeAt(['motto'], 'motto is missing')], 'home.yaml')).toBe(
    'home.yaml has 2 mistakes:\n  home.yaml:2: pets[0].name is taken\n  motto is missing',
  );
});

test('of a thousand mistakes ten are listed, and what was meant is looked for at the first hundred', () => {
  const near = Array.from(
    { length: 1000 },
    (_, nth) => `motto${nth.toString(36).padStart(2, '0')}`,
  );
  const mistakes = mistakesIn(Object.fromEntries(near.map((key) => [key, 1])));
  expect(mistakes).toHaveLength(1000);
  expect(mistakes.filter(({ meant }) => meant)).toHaveLength(100);
  const lines = inWords(mistakes, 'home.yaml').split('\n');
  expect(lines[0]).toBe('home.yaml has 1000 mistakes:');
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('  and 990 more');
});

test('common formats are known, and own ones take precedence', () => {
  const schema = { type: 'object', properties: { a: { format: 'email' }, b: { format: 'date' } } };
  const mistakesIn = documentCheck(schema, { formats: { date: /^today$/ } });
  const says = (value: unknown) => mistakesIn(value).map((mistake) => mistake.path.join());
  expect(says({ a: 'a@mail.example', b: 'today' })).toEqual([]);
  expect(says({ a: 'mail', b: '2026-01-31' })).toEqual(['a', 'b']);
});

const either = {
  oneOf: [
    { const: 'ok' },
    { type: 'object', required: ['ms'], properties: { ms: { type: 'integer' } } },
  ],
  'x-words': 'ok or a delay',
};

test.each<[string, DocumentSchema, unknown, string]>([
  [
    'too many',
    { type: 'array', maxItems: 1, 'x-words': 'tags' },
    [1, 2],
    'a list of at most 1 item',
  ],
  ['repeated', { type: 'array', uniqueItems: true }, [1, 1], 'expected one without repeated items'],
  [
    'too long',
    { type: 'string', maxLength: 1, 'x-words': 'a letter' },
    'ab',
    'at most 1 character',
  ],
  ['neither', { type: ['integer', 'null'], minimum: 0 }, 'x', 'a whole number from 0, or null'],
  ['no alternative', either, 5, 'it is 5; expected ok or a delay'],
  ['one that takes maps', either, {}, 'ms is missing; expected a whole number'],
])('a value that is %s is told so', (_what, schema, value, says) => {
  const [mistake, ...more] = documentCheck(schema, { document: 'it' })(value);
  expect(mistake?.says).toContain(says);
  expect(more).toEqual([]);
});
