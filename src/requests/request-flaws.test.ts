import { expect, test } from 'vitest';
import { feed } from '../http/request/sample-values.test.support.ts';
import { foreignMethod } from '../spec/methods.test.support.ts';
import type { OperationPlace } from '../spec/operations.ts';
import { bodyFlaws, requestFlaws, type SentToken } from './request-flaws.ts';

const hash = 'a'.repeat(64);
const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const one = `${feed}?report=${id}`;
const lookup = `/private/sample/${hash}`;
const draft = {
  tags: ['a:b', '{'],
  c2Address: 'c2.example:443',
  file256Hash: hash,
  referenceLink: `https://results.example/${hash}`,
  confidenceScore: 5,
};

type Sent = readonly [method: string, url: string, body?: string | object];

/** The ids of the flaws of a request, without their common beginning. */
function flawsOf([method, url, body]: Sent, token: SentToken = { hasToken: true }) {
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const headers = { 'content-type': 'application/json', ...(text && { 'content-length': '9' }) };
  const request = { method, url, headers, ...(text !== undefined && { body: text }) };
  return requestFlaws(request, token)?.map((flaw) => flaw.id.replace('client/', ''));
}

function created(change: object): Sent {
  return ['POST', feed, { ...draft, ...change }];
}

test.each<[sent: Sent, ...flaws: string[]]>([
  [['GET', one]],
  [['GET', lookup]],
  [created({})],
  [created({ tags: Array(5000).fill('x'), confidenceScore: 1e6 })],
  [created({ referenceLink: 'https://somebody@results.example:8443/?a=b#c' })],
  [['GET', one, '{}'], 'needless-body'],
  [['DELETE', one, '{}'], 'needless-body'],
  [['GET', feed], 'no-report'],
  [['GET', `${feed}?report=1`], 'report-format'],
  [['GET', '/private/sample/abc'], 'hash-format'],
  [['DELETE', `${one}&report=${id}`], 'relies-on-feed.repeated-parameters'],
  [['GET', `${feed}?report=${id.toUpperCase()}`], 'relies-on-feed.id-case'],
  [['GET', lookup.toUpperCase().replace(/.*\//, '/private/sample/')], 'relies-on-lookup.hash-case'],
  [['GET', `${one}&page=2`], 'relies-on-feed.unknown-parameters'],
  [['GET', `${lookup}?page=2`], 'relies-on-lookup.unknown-parameters'],
  [[foreignMethod, feed], 'no-operation'],
  [['POST', `${feed}s`, draft], 'wrong-path'],
  [['POST', feed], 'no-body'],
  [['POST', feed, '{'], 'malformed-body'],
  [['POST', feed, '[]'], 'body-type'],
  [['POST', feed, JSON.stringify(draft).replace('{', '{ "tags": [], ')], 'field-twice'],
  [created({ tags: 'rat' }), 'tags-type'],
  [created({ tags: [1] }), 'tags-type'],
  [created({ confidenceScore: 1.5 }), 'confidenceScore-type'],
  [created({ c2Address: 'c2.example:0' }), 'c2Address-format'],
  [created({ c2Address: 'c2.example' }), 'c2Address-format'],
  [created({ c2Address: '[2001:db8::5]:443' }), 'relies-on-create.address.ipv6'],
  [created({ file256Hash: 'abc' }), 'file256Hash-format'],
  [created({ file256Hash: hash.toUpperCase() }), 'relies-on-create.hash-case'],
  [created({ referenceLink: 'no link' }), 'referenceLink-format'],
  [created({ referenceLink: 'ftp://results.example/' }), 'relies-on-create.link.scheme'],
  [created({ referenceLink: 'https://results.example/ü' }), 'relies-on-create.link.international'],
  [
    created({ referenceLink: 'ftp://results.example/ü' }),
    'relies-on-create.link.scheme',
    'relies-on-create.link.international',
  ],
  [created({ id, name: 'x' }), 'service-fields'],
  [created({ campaign: 'x' }), 'relies-on-create.unknown-fields'],
  [created({ tags: undefined }), 'relies-on-create.required.tags'],
  [created({ c2Address: undefined }), 'c2Address-missing'],
])('of %j, the flaws are %s %s', (sent, ...flaws) => {
  expect(flawsOf(sent)).toEqual(flaws);
});

test.each<[SentToken, string[]]>([
  [{ hasToken: false }, ['no-token']],
  [{ hasToken: undefined }, []],
  [{ hasToken: true, isRepeated: true }, ['several-tokens']],
  [{ hasToken: true, scheme: 'Bearer' }, ['relies-on-auth.prefix']],
])('of the token %j, the flaws are %j', (token, flaws) => {
  expect(flawsOf(['GET', one], token)).toEqual(flaws);
});

test('a body that was announced and not kept is not accused', () => {
  const headers = { 'content-type': 'application/json', 'content-length': '9' };
  expect(requestFlaws({ method: 'POST', url: feed, headers }, { hasToken: true })).toEqual([]);
});

test.each([
  ['text/plain', ['client/wrong-content-type', 'client/relies-on-create.content-type']],
  [undefined, ['client/no-content-type']],
])('of the content type %s, the flaws are %j', (type, flaws) => {
  const headers: { [name: string]: string } = type === undefined ? {} : { 'content-type': type };
  const request = { method: 'POST', url: feed, headers, body: JSON.stringify(draft) };
  expect(requestFlaws(request, { hasToken: true })?.map((flaw) => flaw.id)).toEqual(flaws);
});

/** An operation as somebody may add one: with a body of another form than a report. */
const added = {
  name: 'annotate',
  hasBody: true,
  needsBody: true,
  section: '4.9',
  body: {
    type: 'object',
    required: ['text'],
    additionalProperties: false,
    properties: {
      text: { type: 'string', maxLength: 9 },
      score: { type: 'integer', maximum: 5, 'x-open-point': [{ id: 'most', sets: 'maximum' }] },
    },
  },
} as unknown as OperationPlace;

test.each<[body: string, ...flaws: string[]]>([
  ['{"text":"a","score":99}'],
  ['{"text":7}', 'text-type'],
  ['{"text":"0123456789"}', 'text-format'],
  ['{}', 'text-missing'],
  ['{"text":"a","more":1}', 'unknown-fields'],
])('by the schema of another operation, %s has the flaws %s', (body, ...flaws) => {
  const request = { method: 'PUT', url: '', headers: { 'content-type': 'application/json' }, body };
  const found = bodyFlaws(request, added).map((flaw) => flaw.id.replace('client/', ''));
  expect(found).toEqual(flaws);
});
