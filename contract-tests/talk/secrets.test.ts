import { expect, test } from 'vitest';
import { conforming, violating } from '../reporters/recorded.test.support.ts';
import { redacted, secretForms } from './secrets.ts';

const token = 'Bearer s3cret-Tökən/of+"the"=kit';
const [, bare = ''] = secretForms(token);
const everyByte = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');

test.each([
  ['as it is', token],
  ['without its scheme', bare],
  ['in upper case', bare.toUpperCase()],
  ['in a URL', encodeURIComponent(bare)],
  ['in a URL, every byte of it', everyByte(bare).toUpperCase()],
  ['in JSON', JSON.stringify(bare).slice(1, -1)],
  [
    'in JSON of ASCII',
    bare
      .replace(/[^ -~]/g, (one) => `\\u0${one.charCodeAt(0).toString(16).padStart(3, '0')}`)
      .replaceAll('"', '\\"'),
  ],
  ...[`${token}`, `a${bare}`, `ab${bare}`, `user:${bare}:x`].flatMap((text) => [
    ['in Base64', Buffer.from(text).toString('base64')],
    ['in Base64 for URLs', Buffer.from(text).toString('base64url')],
  ]),
])('a token is hidden that is told %s', (_how, told) => {
  const hidden = redacted({ actual: `seen: ${told}.` }, secretForms(token));
  expect(hidden.actual).toMatch(/^seen: (Bearer )?\w{0,12}\$TOKEN\w{0,6}=*\.$/i);
});

test('a word that is a token is hidden in what a server says, and nowhere in what we say', () => {
  const reason = 'the target file has no tokens.reader';
  const ours = {
    clauses: [{ id: 'delete/reader-may-not', reason }],
    causes: [{ follows: ['delete/other-researcher-may-not'], expected: 'no service but this' }],
    file: 'reader.yaml',
    areas: ['feed', 'lookup'],
    reader: true,
    url: 'http://localhost/feed/reader/api',
    body: '{"service":"other","reader": 1}',
  };
  const tokens = ['reader', 'service', 'other-researcher', 'lookup-service', 'feed', 'id'];
  expect(redacted(ours, tokens.slice(0, 4))).toEqual(ours);
  const told = {
    actual: '401 {"error":"no reader like \\"service\\"","id":"id"}',
    body: 'reader is unknown',
    headers: { 'x-seen': 'reader' },
  };
  expect(redacted(told, tokens)).toEqual({
    actual: '401 {"error":"no $TOKEN like \\"$TOKEN\\"","id":"$TOKEN"}',
    body: '$TOKEN is unknown',
    headers: { 'x-seen': '$TOKEN' },
  });
});

test('a finished report reads the same where its tokens are words of ours', () => {
  const words = [
    'researcher',
    'service',
    'reader',
    'analyst',
    'delete',
    'flag',
    'section',
    'met',
    ...['own', 'success', 'mixed', 'feed', 'known'],
  ];
  const withoutExchanges = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, one) => (key === 'exchange' ? undefined : one)));
  expect(redacted(conforming.card, words)?.learned.map(({ answer }) => answer)).toEqual(
    conforming.card?.learned.map(({ answer }) => answer),
  );
  expect(withoutExchanges(redacted(violating, words))).toEqual(withoutExchanges(violating));
});
