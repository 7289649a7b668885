import {
  as,
  asking,
  type CorpusRequest,
  createAs,
  type Expected,
  feed,
  type Header,
  json,
  request,
} from './request.test.support.ts';
import { goodReport, seededId, seededSha256, tokens } from './sample-values.test.support.ts';

export const badTokens: CorpusRequest[] = (
  [
    ['create', 'POST', feed, JSON.stringify(goodReport)],
    ['fetch', 'GET', `${feed}?report=${seededId}`],
    ['delete', 'DELETE', `${feed}?report=${seededId}`],
    ['lookup', 'GET', `/private/sample/${seededSha256}`],
  ] as const
).flatMap(([what, method, path, body]) => {
  const sent = (how: string, headers: readonly Header[], expected: Expected) =>
    request(
      `${what}: ${how}`,
      { method, path, headers: body ? [...headers, json] : headers, ...(body && { body }) },
      expected,
    );
  return [
    sent('no token', [], { status: 401, says: /missing/ }),
    sent('an empty token', [as('')], { status: 401, says: /missing/ }),
    sent('a token of blanks', [as('   ')], { status: 401, says: /missing/ }),
    sent('an unknown token', [as('token-nobody')], { status: 401, says: /not known/ }),
    sent('a token with a prefix', [as('Bearer token-researcher-1')], { status: 401 }),
    sent('a token in another case', [as('TOKEN-RESEARCHER-1')], { status: 401 }),
    sent('a token named like a property', [as('__proto__')], { status: 401 }),
    sent('a token beyond ASCII', [as('t\xf6ken')], { status: 401 }),
    sent('a token of 8,000 letters', [as('t'.repeat(8000))], { status: 401 }),
    sent('two different tokens', [as('token-researcher-1'), as('token-researcher-2')], {
      status: 400,
      says: /more than once/,
    }),
    sent('the same token twice', [as('token-researcher-1'), as('token-researcher-1')], {
      status: 400,
      says: /more than once/,
    }),
    sent('headers of 20 KiB', [as('t'.repeat(20_000))], { status: 431, says: /headers/ }),
  ];
});

export const notAllowed: CorpusRequest[] = [
  createAs('a caller who is no researcher', [as(tokens.reader), json], {
    status: 403,
    says: /researcher/,
  }),
  asking('DELETE', `${feed}?report=${seededId}`, { status: 403 }, tokens.reader),
  asking('DELETE', `${feed}?report=${seededId}`, { status: 403 }, 'token-researcher-2'),
  asking('DELETE', `${feed}?report=${seededId}`, { status: 403 }, 'token-owner-dyndnsco'),
  asking('GET', `/private/sample/${seededSha256}`, { status: 429 }, 'token-analyst-empty'),
];
