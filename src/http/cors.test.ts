import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { methodsAt } from '../spec/methods.test.support.ts';
import { feed } from './request/sample-values.test.support.ts';
import { ask } from './sent-requests.test.support.ts';

const headers = { Origin: 'https://app.example' };
const preflight = {
  ...headers,
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': 'authorization,content-type,traceparent',
};

/** An answer, refusals at every stage, and the contract. */
const places = [
  'FEED?report=ID',
  'FEED?report=x',
  '/nowhere',
  '/__worlds/gone/feed/x/api',
  '/',
  '/openapi.json',
  '/openapi.yaml',
];

test.each(['FEED', '/private/sample/abc', '/__worlds/gone/feed/tunnelco/api'])(
  'a preflight of %s lists what may be sent',
  async (path) => {
    await using server = await startServer();
    const answer = await ask(server, `- OPTIONS ${path}`, { headers: preflight });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const methods = methodsAt(path.replace('/__worlds/gone', '').replace('FEED', feed));
    expect(answer.headers.get('access-control-allow-methods')).toBe(methods.join(', '));
    expect(answer.headers.get('access-control-allow-headers')).toMatch(
      /Authorization.*Content-Type.*traceparent/i,
    );
  },
);

test.each<[object, { readonly [header: string]: string | null }]>([
  [{}, { 'allow-origin': '*', 'allow-credentials': null }],
  [{ cors: false }, { 'allow-origin': null, 'expose-headers': null }],
  [
    { corsCredentials: true },
    { 'allow-origin': 'https://app.example', 'allow-credentials': 'true' },
  ],
])('with the options %j, every answer has the headers %j', async (options, wanted) => {
  await using server = await startServer(options);
  for (const place of places) {
    const answer = await ask(server, `reader GET ${place}`, { headers });
    for (const [name, value] of Object.entries(wanted))
      expect(answer.headers.get(`access-control-${name}`), place).toBe(value);
    const exposed = answer.headers.get('access-control-expose-headers');
    if (wanted['allow-origin'] !== null) expect(exposed, place).toContain('Retry-After');
    if (wanted['allow-origin'] === '*') continue;
    expect(exposed ?? '', place).not.toContain('*');
    const isByOrigin = (answer.headers.get('vary') ?? '').includes('Origin');
    expect(isByOrigin, place).toBe(wanted['allow-origin'] !== null);
  }
});

test('without CORS, OPTIONS still names the methods; with credentials, the origin counts', async () => {
  await using server = await startServer({ cors: false });
  const plain = await ask(server, '- OPTIONS FEED', { headers: preflight });
  expect(plain.status).toBe(204);
  expect(plain.headers.get('allow')).toBe([...methodsAt(feed), 'OPTIONS'].join(', '));
  expect([...plain.headers.keys()].join()).not.toContain('access-control');
  await using other = await startServer({ corsCredentials: true });
  const asked = await ask(other, '- OPTIONS FEED', { headers: preflight });
  expect(asked.headers.get('vary')).toBe('Origin, Access-Control-Request-Headers');
  const sameOrigin = await ask(other, 'reader GET FEED?report=ID');
  expect(sameOrigin.headers.get('access-control-allow-origin')).toBeNull();
  await expect(startServer({ cors: false, corsCredentials: true })).rejects.toThrow(
    'cors: false and corsCredentials: true exclude each other. Leave one of them out.',
  );
});
