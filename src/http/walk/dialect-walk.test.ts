import { expect, test } from 'vitest';
import { applyDialect } from '../../contract/apply-dialect.ts';
import type { ResponseObject } from '../../contract/document.ts';
import { operationsOf } from '../../contract/operations.ts';
import { defaultDialect, dialectOf } from '../../dialects/dialect.ts';
import { namedDialects } from '../../dialects/named.ts';
import { randomDialect } from '../../dialects/random.ts';
import { extent } from '../../repository/test-settings.test.support.ts';
import { type Walk, walk } from './dialect-walk.test.support.ts';

const seen = new Set<string>();

async function walked(dialect: Parameters<typeof walk>[0]): Promise<Walk['problems']> {
  const { problems, outcomes } = await walk(dialect);
  for (const outcome of outcomes) seen.add(outcome);
  return problems;
}

test.each(Object.entries(namedDialects))(
  'a server of the dialect %s keeps to the document it serves',
  async (_name, { differences }) => {
    expect(await walked(dialectOf(differences))).toEqual([]);
  },
);

test.each(Array.from({ length: extent === 'quick' ? 2 : 10 }, (_, index) => index + 1))(
  'a server of a random dialect keeps to the document it serves: seed %i',
  async (seed) => {
    expect(await walked(randomDialect(seed))).toEqual([]);
  },
);

test('a server that refuses everybody for asking too often keeps to the document it serves', async () => {
  expect(await walked(dialectOf({ 'any.rate-limit': 1 }))).toEqual([]);
});

test('a server that remembers what was deleted keeps to the document it serves', async () => {
  expect(await walked(dialectOf({ 'delete.afterwards': 'remembered' }))).toEqual([]);
});

test('the walk has met every documented outcome that a client can bring about', () => {
  // Node answers the third itself, so it is judged but never logged.
  const beyond = ['internal-error', 'unavailable', 'request-timeout'];
  const documented = [...operationsOf(applyDialect(defaultDialect))].flatMap((operation) =>
    Object.values(operation.responses)
      .flatMap((response) => Object.keys(examplesOf(response as ResponseObject)))
      .filter((outcome) => !beyond.includes(outcome))
      .map((outcome) => `${operation['x-operation']}: ${outcome}`),
  );
  expect([...seen].sort()).toEqual(documented.sort());
});

function examplesOf({ content }: ResponseObject) {
  return content?.['application/json']?.examples ?? {};
}
