import { expect, test } from 'vitest';
import { applyDialect } from '../../contract/apply-dialect.ts';
import type { ResponseObject } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import { compilerOf } from '../../contract/schema-compiler.test.support.ts';
import { dialectOf } from '../../dialects/dialect.ts';
import { dialectNames, namedDialects } from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import type { OperationName } from '../../domain/operation.ts';
import { startServer } from '../../server.ts';
import { forcedReply, preferencesIn } from './prefer.ts';

test.each([
  [undefined, {}],
  ['', {}],
  ['code=404', { code: '404' }],
  ['CODE = 404', { code: '404' }],
  ['code="404", example="unknown-report"', { code: '404', example: 'unknown-report' }],
  ['respond-async, wait=5; x="a,b", code=500', { wait: 5, code: '500' }],
  ['code=404, code=500', { code: '404' }],
  ['return=minimal', {}],
  ['code=oops, wait=soon, example=', {}],
  ['wait=-1', {}],
  ['wait=600', { wait: 600 }],
  ['wait=601', {}],
  ['code=4040, wait=5s', {}],
  ['code=a404', {}],
  ['wait=0', { wait: 0 }],
  ['code= "404" , example=\t;x, wait= 5', { code: '404', wait: 5 }],
])('%o is read as %o', (header, preferences) => {
  expect(preferencesIn(header)).toEqual(preferences);
});

test.each([
  ['blanks', `code=${' '.repeat(100_000)}404"`],
  ['names', 'a= ,'.repeat(25_000)],
  ['quotes', ',a=;"x"y"'.repeat(10_000)],
])('a header of many %s is read as fast as it is long', (_what, header) => {
  // In square time, the first takes minutes.
  expect(preferencesIn(header)).toEqual({});
});

const dialects = [
  ...dialectNames.map((name) => [name, dialectOf(namedDialects[name].differences)] as const),
  ...[1, 2, 3].map((seed) => [`random ${seed}`, randomDialect(seed)] as const),
];

test.each(dialects)(
  'under %s every outcome can be asked for and keeps to the document',
  (_name, dialect) => {
    const document = applyDialect(dialect);
    const compile = compilerOf(document);
    const asked = [
      'create created',
      'create not-a-researcher',
      'create rate-limited',
      'fetch fetched',
      'fetch unknown-report',
      'delete deleted',
      'delete not-your-report',
      'lookup found',
      'lookup no-requests-left',
      'lookup unknown-hash',
      'lookup internal-error',
    ];
    for (const one of asked) {
      const [operation, example] = one.split(' ') as [OperationName, string];
      const forced = forcedReply(document, operation, { example });
      expect(forced?.reply.outcome).toBe(example);
      const { status, body } = forced?.reply ?? expect.unreachable(example);
      const response = operationObject(document, operation).responses[status] as ResponseObject;
      const schema = response.content?.['application/json']?.schema ?? { not: {} };
      if (body.type === 'json') expect(compile(schema)(body.value), example).toBe(true);
      else if (body.type === 'text') expect(response.content).toHaveProperty(['text/plain']);
      else expect(response['x-empty-body']).toContain(example);
    }
  },
);

test.each<
  [
    string,
    { preferences: { code?: string; example?: string }; outcome?: string; applied?: string[] },
  ]
>([
  [
    'a code takes its first outcome',
    { preferences: { code: '404' }, outcome: 'unknown-report', applied: ['code=404'] },
  ],
  [
    'code and example are both applied',
    {
      preferences: { code: '404', example: 'unknown-report' },
      outcome: 'unknown-report',
      applied: ['code=404', 'example=unknown-report'],
    },
  ],
  [
    'an example under another code is passed over',
    {
      preferences: { code: '404', example: 'no-token' },
      outcome: 'unknown-report',
      applied: ['code=404'],
    },
  ],
  ['a code the operation has not is passed over', { preferences: { code: '418' } }],
  ['an example nobody knows is passed over', { preferences: { example: 'tea' } }],
])('of what is preferred, %s', (_what, { preferences, outcome, applied }) => {
  const document = applyDialect(dialectOf({}));
  const forced = forcedReply(document, 'fetch', preferences);
  expect(forced?.reply.outcome).toEqual(outcome);
  expect(forced?.applied).toEqual(applied);
});

test('a forced answer is acknowledged, shows its headers, and changes nothing', async () => {
  await using server = await startServer();
  const before = server.state();
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
    method: 'POST',
    headers: { Prefer: 'example=created' },
  });
  expect({
    status: answer.status,
    preferenceApplied: answer.headers.get('Preference-Applied'),
  }).toEqual({ status: 201, preferenceApplied: 'example=created' });
  expect(await answer.json()).toMatchObject({ successful: true });
  const limited = await fetch(`${server.baseUrl}/private/sample/x`, {
    headers: { Prefer: 'code=429', Authorization: 'token-analyst-limited-1' },
  });
  expect({ status: limited.status, retryAfter: limited.headers.get('Retry-After') }).toEqual({
    status: 429,
    retryAfter: '1',
  });
  expect(server.state()).toEqual(before);
  expect(server.requests()).toMatchObject([
    { outcome: 'created', response: { headers: { 'preference-applied': 'example=created' } } },
    { outcome: 'no-requests-left', caller: 'analyst-limited-1' },
  ]);
});

test('an unsupported preference is ignored, which the log says, and not acknowledged', async () => {
  const log: object[] = [];
  await using server = await startServer({ log: (entry) => void log.push(entry) });
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
    headers: { Prefer: 'code=418, respond-async, cod=404', Authorization: 'token-reader' },
  });
  expect({
    status: answer.status,
    preferenceApplied: answer.headers.get('Preference-Applied'),
  }).toEqual({ status: 400, preferenceApplied: null });
  const word = 'Prefer: code=418, cod=404 was ignored. There are code and example';
  expect(server.requests()[0]?.why).toContain(word);
  await expect.poll(() => log).toMatchObject([{ why: expect.stringContaining(word) }]);
  expect(await answer.text()).not.toContain('Prefer');
});

test('wait delays the response, and is acknowledged beside the others', async () => {
  const waited: number[] = [];
  await using server = await startServer({
    environment: { pause: async (ms) => void waited.push(ms) },
  });
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
    headers: { Prefer: 'wait=3, code=404' },
  });
  expect(answer.headers.get('Preference-Applied')).toBe('wait=3, code=404');
  expect(waited).toEqual([3000]);
});
