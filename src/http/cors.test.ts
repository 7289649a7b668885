import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { methodsAt } from '../spec/methods.test.support.ts';
import { feed, seededId } from './request/sample-values.test.support.ts';

const origin = { Origin: 'https://app.example' };

test.each([
  ['', feed, 'DELETE'],
  ['', '/private/sample/abc', 'GET'],
  ['/__worlds/gone', feed, 'DELETE'],
])('a CORS preflight of %s%s lists what may be sent', async (world, path, method) => {
  await using server = await startServer();
  const answer = await fetch(`${server.baseUrl}${world}${path}`, {
    method: 'OPTIONS',
    headers: {
      ...origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type,traceparent,x-request-id',
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-methods')).toBe(methodsAt(path).join(', '));
  expect(answer.headers.get('access-control-allow-headers')).toMatch(
    /Authorization.*Content-Type.*traceparent, x-request-id/i,
  );
});

test.each([
  ['an answer', `${feed}?report=${seededId}`, 200],
  ['a refusal', `${feed}?report=x`, 400],
  ['an unknown path', '/nowhere', 404],
  ['that a world is gone', `/__worlds/gone${feed}`, 404],
  ['the contract as JSON', '/openapi.json', 200],
  ['the contract as YAML', '/openapi.yaml', 200],
  ['what there is', '/', 200],
])('a page of another origin may read %s', async (_what, path, status) => {
  await using server = await startServer();
  const headers = { ...origin, Authorization: 'token-reader' };
  const answer = await fetch(`${server.baseUrl}${path}`, { headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/Retry-After/);
});

test('without CORS, no such header is sent, and OPTIONS still names the methods', async () => {
  await using server = await startServer({ cors: false });
  const headers = { ...origin, 'Access-Control-Request-Method': 'GET' };
  const answer = await fetch(`${server.baseUrl}${feed}`, { method: 'OPTIONS', headers });
  const allow = [...methodsAt(feed), 'OPTIONS'].join(', ');
  expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
    status: 204,
    allow,
  });
  const gone = await fetch(`${server.baseUrl}/__worlds/gone${feed}`, { headers: origin });
  const contract = await fetch(`${server.baseUrl}/openapi.json`, { headers: origin });
  const names = [...answer.headers.keys(), ...gone.headers.keys(), ...contract.headers.keys()];
  expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('with credentials, every response names the origin, and no header has a star', async () => {
  await using server = await startServer({ corsCredentials: true });
  const preflight = await fetch(`${server.baseUrl}${feed}`, {
    method: 'OPTIONS',
    headers: { ...origin, 'Access-Control-Request-Method': 'GET' },
  });
  expect(preflight.headers.get('vary')).toBe('Origin, Access-Control-Request-Headers');
  const paths = [
    `${feed}?report=${seededId}`,
    `${feed}?report=x`,
    '/nowhere',
    '/openapi.json',
    '/',
  ];
  const answers = paths.map((path) => fetch(`${server.baseUrl}${path}`, { headers: origin }));
  for (const { headers } of [preflight, ...(await Promise.all(answers))]) {
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-expose-headers') ?? '').not.toContain('*');
    expect(headers.get('vary')).toContain('Origin');
  }
  const plain = await fetch(`${server.baseUrl}${feed}?report=${seededId}`);
  expect(plain.headers.get('access-control-allow-origin')).toBeNull();
  await expect(startServer({ cors: false, corsCredentials: true })).rejects.toThrow(
    'cors: false and corsCredentials: true exclude each other. Leave one of them out.',
  );
});
