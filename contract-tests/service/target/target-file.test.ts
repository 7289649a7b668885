import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../../src/values/folder-with.test.support.ts';
import { packageRoot } from '../../../src/values/package-root.ts';
import { newDraft } from '../requests/draft.ts';
import { secretsOf } from './secrets.ts';
import { TargetError } from './target.ts';
import { readTarget } from './target-file.ts';

const feedOnly = `baseUrl: http://127.0.0.1:1/api/
service: tunnelco
areas: [feed]
tokens:
  researcher: \${SECRET}
`;

function read(text: string, env = { SECRET: 's3cret' } as Record<string, string>) {
  return readTarget('t.yaml', { env, cwd: folderWith({ 't.yaml': text }) });
}

function complaint(text: string, env?: Record<string, string>): string {
  try {
    read(text, env);
  } catch (error) {
    if (error instanceof TargetError) return error.message;
    throw error;
  }
  return 'none';
}

test('the example target is a valid one', () => {
  const file = join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');
  expect(readTarget(file, { env: {}, cwd: '/' }).tokens.limited).toHaveLength(3);
});

test('a value is read from the environment; a variable overrides the file, and a flag overrides the variable', () => {
  const env = { SECRET: 's', ABUSE_FEED_SERVICE: 'other', ABUSE_FEED_BASE_URL: 'http://b/' };
  expect(read(feedOnly).tokens.researcher).toBe('s3cret');
  expect(read(feedOnly, env)).toMatchObject({ service: 'other', baseUrl: 'http://b/' });
  const cwd = folderWith({ 't.yaml': feedOnly });
  const target = readTarget('t.yaml', { env, cwd, at: { baseUrl: 'http://flag/' } });
  expect(target.baseUrl).toBe('http://flag/');
});

test('each {n} in the address of a payload is a number that changes', () => {
  const { payload } = read(`${feedOnly}payload: { c2Address: "203.{n}.{n}.{n}:4444" }\n`);
  expect(newDraft(payload).c2Address).toMatch(/^203(\.\d{1,3}){3}:4444$/);
});

const limitedTwice = 'limited: [{ token: l, remaining: 4 }, { token: l, remaining: 6 }]';

test.each<[good: string, bad: string, says: RegExp]>([
  ['http://127.0.0.1:1/api/', 'localhost', /^t\.yaml:1: baseUrl is "localhost"; expected a URL/],
  ['1/api/', '1/?v=2', /^t\.yaml:1: baseUrl is "http:\S*\?v=2"; expected a URL .* has no query/],
  ['areas: [feed]', '', /analysisUrl is missing\. Add it, or judge the feed only: areas: \[feed\]/],
  ['service: tunnelco\n', '', /^t\.yaml: service is missing/],
  ['service: tunnelco\n', 'service:\n', /^t\.yaml:2: service is missing/],
  [`\${SECRET}`, '12345', /^t\.yaml:5: tokens\.researcher is a number; expected a text; quotes/],
  [feedOnly, '# to do\n', /^t\.yaml has 6 mistakes:/],
  [`\${SECRET}\n`, `\${SECRET}\n  reader: s3cret\n`, /reader is given; expected another caller/],
  // It would be used up twice.
  [
    `\${SECRET}\n`,
    `\${SECRET}\n  ${limitedTwice}\n`,
    /tokens\.limited\[1\]\.token is given; expected another caller than tokens\.limited\[0\]/,
  ],
  [
    'areas',
    'callers: { researcher: { researcher: false } }\nareas',
    /^t\.yaml:3: callers\.researcher\.researcher is false; expected true, as tokens\.researcher means, or nothing$/,
  ],
  [
    'areas',
    'callers: { service: { owns: none } }\nareas',
    /^t\.yaml:3: callers\.service\.owns is "none"; expected tunnelco, as tokens\.service means$/,
  ],
  [
    'areas',
    'headers: { AUTHORIZATION: x }\nareas',
    /headers\.AUTHORIZATION is set by the kit, differently for each request; expected another header/,
  ],
  ['areas', 'headers: { X Gate: x }\nareas', /headers\.X Gate/],
  ...['203.0.113.7:4444', 'c2-{n}.example', 'tcp://c2-{n}.example:1'].map(
    (wrong): [string, string, RegExp] => [
      'areas',
      `payload: { c2Address: "${wrong}" }\nareas`,
      /payload\.c2Address is/,
    ],
  ),
])('%j, written as %j, is said in one line', (good, bad, says) => {
  expect(complaint(feedOnly.replace(good, () => bad))).toMatch(says);
});

