import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { call } from '../control-plane.test.support.ts';

const good = [
  { type: 'delay', ms: 0 },
  { type: 'delay', ms: 600_000, spread: 5, operation: 'create', caller: 'reader', times: 1 },
  { type: 'reply', status: 200 },
  { type: 'reply', status: 599, body: null, headers: { 'X-A': 'b\t~ÿ', etag: '' } },
  { type: 'reply', status: 204, headers: {} },
  { type: 'reply', status: 503, headers: { Date: 'Sat, 31 Jan 2026 13:45:00 GMT' } },
  { type: 'reply', status: 200, headers: { 'content-type': 'text/html ; a="b \\" c"; d=e' } },
  { type: 'drop', operation: 'delete' },
  { type: 'delay', ms: 200, seed: 7, chance: 0.25 },
  { type: 'drop', when: 'after', chance: 1, seed: 4_294_967_295 },
  { type: 'reset', when: 'before', times: 2 },
  { type: 'hang', caller: 'reader' },
  { type: 'sequence', steps: [503, 503, 'ok'] },
  {
    type: 'sequence',
    steps: [
      { type: 'drop', when: 'after' },
      { type: 'delay', ms: 1 },
    ],
    operation: 'create',
    times: 3,
  },
  { type: 'half', times: 3 },
  { type: 'slow', ms: 1, operation: 'lookup' },
  { type: 'duplicate', operation: 'lookup', caller: 'analyst' },
];

const bad: [fault: unknown, says: string][] = [
  [{}, 'type is missing; expected one of reply, delay, .*, sequence'],
  [{ type: 'dely', ms: 1 }, 'type is "dely"; expected one of .*; did you mean delay\\?'],
  [[], 'what is given is an empty list; expected a map of keys'],
  [{ type: 'delay' }, 'ms is missing; expected a whole number from 0 to 600000'],
  [{ type: 'delay', ms: -1 }, 'ms is -1; expected a whole number from 0 to 600000'],
  [{ type: 'drop', chance: 0 }, 'chance is 0; expected a share of the requests, from 0.0001 to 1'],
  [{ type: 'drop', seed: -1 }, 'seed is -1; expected a whole number from 0 to 4294967295'],
  [{ type: 'drop', when: 'aftr' }, 'when is "aftr"; .*; did you mean after\\?'],
  [{ type: 'half', when: 'after' }, 'unknown key when; known here: type, .*'],
  [{ type: 'sequence' }, 'steps is missing; expected a list of 1 to 1000 steps, .*'],
  [{ type: 'sequence', steps: [503, 'okay'] }, 'steps\\[1\\] is "okay"; expected ok, a status .*'],
  [{ type: 'sequence', steps: [{ type: 'slow' }] }, 'steps\\[0\\].ms is missing; expected .*'],
  [
    { type: 'sequence', steps: [{ type: 'drop', times: 2 }] },
    'unknown key steps\\[0\\].times; known here: type, when',
  ],
  [
    { type: 'sequence', steps: [{ type: 'sequence', steps: ['ok'] }] },
    'steps\\[0\\].type is "sequence"; expected one of reply, .*',
  ],
  ...['headers.Cookie', 'bod.x', 'query', ''].map((name): [object, string] => [
    { type: 'sequence', steps: [{ type: 'reply', status: 500, body: [`{{request.${name}}}`] }] },
    `{{request.${name}}} is no value of a request; expected request., then method, .*`,
  ]),
  [{ type: 'drop', tims: 1 }, 'unknown key tims; did you mean times\\?'],
  [{ type: 'half', times: 0 }, 'times is 0; expected a whole number from 1 to 1000000000'],
  [{ type: 'half', operation: 'creat' }, 'operation is "creat"; .*; did you mean create\\?'],
  [
    { type: 'half', caller: 5 },
    'caller is 5; expected a text of at most 200 characters; quotes make it a text',
  ],
  [{ type: 'reply', body: {} }, 'status is missing; expected a whole number from 200 to 599'],
  [{ type: 'reply', status: 199 }, 'status is 199; expected .*'],
  [{ type: 'reply', status: 204, body: {} }, 'body is an empty map; expected none with .*'],
  [{ type: 'reply', status: 200, headers: { a: 1 } }, 'headers.a is 1; expected a text that .*'],
  [
    { type: 'reply', status: 200, headers: { a: 'b\r\nc: d' } },
    'headers.a is .*; expected a text that a header can carry, or a list of them',
  ],
];

