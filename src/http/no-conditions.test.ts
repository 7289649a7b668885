import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import {
  feed,
  goodReport,
  seededId,
  seededSha256,
  tokens,
} from './request/sample-values.test.support.ts';

const conditions = [
  ['If-None-Match', '*'],
  ['If-None-Match', '"a", W/"b"'],
  ['If-Match', '"a"'],
  ['If-Modified-Since', 'Fri, 31 Dec 2100 23:59:59 GMT'],
  ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Range', 'bytes=0-1'],
] as const;

test.each(conditions)('%s: %s changes no answer, in any world', async (name, value) => {
  await using server = await startServer();
  const made = await server.createWorld({ dialect: 'lenient' });
  const create = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goodReport),
  };
  const asked: [string, RequestInit?][] = [
    [`/private/sample/${seededSha256}`],
    [`${feed}?report=${seededId}`],
    [feed],
    [feed, create],
    ['/nowhere'],
    ['/openapi.json'],
    ['/openapi.yaml'],
    ['/docs/'],
    ['/docs/docs.css'],
    ['/__admin/version'],
    ['/__admin/console/'],
    // Last, since it is gone afterwards.
    [`${feed}?report=${seededId}`, { method: 'DELETE' }],
  ];
  for (const { baseUrl } of [server, made]) {
    for (const [path, init] of asked) {
      const other = path === asked.at(-1)?.[0] && init ? undefined : await ask(baseUrl, path, init);
      const answer = await ask(baseUrl, path, init, { [name]: value });
      expect(answer.status, path).toEqual(other?.status ?? 200);
      // Pages and the contract alone have one, and listen to nothing but the one they sent.
      const isPage = /^\/docs|console|openapi/.test(path);
      if (!isPage) expect(answer.headers.get('ETag'), path).toBeNull();
      expect(answer.headers.get('Last-Modified'), path).toBeNull();
    }
  }
});

async function ask(baseUrl: string, path: string, init: RequestInit = {}, more = {}) {
  const headers = { Authorization: tokens.researcher, ...init.headers, ...more };
  const answer = await fetch(`${baseUrl}${path}`, { ...init, headers });
  await answer.arrayBuffer();
  return answer;
}
