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

const good = JSON.stringify(goodReport);

function refused(what: string, body: string | Buffer, says = /\S/, status = 400, encoding = '') {
  return creating(what, body, { status, says }, encoding ? [['Content-Encoding', encoding]] : []);
}

/** Invalid report bodies. */
export const badBodies: CorpusRequest[] = [
  refused('malformed JSON', '{"tags": [}', /JSON/),
  refused('JSON cut short', '{"tags": ["rat"', /JSON/),
  refused('two JSON values', '{} {}', /JSON/),
  refused('a number that JSON does not have', withField('confidenceScore', 'NaN'), /JSON/),
  refused('a number with leading zeros', withField('confidenceScore', '075'), /JSON/),
  refused('a number that is too large', withField('confidenceScore', '1e999'), /too large/),
  refused('a tag that is not UTF-8', Buffer.from(withField('tags', '["é"]'), 'latin1'), /UTF-8/),
  refused('an empty body', '', /empty/),
  refused('blanks for a body', '   '),
  ...['null', '5', '"text"', 'true', '[]', '{}', `[${good}]`].map((body) =>
    refused(`the body ${body.slice(0, 20)}`, body, /body/),
  ),
  refused('a field that nests 100 deep', withField('tags', nested(100))),
  refused('a body that nests 20,000 deep', nested(20_000)),
  refused('all its fields under __proto__', `{"__proto__":${good}}`, /missing/),
  refused('a body of 64 KiB and one', good.padEnd(65_537), /65536/, 413),
  refused('what unfolds to 16 MiB', gzipSync(Buffer.alloc(1 << 24, 32)), /65536/, 413, 'gzip'),
  refused('nothing, compressed', gzipSync(''), /empty/, 400, 'gzip'),
  refused('a body that says it is compressed', good, /body/i, 400, 'gzip'),
  refused('an unknown encoding', good, /zebra/, 415, 'zebra'),
  ...fields.map((field) => refused(`no ${field}`, without(field), new RegExp(field))),
  ...fields.flatMap((field) =>
    [...wrongTypes[field], ...badValues[field]].map((text) =>
      refused(`${field} is ${text.slice(0, 40)}`, withField(field, text), new RegExp(field)),
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
    'application/json; charset=xutf-8',
    'application/json; charset=utf-80',
  ].map((type) =>
    createAs(`content type "${type}"`, [as(tokens.researcher), ['Content-Type', type]], {
      status: 415,
      says: /application\/json/,
    }),
  ),
];