test('mistakes are said at once, each on its line, ten and how many more there are', () => {
  const text = `baseUrl: localhost
service: tunnelco
otherService: tunnelco
tokens:
  reseacher: \${SECRET}
  reader: \${READER}
  limited:
    - { token: other, remaining: many }
    - { remaining: 3 }
unknownHash: abc
`;
  const more = `${text}waive:
  - { clause: delete/flag-typ, reason: ticket 17 }
pace: { timeoutMs: 0 }
`;
  expect(complaint(text, { SECRET: 's3cret' }).split('\n  ')).toEqual([
    't.yaml has 10 mistakes:',
    't.yaml: analysisUrl is missing. Add it, or judge the feed only: areas: [feed]',
    't.yaml: analyses is missing. Add it, or judge the feed only: areas: [feed]',
    't.yaml:1: baseUrl is "localhost"; expected a URL that starts with http:// or https:// and has no query',
    't.yaml:3: otherService is "tunnelco"; expected another feed than `service`',
    't.yaml:4: tokens.analyst is missing. Add it, or judge the feed only: areas: [feed]',
    't.yaml:5: unknown key tokens.reseacher; did you mean tokens.researcher?',
    't.yaml:6: tokens.reader needs the environment variable READER, which is not set',
    't.yaml:8: tokens.limited[0].remaining is given; expected a whole number from 0',
    't.yaml:9: tokens.limited[1].token is missing; expected a text',
    't.yaml:10: unknownHash is "abc"; expected 64 hexadecimal characters',
  ]);
  expect(complaint(more, { SECRET: 's3cret' })).toMatch(
    / has 12 mistakes:\n(.*\n){10} {2}and 2 more$/,
  );
  const two = feedOnly + more.slice(more.indexOf('waive:'));
  expect(complaint(two, { SECRET: 's3cret' }).split('\n  ').slice(1)).toEqual([
    expect.stringContaining(
      ' waive[0].clause is "delete/flag-typ"; expected a clause that --list names; did you mean delete/flag-type?',
    ),
    expect.stringContaining(' pace.timeoutMs is 0; expected a whole number from 1'),
  ]);
});

test('a mistake in what an option or a variable says is in no line of the file', () => {
  const cwd = folderWith({ 't.yaml': feedOnly.replace(`\${SECRET}`, 'token') });
  const at = { baseUrl: 'localhost' };
  expect(() => readTarget('t.yaml', { env: {}, cwd, at })).toThrow(
    /^--base-url: baseUrl is "localhost"; expected a URL/,
  );
  const env = { ABUSE_FEED_BASE_URL: 'localhost' };
  expect(() => readTarget('t.yaml', { env, cwd })).toThrow(/^ABUSE_FEED_BASE_URL: baseUrl is /);
});

test('a number may be read from the environment', () => {
  const limited = `${feedOnly}  limited: [{ token: l, remaining: "\${LEFT}" }]\n`;
  const env = { SECRET: 's', LEFT: '4' };
  expect(read(limited, env).tokens.limited).toEqual([{ token: 'l', remaining: 4 }]);
});

test('a variable that is not set is not needed for a value that is overridden', () => {
  expect(read(feedOnly, { ABUSE_FEED_TOKEN_RESEARCHER: 'own' }).tokens.researcher).toBe('own');
});

test('a token in the environment that the file does not name is not used', () => {
  const env = { SECRET: 's', ABUSE_FEED_TOKEN_READER: 'r', ABUSE_FEED_OTHER_SERVICE: 'other' };
  const { tokens, otherService } = read(feedOnly, env);
  expect(tokens).toEqual({ researcher: 's', limited: [] });
  expect(otherService).toBe('other');
  expect(read(`${feedOnly}  reader: q\n`, env).tokens.reader).toBe('r');
});

