import { describe, expect, test } from 'vitest';
import { applyDialect } from '../../contract/apply-dialect.ts';
import type { ResponseObject } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { defaultDialect, dialectOf } from '../../dialects/dialect.ts';
import { namedDialects } from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import { extent } from '../../spec/test-settings.test.support.ts';
import { type Walk, walk } from './dialect-walk.test.support.ts';
import { judgeBy } from './judge.test.support.ts';

const seen = new Set<string>();
async function walked(dialect: Parameters<typeof walk>[0]): Promise<Walk['problems']> {
  const { problems, outcomes } = await walk(dialect);
  for (const outcome of outcomes) seen.add(outcome);
  return problems;
}

describe('no answer breaks the document its server serves', () => {
  test.each(Object.entries(namedDialects))('%s', async (_name, { differences }) => {
    expect(await walked(dialectOf(differences))).toEqual([]);
  });

  test.each(Array.from({ length: extent === 'quick' ? 5 : 10 }, (_, index) => index + 1))(
    'random, seed %i',
    async (seed) => {
      expect(await walked(randomDialect(seed))).toEqual([]);
    },
  );

  test('where everybody asks too often', async () => {
    expect(await walked(dialectOf({ 'any.rate-limit': 1 }))).toEqual([]);
  });

  test('and the walk has met every documented outcome that a client can bring about', () => {
    const verbs: { [operationId: string]: string } = {
      createReport: 'POST feed',
      fetchReport: 'GET feed',
      deleteReport: 'DELETE feed',
      getStaticAnalysis: 'GET lookup',
    };
    // Node answers the third itself, so it is judged but never logged.
    const beyond = ['internal-error', 'unavailable', 'request-timeout'];
    const documented = [...operationsOf(applyDialect(defaultDialect))].flatMap((operation) =>
      Object.values(operation.responses)
        .flatMap((response) => Object.keys(examplesOf(response as ResponseObject)))
        .filter((outcome) => !beyond.includes(outcome))
        .map((outcome) => `${verbs[operation.operationId]}: ${outcome}`),
    );
    expect([...seen].sort()).toEqual(documented.sort());
  });
});

const examplesOf = ({ content }: ResponseObject) => content?.['application/json']?.examples ?? {};

const strangers = (shape: 'message') => ({
  'lookup.error-body.no-token': shape,
  'lookup.error-body.unknown-token': shape,
});

describe('the judge of the walk', () => {
  const path = '/private/sample/{hash}';
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const judge = judgeBy(
    applyDialect(
      dialectOf({ ...strangers('message'), 'lookup.error-body.unknown-hash': 'message' }),
    ),
  );
  const empty = judgeBy(applyDialect(dialectOf({ 'lookup.error-body.unknown-hash': 'empty' })));

  test('lets a documented answer pass', () => {
    const answer = { status: 404, headers: json, text: '{"message":"No."}' };
    expect(judge(path, 'get', answer)).toBeUndefined();
    expect(empty(path, 'get', { status: 404, headers: {}, text: '' })).toBeUndefined();
  });

  test.each([
    ['an undocumented status', { status: 418, headers: json, text: '{"message":"No."}' }],
    ['the error body of another dialect', { status: 404, headers: json, text: '{"error":"No."}' }],
    ['another type', { status: 404, headers: { 'content-type': 'text/plain' }, text: 'No.' }],
    ['an empty body', { status: 404, headers: {}, text: '' }],
    ['401 without a challenge', { status: 401, headers: json, text: '{"message":"No."}' }],
    [
      'a header nobody mentioned',
      { status: 404, headers: { ...json, 'retry-after': '1' }, text: '{"message":"No."}' },
    ],
  ])('rejects %s', (_what, answer) => {
    expect(judge(path, 'get', answer)).toBeTypeOf('string');
  });
});
