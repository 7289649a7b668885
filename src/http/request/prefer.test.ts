import { expect, test } from 'vitest';
import { applyDialect } from '../../contract/apply-dialect.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { namedDialects } from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import { operations } from '../../operations/operations.ts';
import { startServer } from '../../server.ts';
import { ask } from '../sent-requests.test.support.ts';
import { forcedReply, preferencesIn } from './prefer.ts';

test.each([
  [undefined, {}],
  ['', {}],
  ['CODE = 404', { code: '404' }],
  ['code="404", example="unknown-report"', { code: '404', example: 'unknown-report' }],
  ['respond-async, wait=5; x="a,b", code=500', { wait: 5, code: '500' }],
  ['code=404, code=500', { code: '404' }],
  ['code=oops, wait=soon, example=', {}],
  ['wait=-1, code=4040', {}],
  ['wait=600', { wait: 600 }],
  ['wait=601, code=a404', {}],
  ['code= "404" , example=\t;x, wait= 0', { code: '404', wait: 0 }],
])('%o is read as %o', (header, preferences) => {
  expect(preferencesIn(header)).toEqual(preferences);
});

test.each([
  ...Object.values(namedDialects).map(({ differences }) => dialectOf(differences)),
  randomDialect(1),
])('under every dialect every outcome can be asked for', (dialect) => {
  const document = applyDialect(dialect);
  for (const { name, success, causes } of Object.values(operations))
    for (const example of [success, ...Object.keys(causes)])
      expect(forcedReply(document, name, { example })?.reply.outcome).toBe(example);
});

test.each<[prefer: string, outcome: string | undefined, applied: string | null]>([
  ['code=404', 'unknown-report', 'code=404'],
  ['code=404, example=unknown-service', 'unknown-service', 'code=404, example=unknown-service'],
  ['code=404, example=no-token', 'unknown-report', 'code=404'],
  ['wait=3, code=404', 'unknown-report', 'wait=3, code=404'],
  ['code=418, respond-async, example=tea', 'missing-parameter', null],
])('of what %s asks for, %s is answered and %s acknowledged', async (prefer, outcome, applied) => {
  const waited: number[] = [];
  const logged: object[] = [];
  await using server = await startServer({
    environment: { pause: async (ms: number) => void waited.push(ms) },
    log: (entry: object) => void logged.push(entry),
  } as object);
  const answer = await ask(server, 'reader GET FEED', { headers: { Prefer: prefer } });
  expect(answer.headers.get('Preference-Applied')).toBe(applied);
  expect(waited).toEqual(prefer.startsWith('wait=3') ? [3000] : []);
  expect(server.requests()).toMatchObject([{ outcome }]);
  expect(await answer.text()).not.toContain('Prefer');
  if (applied !== null) return;
  const word = 'Prefer: code=418, example=tea was ignored. There are code and example';
  await expect.poll(() => logged).toMatchObject([{ why: expect.stringContaining(word) }]);
});

test('a forced answer has its headers, whoever asks, and changes nothing', async () => {
  await using server = await startServer();
  const before = server.state();
  const created = await ask(server, '- POST FEED', { headers: { Prefer: 'example=created' } });
  expect(await created.json()).toMatchObject({ successful: true });
  const line = 'analyst-limited-1 GET /private/sample/x';
  const { status, headers } = await ask(server, line, { headers: { Prefer: 'code=429' } });
  expect([status, headers.get('Retry-After')]).toEqual([429, '1']);
  expect(server.state()).toEqual(before);
  expect(server.requests()).toMatchObject([
    { outcome: 'created', response: { headers: { 'preference-applied': 'example=created' } } },
    { outcome: 'no-requests-left', caller: 'analyst-limited-1' },
  ]);
});