test('headers for every request are read from the environment, except those of single requests', () => {
  const text = `headers: { X-Gate: "\${GATE}" }\n${feedOnly}`;
  const env = { SECRET: 's', GATE: 'open sesame' };
  expect(read(text, env).headers).toEqual({ 'x-gate': 'open sesame' });
  expect(secretsOf(read(text, env))).toContain('open sesame');
});

test('an override does not repair a file that is not a map', () => {
  const env = { ABUSE_FEED_TOKEN_RESEARCHER: 'own' };
  const text = 'baseUrl: http://a/\nservice: tunnelco\nareas: [feed]\ntokens: s3cret\n';
  expect(complaint(text, env)).toBe('t.yaml:4: tokens is given; expected a map of keys');
});

test.each([
  'http://joe:pw-9@127.0.0.1:1/',
  'https://pw-9@feed.example',
  'http:\\\\joe:pw-9@feed.example',
  'http://joe:pw-9/1@feed.example',
  'joe:pw-9@feed.example',
])('a user name or a password in %s is refused wherever it comes from, and not shown', (url) => {
  const why = (key: string) =>
    `${key} has a user name or a password in it; expected a URL without. Under tokens, write what is ` +
    'to be sent as Authorization, such as "Basic " and both in Base64; clients of listen send their own';
  const inFile = feedOnly.replace('http://127.0.0.1:1/api/', `'${url}'`);
  expect(complaint(inFile)).toBe(`t.yaml:1: ${why('baseUrl')}`);
  const env = { SECRET: 's3cret', ABUSE_FEED_ANALYSIS_URL: url };
  expect(complaint(feedOnly, env)).toBe(`ABUSE_FEED_ANALYSIS_URL: ${why('analysisUrl')}`);
  const at = { baseUrl: url };
  for (const options of [{ at }, { env: { ABUSE_FEED_BASE_URL: url } }])
    expect(() => readTarget(undefined, { env: {}, cwd: '/', listening: true, ...options })).toThrow(
      why('baseUrl'),
    );
});

test('an @ after the host of a URL is not a secret', () => {
  const url = 'http://127.0.0.1:1/@team/a@b';
  expect(read(feedOnly.replace('http://127.0.0.1:1/api/', url)).baseUrl).toBe(url);
});

test('one caller may play several parts, and be described further', () => {
  const both = `${feedOnly}  service: owner\n  reader: owner\n`;
  expect(read(both).tokens.reader).toBe('owner');
  const callers = { analyst: { researcher: false, owns: 'none' } };
  expect(read(`${feedOnly}callers: ${JSON.stringify(callers)}\n`).callers).toEqual(callers);
});

test.each([
  '  limited: s3cret-text',
  '  limited: [s3cret-text, { token: [s3cret-text], remaining: s3cret-text }]',
  '  limited: [[s3cret-text], { token: { a: s3cret-text }, remaining: [s3cret-text] }]',
  '  researcher: [s3cret-text]',
  '  reader: { token: s3cret-text }',
])('nothing below tokens is printed, whatever its shape: %s', (line) => {
  const rest = feedOnly.replace(new RegExp(`^ {2}${line.trim().split(':')[0]}:.*\n`, 'm'), '');
  const said = complaint(rest.replace(/^tokens:$/m, `tokens:\n${line}`), {});
  expect(said).toContain('; expected ');
  expect(said).not.toContain('s3cret');
});

test.each([
  [`pace: { timeoutMs: "\${OTHER}" }`, `pace.timeoutMs is \${OTHER}; expected`],
  [
    `otherService: tunnelco\ncallers: { service: { owns: "\${OTHER}" } }`,
    `owns is \${OTHER}; expected`,
  ],
  [`ca: "\${OTHER}"`, `\${OTHER} cannot be read: there is no such file`],
])('a value from the environment is not printed, whatever its key: %s', (line, says) => {
  for (const secret of ['s3cret"text', 's3cret'.repeat(20)]) {
    const said = complaint(`${feedOnly}${line}\n`, { SECRET: 's', OTHER: secret });
    expect(said).toContain(says);
    expect(said).not.toContain('s3cret');
  }
});

test('a value from a variable of ours is not printed, and the variable is named', () => {
  const env = { SECRET: 's', ABUSE_FEED_BASE_URL: 's3cret-url' };
  expect(complaint(feedOnly, env)).toContain(`baseUrl is \${ABUSE_FEED_BASE_URL}; expected`);
});
