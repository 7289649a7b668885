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

function valued(value: object | null): Breaking {
  return (reply) => ({ ...reply, body: { type: 'json', value } });
}

function changed(part: object): Breaking {
  return (reply) =>
    reply.body.type === 'json' ? valued({ ...reply.body.value, ...part })(reply) : reply;
}

function having(part: Partial<Reply>): Breaking {
  return (reply) => ({ ...reply, ...part });
}

const invalid: [string, keyof typeof requests, Breaking][] = [
  ['an id that is none', 'create', changed({ id: 'x' })],
  ['a status it may not have', 'create', having({ status: 299 })],
  ['no report', 'fetch', valued({ successful: true })],
  ['a time in another form', 'fetch', changed({ report: { reportedAt: '2026-01-31T13:45:00Z' } })],
  ['the flag of the others', 'delete', valued({ message: 'gone', successful: true })],
  ['a size beyond all numbers', 'lookup', changed({ sizeInBytes: Infinity })],
  ['null', 'lookup', valued(null)],
  ['an error that claims success', 'refused', changed({ successful: true })],
];
const unsendable: typeof invalid = [
  [
    'a header that Node does not send with a length',
    'lookup',
    having({ headers: { Trailer: 'X' } }),
  ],
  ['a header with a line break', 'lookup', having({ headers: { 'X-A': 'b\r\nc: d' } })],
  ['a header without a name', 'lookup', having({ headers: { '': 'x' } })],
  ['a status beyond all statuses', 'lookup', having({ status: 1000 })],
  ['a number that JSON has no word for', 'lookup', valued({ a: 1n })],
];

/** The same, sent by half and slowly. */
const spoilt = (['half', 'slow'] as const).map((type) => ({ type, ms: 1 }));

const rows = [
  ...invalid.map((row) => ({ row, checked: true, faults: [undefined] })),
  // As by a server that is meant to lie.
  ...unsendable.map((row) => ({ row, checked: false, faults: [undefined, ...spoilt] })),
];

const sorry = { error: 'The server failed. Its log says more.', successful: false };

test.each(rows)(
  '$row.0, about to be sent by $row.1, is a logged bug and a clean 500',
  async ({ row: [_what, name, breaking], checked, faults }) => {
    const server = await serveParts({
      checked,
      mutation: ({ replies: { succeeded, refused }, ...rest }) => ({
        ...rest,
        replies: {
          succeeded: (...result) => breaking(succeeded(...result)),
          refused: (...refusal) =>
            name === 'refused' ? breaking(refused(...refusal)) : refused(...refusal),
        },
      }),
    });
    for (const fault of faults) {
      if (fault) server.faults.add({ ...fault, times: 1 });
      const [path, init] = requests[name];
      const answer = await fetch(`${server.url}${path}`, init);
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 500,
        body: sorry,
      });
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
    expect(server.bugs).toHaveLength(faults.length);
    if (checked) expect(server.bugs[0]).toMatch(/violates its contract/);
    expect(server.seen()[0]).toMatchObject({
      response: { status: 500 },
      outcome: 'internal-error',
    });
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
