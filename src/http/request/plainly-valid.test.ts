import type { Request, Response } from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Dialect, dialectOf } from '../../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import type { OperationName } from '../../domain/operation.ts';
import { examples } from '../../spec/test-settings.test.support.ts';
import { editionOf } from '../edition.ts';
import { expressApp } from '../express-app.ts';
import { goodReport, seededId, seededSha256 } from './corpus/sample-values.test.support.ts';
import { reportQuery } from './plainly-valid.ts';
import { validatorError } from './validator.ts';

const dialects: [string, Dialect][] = [
  ...dialectNames.map((name): [string, Dialect] => [
    name,
    dialectOf(namedDialects[name].differences),
  ]),
  ...[1, 2, 3, 4].map((seed): [string, Dialect] => [`random ${seed}`, randomDialect(seed)]),
];

interface Generated {
  readonly operation: OperationName;
  readonly segment: string;
  readonly query: string;
  readonly announcesBody: boolean;
  readonly body: unknown;
}

const app = expressApp();
const methods = { create: 'POST', fetch: 'GET', delete: 'DELETE', lookup: 'GET' } as const;

/** A request as the router would hand it on, without a connection. */
function requestOf({ operation, segment, query, body }: Generated): Request {
  const path = operation === 'lookup' ? `/private/sample/${segment}` : `/feed/${segment}/api`;
  const url = query === '' ? path : `${path}?${query}`;
  const [name, value] = [operation === 'lookup' ? 'hash' : 'service', decodeURIComponent(segment)];
  const isCreate = operation === 'create';
  return Object.assign(Object.create(app.request), {
    ...{ method: methods[operation], url, originalUrl: url, baseUrl: '' },
    headers: isCreate ? { 'content-type': 'application/json' } : {},
    params: { [name]: value },
    ...(isCreate && { body }),
  });
}

const nearId = fc.oneof(
  fc.uuid(),
  fc.constant(seededId.toUpperCase()),
  fc
    .tuple(fc.nat(seededId.length), fc.constantFrom('', '-', 'g', '%2D', '&', '+', ' ', '0', 'é'))
    .map(([at, inserted]) => seededId.slice(0, at) + inserted + seededId.slice(at + 1)),
  fc.string(),
);
const query = fc.oneof(
  { weight: 4, arbitrary: nearId.map((id) => `${reportQuery}${id}`) },
  fc.constant(''),
  nearId.map((id) => `report[]=${id}`),
  nearId.map((id) => `${reportQuery}${id}&report=${id}`),
  nearId.map((id) => `Report=${id}`),
  fc.webQueryParameters(),
);
const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 130 });
const segment = fc.oneof(
  fc.constantFrom(
    'tunnelco',
    seededSha256,
    '%74unnelco',
    '%2F',
    '%00',
    '..',
    'a b'.replace(' ', '%20'),
  ),
  hash,
  fc.string({ minLength: 1 }).map(encodeURIComponent),
);

const addresses = ['c2.example:80', '[::1]:443', '192.0.2.1:0', 'c2.example:65536', ':80', 'ü:1'];
const links = ['https://a.example/', 'HTTPS://a.example', 'ftp://a.example', '//a', 'https://', ''];
const hashes = [
  seededSha256,
  seededSha256.toUpperCase(),
  seededSha256.slice(1),
  `${seededSha256}0`,
];
/** A field of a report, good, bad or nearly good. */
const fields = {
  tags: fc.oneof(fc.array(fc.string(), { maxLength: 60 }), fc.anything()),
  c2Address: fc.oneof(fc.constantFrom(...addresses), fc.domain(), fc.anything()),
  file256Hash: fc.oneof(fc.constantFrom(...hashes), hash, fc.anything()),
  referenceLink: fc.oneof(fc.constantFrom(...links), fc.webUrl(), fc.anything()),
  confidenceScore: fc.oneof(fc.integer(), fc.double(), fc.constantFrom('1', null, -0, 0, 101)),
};
const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(fields, { requiredKeys: [] }).chain((changed) =>
      fc.subarray(Object.keys(changed)).map((names) => ({
        ...goodReport,
        ...Object.fromEntries(names.map((name) => [name, (changed as never)[name]])),
      })),
    ),
  },
  fc.record({ ...fields, extra: fc.anything() }, { requiredKeys: [] }),
  fc.anything(),
);

const generated = fc.record({
  operation: fc.constantFrom<OperationName>('create', 'fetch', 'delete', 'lookup'),
  segment,
  query: fc.oneof(fc.constant(''), query),
  announcesBody: fc.boolean(),
  // Only what can be sent as JSON is ever looked at.
  body: body.filter((value) => JSON.stringify(value) !== undefined).map(sentAsJson),
});

function sentAsJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? `${one}` : one)),
  );
}

test.each(dialects)(
  'what is let through at once the validator would let through: %s',
  async (_name, dialect) => {
    const { document, plainlyValid } = editionOf(dialect);
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(generated, async (one) => {
        const req = requestOf(one);
        if (!plainlyValid(one.operation, { ...one, params: req.params })) return;
        passed += 1;
        expect(await validatorError(document, req, {} as Response)).toBeUndefined();
        // The id that is taken from the URL is the one that the parser would find.
        if (one.operation === 'fetch' || one.operation === 'delete') {
          expect(req.query).toEqual({ report: one.query.slice(reportQuery.length) });
        }
      }),
      { numRuns: examples(2000), seed: 20260131 },
    );
    expect(passed).toBeGreaterThan(examples(2000) / 40);
  },
);

test('the most ordinary requests are let through at once', () => {
  const { plainlyValid } = editionOf(dialectOf({}));
  const params = { service: 'tunnelco', hash: seededSha256 };
  const ordinary = { params, query: '', announcesBody: false };
  expect(plainlyValid('create', { ...ordinary, announcesBody: true, body: goodReport })).toBe(true);
  expect(plainlyValid('fetch', { ...ordinary, query: `report=${seededId}` })).toBe(true);
  expect(plainlyValid('delete', { ...ordinary, query: `report=${seededId}` })).toBe(true);
  expect(plainlyValid('lookup', ordinary)).toBe(true);
});

test('the validators leave no handlers behind in the app that every request would run', async () => {
  for (const [, dialect] of dialects) {
    const req = requestOf({
      ...{ operation: 'fetch', segment: 'tunnelco', query: 'report=x', announcesBody: false },
      body: undefined,
    });
    const { document } = editionOf(dialect);
    expect(await validatorError(document, req, {} as Response)).toMatchObject({ status: 400 });
  }
  expect((app.router as unknown as { params: object }).params).toEqual({});
});
