import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  as,
  asking,
  type CorpusRequest,
  createAs,
  creating,
  feed,
  type Header,
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

const good = JSON.stringify(goodReport);

function accepted(what: string, body: string | Buffer, ...more: Header[]) {
  return creating(what, body, { status: 201 }, more);
}

/** A good report with another member before its own. */
function after(member: string): string {
  return good.replace('{', `{${member},`);
}

function withBody(method: 'GET' | 'DELETE') {
  return request(
    `${method}: an ignored body`,
    {
      method,
      path: `${feed}?report=${seededId}`,
      body: '{',
      headers: [as(tokens.researcher), json],
    },
    { status: 200 },
  );
}

/** Valid counterparts of the bad requests, as similar to them as possible. */
export const goodRequests: readonly CorpusRequest[] = [
  ...fields.flatMap((field) =>
    goodValues[field].map((text) =>
      accepted(`${field} is ${text.slice(0, 40)}`, withField(field, text)),
    ),
  ),
  accepted('a body of 64 KiB', good.padEnd(65_536)),
  accepted('a compressed body', gzipSync(good), ['Content-Encoding', 'GZip']),
  accepted('a deflated body', deflateSync(good), ['Content-Encoding', 'deflate']),
  accepted('a body in Brotli', brotliCompressSync(good), ['Content-Encoding', 'br']),
  accepted('a body that is not encoded', good, ['Content-Encoding', 'identity']),
  accepted('a byte order mark before the body', `\uFEFF${good}`),
  accepted('an unknown field that nests 100 deep', after(`"x":${nested(100)}`)),
  accepted('a key given twice', after('"confidenceScore":1.5')),
  accepted('a __proto__ key besides', after('"__proto__":{"roles":["researcher"]}')),
  accepted('a client that waits for 100 Continue', good, ['Expect', '100-continue']),
  ...[
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json ;x=1',
    'application/json;charset="US-ASCII"',
    'application/json; Charset = utf8',
  ].map((type) =>
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
      body: `${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`,
      length: undefined,
    },
    { status: 201 },
  ),
  asking('GET', `${feed}?report=${seededId}`, { status: 200 }),
  asking('GET', `${feed}?report=${seededId.toUpperCase()}`, { status: 200 }),
  asking('GET', `${feed}?report=${seededId}&trace=1`, { status: 200 }),
  asking('GET', `/feed/%74unnelco/api?report=${seededId}`, { status: 200 }),
  asking('GET', `http://feed.example${feed}?report=${seededId}`, { status: 200 }),
  withBody('GET'),
  lookingUp('a hash in upper case', seededSha256.toUpperCase(), { status: 200 }),
  withBody('DELETE'),
];
