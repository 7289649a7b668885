import { expect, test } from 'vitest';
import { createRequest, headersOf } from './create.test.support.ts';
import type { Reply } from './reply/reply.ts';
import { feed, seededId, seededSha256 } from './request/sample-values.test.support.ts';
import { serveParts } from './test-server.test.support.ts';

const headers = headersOf();
const requests = {
  create: [feed, createRequest()],
  fetch: [`${feed}?report=${seededId}`, { headers }],
  delete: [`${feed}?report=${seededId}`, { method: 'DELETE', headers }],
  lookup: [`/private/sample/${seededSha256}`, { headers }],
  refused: [`${feed}?report=00000000-0000-4000-8000-000000000000`, { headers }],
} as const;

type Breaking = (reply: Reply) => Reply;

function valued(value: object): Breaking {
  return (reply) => ({ ...reply, body: { type: 'json', value } });
}

function changed(part: object): Breaking {
  return (reply) =>
    reply.body.type === 'json' ? valued({ ...reply.body.value, ...part })(reply) : reply;
}

const broken: [string, keyof typeof requests, Breaking][] = [
  ['an id that is none', 'create', changed({ id: 'x' })],
  ['a flag of text', 'create', changed({ successful: 'y' })],
  ['a status it may not have', 'create', (reply) => ({ ...reply, status: 299 })],
  ['no report', 'fetch', valued({ successful: true })],
  [
    'a time in another form',
    'fetch',
    (reply) => {
      const { report } = (reply.body as { value: { report: object } }).value;
      return changed({ report: { ...report, reportedAt: '2026-01-31T13:45:00Z' } })(reply);
    },
  ],
  ['the flag of the others', 'delete', valued({ message: 'gone', successful: true })],
  ['a size of text', 'lookup', changed({ sizeInBytes: '0' })],
  ['a size beyond all numbers', 'lookup', changed({ sizeInBytes: Infinity })],
  ['null', 'lookup', (reply) => ({ ...reply, body: { type: 'json', value: null } })],
  ['an error that claims success', 'refused', changed({ successful: true })],
  ['an error without a text', 'refused', valued({ successful: false })],
];

const sorry = { error: 'The server failed. Its log says more.', successful: false };

test.each(broken)(
  '%s, about to be sent by %s, is a logged bug and a clean 500',
  async (_what, name, breaking) => {
    const server = await serveParts({
      mutation: ({ replies: { succeeded, refused }, ...rest }) => ({
        ...rest,
        replies: {
          succeeded: (...result) => breaking(succeeded(...result)),
          refused: (...refusal) =>
            name === 'refused' ? breaking(refused(...refusal)) : refused(...refusal),
        },
      }),
    });
    const [path, init] = requests[name];
    const answer = await fetch(`${server.url}${path}`, init);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 500,
      body: sorry,
    });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(String(server.bugs[0])).toMatch(/violates its contract/);
  },
);

test('an unexpected exception is a logged bug and a clean 500', async () => {
  const may = () => {
    throw new Error('unforeseen');
  };
  const server = await serveParts({
    mutation: ({ dependencies, ...rest }) => ({
      ...rest,
      dependencies: { ...dependencies, rules: { ...dependencies.rules, may } },
    }),
  });
  const [path, init] = requests.create;
  const answer = await fetch(`${server.url}${path}`, init);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 500,
    body: sorry,
  });
  expect(server.bugs).toEqual([expect.stringContaining('Error: unforeseen')]);
});

const unsendable: [string, Partial<Reply>, delivery?: 'half' | 'slow'][] = [
  ['a header that Node does not send with a length', { headers: { Trailer: 'X' } }],
  ['a header with a line break', { headers: { 'X-A': 'b\r\nc: d' } }],
  ['a header without a name', { headers: { '': 'x' } }],
  ['a status beyond all statuses', { status: 1000 }],
  ['a number that JSON has no word for', { body: { type: 'json', value: { a: 1n } } }],
  ['by half, a header', { headers: { Trailer: 'X' } }, 'half'],
  ['slowly, a header', { headers: { Trailer: 'X' } }, 'slow'],
];

/** A server that holds nothing against its replies, as one that is meant to lie. */
function servingReply(part: Partial<Reply>) {
  return serveParts({
    checked: false,
    mutation: ({ replies, ...rest }) => ({
      ...rest,
      replies: {
        ...replies,
        succeeded: (...result) => ({ ...replies.succeeded(...result), ...part }),
      },
    }),
  });
}

test.each(unsendable)(
  '%s cannot be sent: a logged bug and a clean 500',
  async (_what, part, type) => {
    const server = await servingReply(part);
    if (type) server.faults.add({ type, ms: 1 });
    const [path, init] = requests.lookup;
    const answer = await fetch(`${server.url}${path}`, init);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 500,
      body: sorry,
    });
    expect(server.bugs).toHaveLength(1);
    expect(server.seen()).toMatchObject([{ response: { status: 500 }, outcome: 'internal-error' }]);
  },
);
