import { expect, test } from 'vitest';
import { DialectProblem } from './dialect.ts';
import { checkedDialect, parseDialect } from './dialect-file.ts';

function problem(text: string): string {
  try {
    parseDialect(text, 'my.yaml');
  } catch (error) {
    if (error instanceof DialectProblem) return error.message;
    throw error;
  }
  return 'no problem';
}

test('holds only what differs from the default', () => {
  expect(parseDialect('create.status.created: 200\nauth.prefix: Bearer\n', 'my.yaml')).toEqual({
    'create.status.created': 200,
    'auth.prefix': 'Bearer',
  });
});

test.each(['', '\n\n', '# nothing yet\n', '---\n', 'null\n', '{}'])('may be empty: %j', (text) => {
  expect(parseDialect(text, 'my.yaml')).toEqual({});
});

test.each([
  [
    'create.status.creatd: 200',
    '1: unknown key create.status.creatd; did you mean create.status.created?',
  ],
  [
    'auth.lifetime: .inf',
    '1: auth.lifetime is Infinity; expected unlimited, 86400, 3600, or any whole number from 1 to 3153600000',
  ],
  [
    'colour: red',
    '1: unknown key colour; expected an open point; docs/specification.md lists them',
  ],
  [
    '# who\nfetch.who: everyone',
    '2: fetch.who is "everyone"; expected one of known, public, researchers, creator-and-owner',
  ],
  [
    'create.status.created: 204',
    '1: create.status.created is 204; expected 201, 200, 202, or another status from 200 to 599 with a body',
  ],
])('the mistake of %j is told with its line, and what is allowed', (text, expected) => {
  expect(problem(text)).toBe(`my.yaml:${expected}`);
});

test.each(['- a\n- b\n', 'just words'])('is a map, which %j is not', (text) => {
  expect(problem(text)).toMatch(
    /^my\.yaml: the dialect is .*; expected a map .*create\.status\.created: 200$/,
  );
});

test('may not put the lowest score above the highest', () => {
  expect(problem('# scores\ncreate.score.minimum: 20\ncreate.score.maximum: 10\n')).toBe(
    'my.yaml:2: create.score.minimum is 20 and create.score.maximum is 10; expected a lowest score that is not above the highest',
  );
  expect(problem('create.score.minimum: 101')).toMatch(/create.score.maximum is 100/);
  expect(problem('create.score.maximum: -1')).toMatch(/^my\.yaml:1: .*create.score.minimum is 0/);
});

test('may come from a program, which has no lines and may leave answers undefined', () => {
  expect(checkedDialect({ 'auth.prefix': 'Bearer', 'create.score.minimum': undefined })).toEqual({
    'auth.prefix': 'Bearer',
  });
  expect(() => checkedDialect({ 'fetch.who': Number.NaN })).toThrow(/^fetch\.who is/);
  expect(() => checkedDialect(null)).toThrow('the dialect is empty; expected a map');
});
