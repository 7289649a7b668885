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

test.each<[method: string, url: string, body: string | undefined]>([
  ['PUT', notes, '{"text":"a"}'],
  ['PUT', `${notes}?draft=true`, '{"text":"a","score":99}'],
  ['GET', `${notes}?page=last`, undefined],
])(
  'a right request of an operation that was added is not accused: %s %s %s',
  (method, url, body) => {
    expect(flawsOf(method, url, body)).toEqual([]);
  },
);

test.each<[method: string, url: string, body: string | undefined, flaws: string[]]>([
  ['DELETE', notes, undefined, ['no-operation']],
  ['PUT', `${notes}/more`, '{}', ['wrong-path']],
  ['PUT', '/feed/tunnelco/notes/seven', '{"text":"a"}', ['malformed-number']],
  ['PUT', '/feed/tunnelco/notes/0', '{"text":"a"}', ['malformed-number']],
  ['PUT', `${notes}?draft=maybe`, '{"text":"a"}', ['malformed-draft']],
  ['PUT', `${notes}?page=last`, '{"text":"a"}', ['relies-on-feed.unknown-parameters']],
  ['PUT', notes, undefined, ['no-content-type', 'no-body']],
  ['PUT', notes, '[]', ['body-type']],
  ['PUT', notes, '{"text":7}', ['text-type']],
  ['PUT', notes, '{"text":"0123456789"}', ['text-format']],
  ['PUT', notes, '{}', ['text-missing']],
  ['GET', notes, undefined, ['no-page']],
  ['GET', `${notes}?page=next`, undefined, ['malformed-page']],
  ['GET', `${notes}?page=last`, '{}', ['needless-body']],
  ['GET', `${notes}?page=last&page=last`, undefined, ['relies-on-feed.repeated-parameters']],
])('%s %s with the body %s has the flaws %j', (method, url, body, flaws) => {
  expect(flawsOf(method, url, body)).toEqual(flaws);
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