const badHeaders: typeof bad = [
  'a b',
  '',
  'content-length',
  'Transfer-Encoding',
  'connection',
  'Trailer',
  'te',
  'Upgrade',
  'Keep-Alive',
  'Proxy-Connection',
  'proxy-authenticate',
].map((name) => [
  { type: 'reply', status: 200, headers: { [name]: 'x' } },
  `unknown key headers.${name}; expected the name of a header, but not one of Connection, .*`,
]);
for (const type of ['/////', '', 'text', 'text/html; charset', 'a/b\r\nc: d', 'a/"']) {
  badHeaders.push([
    { type: 'reply', status: 200, headers: { 'Content-TYPE': type } },
    'headers.Content-TYPE is .*; expected a media type such as text/html; charset=utf-8',
  ]);
}

test.each([...bad, ...badHeaders])('%j is none: %s', async (fault, says) => {
  await using server = await startServer();
  expect(() => server.addFault(fault as never)).toThrow(new RegExp(`^${says}$`));
});

test('a program and a request hear the same', async () => {
  await using server = await startServer();
  const ofNobody: [unknown, string] = [{ type: 'drop', caller: 'readr' }, ''];
  for (const fault of [...good, ...[...bad, ...badHeaders, ofNobody].map(([one]) => one)]) {
    const answer = await call(server.adminUrl, 'POST /faults', fault);
    const sent = answer.body as { detail?: string };
    const add = () => server.addFault(fault as never);
    if (answer.status === 201) expect(add).not.toThrow();
    else if (Array.isArray(fault)) expect(add).toThrow();
    else expect(add, JSON.stringify(fault)).toThrow(sent.detail);
  }
  expect(server.faults()).toHaveLength(2 * good.length);
});

test.each<[what: string, reply: () => unknown, says: string]>([
  ['a number', () => 503, 'it is 503; expected an object with status, headers, body'],
  ['a list', () => [503], 'it is a list; expected an object'],
  ['a Response', () => new Response('', { status: 503 }), 'it is a Response; expected an object'],
  ['more than a reply', () => ({ status: 503, times: 2 }), 'it has times; expected an object'],
  ['an object without a status', () => ({ body: 1 }), 'status is missing; expected a whole number'],
  ['nothing, as it throws nothing', () => Promise.reject(), 'computed: undefined'],
  ['nothing, as it throws a text', () => Promise.reject('mine'), 'computed: mine'],
])('a computed reply that is %s is a 500 that says so', async (_what, reply, says) => {
  await using server = await startServer();
  server.addFault({ reply: reply as never });
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(text).toContain('The reply of a fault cannot be computed: ');
  expect(text).toContain(says);
});

test('a reply may be computed from the request, and says why where it cannot be', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  const asked = async (body: string) => {
    const init = { method: 'POST', body, headers: { 'X-Mine': 'yes' } };
    const answer = await fetch(`${world.baseUrl}/feed/tunnelco/api?a=b`, init);
    return [answer.status, await answer.text()];
  };
  world.addFault({
    operation: 'create',
    times: 1,
    reply: async ({ method, url, headers, body }) => ({
      status: 409,
      body: [method, url, headers['x-mine'], body],
    }),
  });
  expect(await asked('{"x":1}')).toEqual([
    409,
    JSON.stringify(['POST', '/feed/tunnelco/api?a=b', 'yes', '{"x":1}']),
  ]);
  expect((await asked('{}'))[0]).toBe(401);
  world.addFault({ reply: () => ({ status: 99 }) });
  expect(await asked('{}')).toEqual([500, expect.stringMatching(/cannot be computed: .*status/)]);
  expect(world.faults()).toMatchObject([{ type: 'reply', acted: 1 }]);
  expect(() => world.addFault({ reply: 'x' } as never)).toThrow(
    'reply is "x"; expected a function that computes a reply.',
  );
});
