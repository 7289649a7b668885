import { describe, expect, test } from 'vitest';
import { DialectProblem, parseDialect } from './dialect-file.ts';

const problem = (text: string): string => {
  try {
    parseDialect(text, 'my.yaml');
  } catch (error) {
    if (error instanceof DialectProblem) return error.message;
    throw error;
  }
  return 'no problem';
};

test('holds only what differs from the default', () => {
  expect(parseDialect('create.status.created: 200\nauth.prefix: Bearer\n', 'my.yaml')).toEqual({
    'create.status.created': 200,
    'auth.prefix': 'Bearer',
  });
});

test.each(['', '\n\n', '# nothing yet\n', '---\n', 'null\n', '{}'])('may be empty: %j', (text) => {
  expect(parseDialect(text, 'my.yaml')).toEqual({});
});

describe('a mistake names the key, what was found and what is allowed', () => {
  test.each([
    [
      'create.status.creatd: 200',
      'my.yaml: there is no open point "create.status.creatd". Did you mean "create.status.created"?',
    ],
    [
      'colour: red',
      'my.yaml: there is no open point "colour". See abuse-feed dialects show default.',
    ],
    [
      'fetch.who: everyone',
      'my.yaml: "fetch.who" is "everyone". Allowed: known, public, researchers, creator-and-owner.',
    ],
    [
      'create.status.created: 204',
      'my.yaml: "create.status.created" is 204. Allowed: 201, 200, 202, or another status from 200 to 599 with a body.',
    ],
    [
      'create.required.tags: "false"',
      'my.yaml: "create.required.tags" is "false". Allowed: true, false.',
    ],
    [
      'auth.prefix: [Bearer]',
      'my.yaml: "auth.prefix" is ["Bearer"]. Allowed: none, Bearer, either.',
    ],
    ['auth.prefix:', 'my.yaml: "auth.prefix" is null. Allowed: none, Bearer, either.'],
  ])('%s', (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  test('and all mistakes are named at once', () => {
    expect(problem('colour: red\nfetch.who: everyone\n').split('\n')).toHaveLength(2);
  });
});

test.each(['- a\n- b\n', 'just words', '42'])('is a mapping, which %j is not', (text) => {
  expect(problem(text)).toMatch(/^my\.yaml holds no mapping\. .*"create\.status\.created: 200"/);
});

test('is YAML; where it is not, the place is named', () => {
  expect(problem('auth.prefix: none\nfetch.who: [known\n')).toMatch(
    /^my\.yaml, line \d+, column \d+: .+ A dialect file is YAML\.$/,
  );
  expect(problem('fetch.who: known\nfetch.who: public\n')).toMatch(/line 2.*dupl/i);
});

test('may not put the lowest score above the highest', () => {
  expect(problem('create.score.minimum: 20\ncreate.score.maximum: 10\n')).toBe(
    'my.yaml: "create.score.minimum" is 20 and "create.score.maximum" is 10. The lowest score may not be above the highest.',
  );
  expect(problem('create.score.minimum: 101')).toMatch(/"create.score.maximum" is 100/);
});
