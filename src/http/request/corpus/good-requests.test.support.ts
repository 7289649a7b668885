import { gzipSync } from 'node:zlib';
import {
  as,
  asking,
  type CorpusRequest,
  createAs,
  creating,
  feed,
  json,
  lookingUp,
  nested,
  request,
  withField,
} from './request.test.support.ts';
import {
  fields,
  goodReport,
  seededId,
  seededSha256,
  tokens,
} from './sample-values.test.support.ts';

const goodValues: Record<keyof typeof goodReport, readonly string[]> = {
  tags: ['[]', '[""]', '["a","a"]', '["\\u0000\\u001b[2J"]', '["\\ud800"]', '["🦊"]'],
  c2Address: [
    '192.0.2.1:1',
    'c2.example.com:65535',
    'C2.Example.COM:443',
    '[2001:db8::5]:443',
    '[::ffff:192.0.2.1]:443',
    'localhost:80',
    'c2.example.com.:80',
    '_dmarc.example:53',
    'xn--bcher-kva.example:80',
  ].map((value) => JSON.stringify(value)),
  file256Hash: [JSON.stringify(goodReport.file256Hash.toUpperCase())],
  referenceLink: ['"http://results.example"', '"https://results.example/a?b=c#d"'],
  confidenceScore: ['0', '100', '5.0', '1e1', '-0'],
};

/** Valid counterparts of the bad requests, as similar to them as possible. */
export const goodRequests: readonly CorpusRequest[] = [
  ...fields.flatMap((field) =>
    goodValues[field].map((text) =>
      creating(`${field} is ${text.slice(0, 40)}`, withField(field, text), { status: 201 }),
    ),
  ),
  creating('a body of 64 KiB', JSON.stringify(goodReport).padEnd(65_536), { status: 201 }),
  creating('a compressed body', gzipSync(JSON.stringify(goodReport)), { status: 201 }, [
    ['Content-Encoding', 'gzip'],
  ]),
  creating(
    'an unknown field that nests 100 deep',
    JSON.stringify(goodReport).replace('{', `{"x":${nested(100)},`),
    { status: 201 },
  ),
  creating(
    'a key given twice',
    JSON.stringify(goodReport).replace('{', '{"confidenceScore":1.5,'),
    { status: 201 },
  ),
  creating(
    'a __proto__ key besides',
    JSON.stringify(goodReport).replace('{', '{"__proto__":{"roles":["researcher"]},'),
    { status: 201 },
  ),
  creating('a client that waits for 100 Continue', JSON.stringify(goodReport), { status: 201 }, [
    ['Expect', '100-continue'],
  ]),
  ...['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json ;x=1'].map((type) =>
    createAs(`content type "${type}"`, [as(tokens.researcher), ['Content-Type', type]], {
      status: 201,
    }),
  ),
  request(
    'create: a body in chunks',
    {
      method: 'POST',
      path: feed,
      headers: [as(tokens.researcher), json, ['Transfer-Encoding', 'chunked']],
      body: `${JSON.stringify(goodReport).length.toString(16)}\r\n${JSON.stringify(goodReport)}\r\n0\r\n\r\n`,
      length: undefined,
    },
    { status: 201 },
  ),
  asking('GET', `${feed}?report=${seededId}`, { status: 200 }),
  asking('GET', `${feed}?report=${seededId.toUpperCase()}`, { status: 200 }),
  asking('GET', `${feed}?report=${seededId}&trace=1`, { status: 200 }),
  asking('GET', `/feed/%74unnelco/api?report=${seededId}`, { status: 200 }),
  asking('GET', `http://feed.example${feed}?report=${seededId}`, { status: 200 }),
  request(
    'fetch: an ignored body',
    {
      method: 'GET',
      path: `${feed}?report=${seededId}`,
      headers: [as(tokens.researcher), json],
      body: '{',
    },
    { status: 200 },
  ),
  lookingUp('a hash in upper case', seededSha256.toUpperCase(), { status: 200 }),
  request(
    'delete: an ignored body',
    {
      method: 'DELETE',
      path: `${feed}?report=${seededId}`,
      headers: [as(tokens.researcher), json],
      body: '{',
    },
    { status: 200 },
  ),
];
