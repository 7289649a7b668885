import { gzipSync } from 'node:zlib';
import { badValues, wrongTypes } from './bad-values.test.support.ts';
import {
  as,
  type CorpusRequest,
  createAs,
  creating,
  nested,
  withField,
  without,
} from './request.test.support.ts';
import { fields, goodReport, tokens } from './sample-values.test.support.ts';

/** Invalid report bodies. */
export const badBodies: CorpusRequest[] = [
  creating('malformed JSON', '{"tags": [}', { status: 400, says: /JSON/ }),
  creating('JSON cut short', '{"tags": ["rat"', { status: 400, says: /JSON/ }),
  creating('two JSON values', '{} {}', { status: 400, says: /JSON/ }),
  creating('a number that JSON does not have', withField('confidenceScore', 'NaN'), {
    status: 400,
    says: /JSON/,
  }),
  creating('a number with leading zeros', withField('confidenceScore', '075'), {
    status: 400,
    says: /JSON/,
  }),
  creating('a tag that is not UTF-8', Buffer.from(withField('tags', '["é"]'), 'latin1'), {
    status: 400,
    says: /UTF-8/,
  }),
  creating('an empty body', '', { status: 400, says: /empty/ }),
  creating('blanks for a body', '   ', { status: 400 }),
  ...['null', '5', '"text"', 'true', '[]', '{}', `[${JSON.stringify(goodReport)}]`].map((body) =>
    creating(`the body ${body.slice(0, 20)}`, body, { status: 400, says: /body/ }),
  ),
  creating('a field that nests 100 deep', withField('tags', nested(100)), { status: 400 }),
  creating('a body that nests 20,000 deep', nested(20_000), { status: 400 }),
  creating('all its fields under __proto__', `{"__proto__":${JSON.stringify(goodReport)}}`, {
    status: 400,
    says: /missing/,
  }),
  creating('a body of 64 KiB and one', JSON.stringify(goodReport).padEnd(65_537), {
    status: 413,
    says: /65536/,
  }),
  creating(
    'a compressed body that unfolds to 16 MiB',
    gzipSync(Buffer.alloc(1 << 24, 32)),
    {
      status: 413,
      says: /65536/,
    },
    [['Content-Encoding', 'gzip']],
  ),
  creating(
    'a body that says it is compressed',
    JSON.stringify(goodReport),
    {
      status: 400,
      says: /body/i,
    },
    [['Content-Encoding', 'gzip']],
  ),
  creating(
    'an unknown encoding',
    JSON.stringify(goodReport),
    {
      status: 415,
      says: /zebra/,
    },
    [['Content-Encoding', 'zebra']],
  ),
  ...fields.map((field) =>
    creating(`no ${field}`, without(field), { status: 400, says: new RegExp(field) }),
  ),
  ...fields.flatMap((field) =>
    [...wrongTypes[field], ...badValues[field]].map((text) =>
      creating(`${field} is ${text.slice(0, 40)}`, withField(field, text), {
        status: 400,
        says: new RegExp(field),
      }),
    ),
  ),
];

export const contentTypes: CorpusRequest[] = [
  createAs('no content type', [as(tokens.researcher)], { status: 415, says: /content type/ }),
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/vnd.api+json',
    'json',
    '',
    '*/*',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
  ].map((type) =>
    createAs(`content type "${type}"`, [as(tokens.researcher), ['Content-Type', type]], {
      status: 415,
      says: /application\/json/,
    }),
  ),
];
