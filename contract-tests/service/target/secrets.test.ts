import { expect, test } from 'vitest';
import { secretForms } from '../../../src/traffic/secrets.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import { redactorOf } from './secrets.ts';

const token = 'Bearer s3cret-Tökən/of+"the"=kit';
const [, bare = ''] = secretForms(token);
const words = ['reader', 'service', 'other-researcher', 'lookup-service', 'feed', 'id'];
const ours = [...words, 'file256Hash', 'lookup/by-sha256', 'otherServiceOwner'];

test.each([
  'no service but this',
  'delete/reader-may-not',
  'reader.yaml',
  'http://localhost/feed/reader/api',
  '{"service":"other","reader": 1}',
  'lookup/by-sha256, file256Hash: tokens.otherServiceOwner',
])('a token that is an ordinary word stays in a sentence of ours: %s', (text) => {
  expect(redactorOf(ours).ours(text)).toBe(text);
  expect(redactorOf(words).theirs(text)).toBe(text);
});

test('a token that is an ordinary word is hidden in responses, but not in requests', () => {
  const { theirs, exchange } = redactorOf(words);
  expect(theirs('401 {"error":"no reader like \\"service\\"","id":"id"}')).toBe(
    '401 {"error":"no $TOKEN like \\"$TOKEN\\"","id":"$TOKEN"}',
  );
  const request = {
    method: 'GET',
    url: 'http://localhost/feed/feed/api?report=id',
    headers: { authorization: 'reader', accept: 'service' },
    body: '{"tags":["reader"]}',
  };
  const about = { service: 'feed', report: 'id' };
  const sent = { tags: ['reader'] };
  const response = { status: 401, headers: { 'x-seen': 'reader' }, body: 'reader is unknown' };
  const seen = someExchange({ about, sent, request, response });
  expect(exchange(seen)).toEqual({
    ...seen,
    request: { ...request, headers: { authorization: '$TOKEN', accept: 'service' } },
    response: { status: 401, headers: { 'x-seen': '$TOKEN' }, body: '$TOKEN is unknown' },
  });
});

test('a secret is hidden wherever an exchange has it', () => {
  const seen = someExchange({
    about: { report: bare },
    sent: { tags: [bare] },
    request: {
      method: 'GET',
      url: `http://localhost/${bare}`,
      headers: { 'x-by': token },
      body: bare,
    },
    response: { status: 200, headers: { by: bare }, body: JSON.stringify({ by: bare }) },
  });
  const hidden = JSON.stringify(redactorOf(secretForms(token)).exchange(seen));
  expect(hidden).not.toContain('s3cret');
  expect(hidden.match(/\$TOKEN/g)).toHaveLength(7);
});

test('a variable that stands for a token is shown, even if it looks like the token', () => {
  const { ours, theirs } = redactorOf(['token-researcher-1', 'token-reader']);
  const line = '-H "Authorization: $ABUSE_FEED_TOKEN_RESEARCHER" -H "X: $ABUSE_FEED_TOKEN_READER"';
  expect(ours(line)).toEqual(line);
  expect(theirs(line)).toEqual(line);
  expect(ours('TOKEN_RESEARCHER_1, $ABUSE_FEED_TOKEN_RESEARCHER')).toBe(
    '$TOKEN, $ABUSE_FEED_TOKEN_RESEARCHER',
  );
});
