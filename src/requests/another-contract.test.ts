import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openapiText } from '../spec/openapi.ts';
import { folderWith } from '../values/folder-with.test.support.ts';

const responses = `      responses:
        "200":
          description: As it should be.
          content: { application/json: { schema: { $ref: "#/components/schemas/ReportDeleted" } } }
        "429": { $ref: "#/components/responses/NoRequestsLeft" }
`;

/** A path with two operations, as a contributor would add them. */
const added = `  /feed/{service}/notes/{number}:
    parameters:
      - $ref: "#/components/parameters/service"
      - { name: number, in: path, required: true, schema: { type: integer, minimum: 1 } }
    put:
      x-operation: annotate
      x-section: "4.9"
      tags: [feed]
      parameters:
        - { name: draft, in: query, schema: { type: boolean } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties:
                text: { type: string, maxLength: 9 }
                score: { type: integer, maximum: 5, x-open-point: [{ id: annotate.most, sets: maximum }] }
${responses}    get:
      x-operation: read
      x-section: "4.9"
      tags: [feed]
      security: []
      parameters:
        - { name: page, in: query, required: true, schema: { type: string, enum: [first, last] } }
${responses}`;

let flawsOf: (method: string, url: string, body?: string) => string[] | undefined;
let judge: InstanceType<typeof import('./client-judge.ts').ClientJudge>;

beforeAll(async () => {
  const place = '  /private/sample/{hash}:\n';
  const folder = folderWith({ 'openapi.yaml': openapiText().replace(place, added + place) });
  vi.stubEnv('ABUSE_FEED_OPENAPI', join(folder, 'openapi.yaml'));
  vi.resetModules();
  const { requestFlaws } = await import('./request-flaws.ts');
  const { ClientJudge } = await import('./client-judge.ts');
  judge = new ClientJudge();
  flawsOf = (method, url, body) => {
    const headers: { [name: string]: string } =
      body === undefined ? {} : { 'content-type': 'application/json' };
    const request = { method, url, headers, ...(body !== undefined && { body }) };
    return requestFlaws(request, { hasToken: true })?.map(({ id }) => id.replace('client/', ''));
  };
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const notes = '/feed/tunnelco/notes/7';

test.each<[what: string, method: string, url: string, body?: string]>([
  ['a body', 'PUT', notes, '{"text":"a"}'],
  ['a flag and all of its body', 'PUT', `${notes}?draft=true`, '{"text":"a","score":99}'],
  ['a parameter', 'GET', `${notes}?page=last`],
])(
  'a right request of an operation that was added is not accused: %s',
  (_what, method, url, body) => {
    expect(flawsOf(method, url, body)).toEqual([]);
  },
);

const right = '{"text":"a"}';
test.each<[what: string, flaw: string, method: string, url: string, body?: string]>([
  ['a method that its path has not', 'no-operation', 'DELETE', notes],
  ['a longer path', 'wrong-path', 'PUT', `${notes}/more`, '{}'],
  ['a word for a number', 'malformed-number', 'PUT', '/feed/tunnelco/notes/seven', right],
  ['a number below the least', 'malformed-number', 'PUT', '/feed/tunnelco/notes/0', right],
  ['a flag that is neither', 'malformed-draft', 'PUT', `${notes}?draft=maybe`, right],
  [
    'a parameter of another operation',
    'relies-on-feed.unknown-parameters',
    'PUT',
    `${notes}?page=last`,
    right,
  ],
  ['a body of another type', 'body-type', 'PUT', notes, '[]'],
  ['a field of another type', 'text-type', 'PUT', notes, '{"text":7}'],
  ['a field that is too long', 'text-format', 'PUT', notes, '{"text":"0123456789"}'],
  ['a field missing', 'text-missing', 'PUT', notes, '{}'],
  ['a parameter missing', 'no-page', 'GET', notes],
  ['a parameter that is none of its values', 'malformed-page', 'GET', `${notes}?page=next`],
  ['a body where none is read', 'needless-body', 'GET', `${notes}?page=last`, '{}'],
  [
    'a parameter twice',
    'relies-on-feed.repeated-parameters',
    'GET',
    `${notes}?page=last&page=last`,
  ],
])(
  'a request of an operation that was added, with %s, has the flaw %s',
  (_what, flaw, method, url, body) => {
    expect(flawsOf(method, url, body)).toEqual([flaw]);
  },
);

test('a body that is missing is missed, with its type', () => {
  expect(flawsOf('PUT', notes)).toEqual(['no-content-type', 'no-body']);
});

test('a token is missed where the contract wants one, and calls that are counted end with the count', () => {
  const hear = (method: string, url: string, at: number, status: number) =>
    judge
      .hear(
        {
          request: { method, url, headers: {} },
          response: { status, headers: {}, body: '' },
          startedAt: at,
          endedAt: at,
        },
        { caller: 'one', hasToken: false, isNoneLeft: status === 429 },
      )
      .map(({ id }) => id.replace('client/', ''));
  expect(hear('GET', `${notes}?page=last`, 0, 429)).toEqual([]);
  expect(hear('GET', `${notes}?page=last`, 1, 429)).toEqual(['none-left']);
  expect(hear('PUT', notes, 2, 401)).toContain('no-token');
});
