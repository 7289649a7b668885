import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/spec/package-root.ts';
import { newDraft } from '../talk/draft.ts';
import { TargetError } from './target.ts';
import { checkedTarget } from './target-check.ts';
import { readTarget } from './target-file.ts';

const feedOnly = `baseUrl: http://127.0.0.1:1/api/
service: tunnelco
areas: [feed]
tokens:
  researcher: \${SECRET}
`;

const read = (text: string, env = { SECRET: 's3cret' } as Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  writeFileSync(join(folder, 't.yaml'), text);
  return readTarget('t.yaml', { env, cwd: folder });
};

const complaint = (text: string, env?: Record<string, string>): string => {
  try {
    read(text, env);
  } catch (error) {
    if (error instanceof TargetError) return error.message;
    throw error;
  }
  return 'none';
};

test('the example target is a valid one', () => {
  const file = join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');
  expect(readTarget(file, { env: {}, cwd: '/' }).tokens.limited).toHaveLength(3);
});

test('a value is read from the environment', () => {
  expect(read(feedOnly).tokens.researcher).toBe('s3cret');
});

test('a variable that is not set is named', () => {
  expect(complaint(feedOnly, {})).toMatch(/tokens\.researcher.*SECRET/);
});

test('a variable overrides the file, and a flag overrides the variable', () => {
  const env = { SECRET: 's', ABUSE_FEED_SERVICE: 'other', ABUSE_FEED_BASE_URL: 'http://b/' };
  expect(read(feedOnly, env)).toMatchObject({ service: 'other', baseUrl: 'http://b/' });
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  writeFileSync(join(folder, 't.yaml'), feedOnly);
  const target = readTarget('t.yaml', { env, cwd: folder, flags: { baseUrl: 'http://flag/' } });
  expect(target.baseUrl).toBe('http://flag/');
});

test('the address of a payload has a host, a port and something that changes', () => {
  const payload = (address: string) => `${feedOnly}payload: { c2Address: "${address}" }\n`;
  const drafted = newDraft(read(payload('203.{n}.{n}.{n}:4444')).payload);
  expect(drafted.c2Address).toMatch(/^203(\.\d{1,3}){3}:4444$/);
  for (const wrong of ['203.0.113.7:4444', 'c2-{n}.example', 'tcp://c2-{n}.example:1'])
    expect(complaint(payload(wrong))).toContain('payload.c2Address is');
});

test('an unknown key is an error with its line and the key that was meant', () => {
  expect(complaint(feedOnly.replace('  researcher', '  reseacher'))).toBe(
    't.yaml:5: unknown key tokens.reseacher; did you mean tokens.researcher?',
  );
});

test.each([
  ['service: tunnelco', 'service: 5', /t\.yaml:2: service is 5; expected a text/],
  ['http://127.0.0.1:1/api/', 'localhost', /t\.yaml:1: baseUrl is "localhost"; expected a URL/],
  ['areas: [feed]', 'areas: [feeds]', /areas\[0\] is "feeds"; expected one of feed, lookup/],
  ['areas: [feed]', '', /analysisUrl is missing; expected to be given, or areas: \[feed\]/],
  ['service: tunnelco\n', '', /service is missing/],
] as const)('%s instead of %s is said in one line', (good, bad, message) => {
  expect(complaint(feedOnly.replace(good, bad))).toMatch(message);
});

test('a wrong token is not printed', () => {
  const twice = `${feedOnly}  otherResearcher: s3cret\n`;
  expect(complaint(twice)).toMatch(/tokens\.otherResearcher is given; expected another caller/);
});

test('what is no map is refused', () => {
  expect(() => checkedTarget([])).toThrow(TargetError);
});
