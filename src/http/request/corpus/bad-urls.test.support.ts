import { isFileHash } from '../../../spec/file-hashes.ts';
import { foreignMethod, methodsAt } from '../../../spec/methods.test.support.ts';
import {
  as,
  asking,
  type CorpusRequest,
  feed,
  json,
  lookingUp,
  request,
} from './request.test.support.ts';
import {
  goodReport,
  otherFeedsId,
  seededId,
  seededSha256,
  tokens,
} from './sample-values.test.support.ts';

export const badQueries: CorpusRequest[] = ['GET', 'DELETE'].flatMap((method) => [
  asking(method, feed, { status: 400, says: /report/ }),
  asking(method, `${feed}?`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report=`, { status: 400, says: /report/ }),
  asking(method, `${feed}?Report=${seededId}`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report[]=${seededId}`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report[id]=${seededId}`, { status: 400, says: /report/ }),
  asking(method, `${feed}?report=${seededId}&report=${seededId}`, {
    status: 400,
    says: /more than once/,
  }),
  asking(method, `${feed}?report=${seededId}&report=${otherFeedsId}`, { status: 400 }),
  ...[
    '1',
    'abc',
    seededId.slice(1),
    `${seededId}0`,
    `{${seededId}}`,
    `urn:uuid:${seededId}`,
    seededId.replaceAll('-', ''),
    seededId.replace('5', 'g'),
    `%20${seededId}`,
    `${seededId}%0A`,
    `${seededId}%00`,
    '__proto__',
    '%F0%9F%A6%8A',
    "'%20or%201=1",
  ].map((id) => asking(method, `${feed}?report=${id}`, { status: 400, says: /UUID/ })),
  asking(method, `${feed}?report=%ZZ`, { status: 400 }),
  asking(method, `${feed}?report=%`, { status: 400 }),
  asking(method, `${feed}?report=%C3%28`, { status: 400 }),
  asking(method, `${feed}?report=00000000-0000-4000-8000-000000000000`, { status: 404 }),
  asking(method, `${feed}?report=${otherFeedsId}`, { status: 404 }),
  asking(method, `/feed/nosuchco/api?report=${seededId}`, { status: 404, says: /nosuchco/ }),
  asking(method, `/feed/TUNNELCO/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/__proto__/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/constructor/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/tunnelco%2Fx/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/%00/api?report=${seededId}`, { status: 404 }),
  asking(method, `/feed/%ZZ/api?report=${seededId}`, { status: 400, says: /percent/ }),
  asking(method, `/feed/%C3%28/api?report=${seededId}`, { status: 400, says: /percent/ }),
  asking(method, `${feed}?report=${seededId}&x=${'a'.repeat(9000)}`, { status: 414, says: /8192/ }),
]);

export const badPaths: CorpusRequest[] = [
  ...['POST', 'DELETE', 'PUT'].map((method) => asking(method, '/', { status: 404 })),
  ...[
    '/feed',
    '/feed/',
    '/feed/tunnelco',
    '/feed//api',
    '/feed/tunnelco/api/',
    '/feed/tunnelco/api/x',
    '/Feed/tunnelco/api',
    '/feed/tunnelco/API',
    '//feed/tunnelco/api',
    '/private/sample',
    '/private/sample/',
    `/private/sample/${seededSha256}/`,
    '/private/samples/x',
    '/favicon.ico',
    '/../../etc/passwd',
    '/%ZZ',
  ]
    .filter((path) => methodsAt(path).length === 0)
    .flatMap((path) =>
      ['GET', 'POST', 'DELETE', 'PUT'].map((method) => asking(method, path, { status: 404 })),
    ),
  ...[feed, `/private/sample/${seededSha256}`].flatMap((path) => {
    const own = methodsAt(path);
    const allow = [...own, 'OPTIONS'].join(', ');
    return [
      ...['POST', 'DELETE', 'PUT', 'PATCH', 'TRACE', foreignMethod]
        .filter((method) => !own.includes(method))
        .map((method) => asking(method, path, { status: 405, allow })),
      asking('HEAD', path, { status: 405, allow, bodiless: true }),
    ];
  }),
  request(
    'create: an unknown feed',
    {
      method: 'POST',
      path: '/feed/nosuchco/api',
      body: JSON.stringify(goodReport),
      headers: [as(tokens.researcher), json],
    },
    { status: 404, says: /nosuchco/ },
  ),
  lookingUp('a URL of 9,000 bytes', 'a'.repeat(9000), { status: 414, says: /8192/ }),
  lookingUp('bad percent-encoding', '%ZZ', { status: 400, says: /percent/ }),
];

/** 1, 8: every call of a known caller counts, whatever its outcome. */
export const countedLookups: CorpusRequest[] = [
  ['an unknown hash', '0'.repeat(64), 404],
  ['63 digits', seededSha256.slice(1), 400],
  ['65 digits', `${seededSha256}0`, 400],
  ['32 digits, as MD5 has', '0'.repeat(32), isFileHash('0'.repeat(32)) ? 404 : 400],
  ['40 digits, as SHA-1 has', '0'.repeat(40), isFileHash('0'.repeat(40)) ? 404 : 400],
  ['127 digits', '0'.repeat(127), 400],
  ['a letter that is no digit', `g${seededSha256.slice(1)}`, 400],
  ['a line break at the end', `${seededSha256}%0A`, 400],
  ['a slash in it', `${seededSha256.slice(1)}%2F`, 400],
  ['a name of a property', '__proto__', 400],
].map(([what, hash, status]) =>
  lookingUp(String(what), String(hash), { status: Number(status), counted: 1 }),
);
