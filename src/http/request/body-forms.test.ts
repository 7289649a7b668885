import { expect, test } from 'vitest';
import { dialectOf } from '../../dialects/dialect.ts';
import { startServer } from '../../server.ts';
import { draft } from '../walk/steps.test.support.ts';

const sent = JSON.parse(draft('a'));

function withScore(written: string): string {
  return JSON.stringify({ ...sent, confidenceScore: 0 }).replace(
    '"confidenceScore":0',
    `"confidenceScore":${written}`,
  );
}

function withField(name: string, value: unknown): string {
  return JSON.stringify({ ...sent, [name]: value });
}

/** The statuses of creates with these bodies. */
async function statusesOf(differences: Parameters<typeof dialectOf>[0], bodies: readonly string[]) {
  await using server = await startServer({ dialect: dialectOf(differences) });
  const authorization = String(server.tokens['researcher-1']);
  const statuses: number[] = [];
  for (const body of bodies) {
    const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });
    statuses.push(answer.status);
  }
  return statuses;
}

test('null is a wrong value, or stands for a field that is left out', async () => {
  const bodies = [
    withField('tags', null),
    withField('referenceLink', null),
    withField('tags', [null]),
  ];
  const optional = { 'create.required.tags': false } as const;
  expect(await statusesOf(optional, bodies)).toEqual([400, 400, 400]);
  const leftOut = { ...optional, 'create.null-fields': 'left-out' } as const;
  expect(await statusesOf(leftOut, bodies)).toEqual([201, 400, 400]);
});

test('a whole score may have to be written in digits', async () => {
  const bodies = [
    withScore('1'),
    withScore('1.0'),
    withScore('1e0'),
    withField('tags', ['1.0', '"1e0']),
  ];
  expect(await statusesOf({}, bodies)).toEqual([201, 201, 201, 201]);
  const digits = {
    'create.score.notation': 'digits',
    'create.status.wrong-notation': 422,
  } as const;
  expect(await statusesOf(digits, bodies)).toEqual([201, 422, 422, 201]);
});

test('digits are asked for only where a whole number is written otherwise, in a field of whole numbers', async () => {
  const statuses = await statusesOf(
    {
      'create.score.notation': 'digits',
      'create.status.wrong-notation': 422,
      'create.unknown-fields': 'ignored',
    },
    [
      withScore('7.5'),
      withField('tags', [1.5]),
      withScore('7').replace('{', '{"probability":0.5,"whole":7.0,"old":{"confidenceScore":7.0},'),
      withScore('7').replace('{', '{"confidenceScore":7.0,'),
      withScore('7.0').replace('{', '{"confidenceScore":7,'),
      withScore('7.0').replace('Score', '\\u0053core'),
    ],
  );
  expect(statuses).toEqual([400, 400, 201, 201, 422, 422]);
});

test('a value of another type has a status of its own, and null, which has no type, has not', async () => {
  const bodies = [
    withField('tags', 'rat'),
    withField('tags', [1]),
    withScore('1.5'),
    withField('tags', null),
    withScore('101'),
  ];
  expect(await statusesOf({ 'create.status.wrong-type': 422 }, bodies)).toEqual([
    422, 422, 422, 400, 400,
  ]);
});

test('JSON that is no object has a status of its own', async () => {
  const bodies = ['[]', 'null', '5', '{}', '{'];
  const statuses = { 'create.status.no-object': 422, 'create.status.invalid-report': 200 } as const;
  expect(await statusesOf(statuses, bodies)).toEqual([422, 422, 422, 200, 400]);
});
