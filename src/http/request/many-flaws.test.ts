import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { create } from '../create.test.support.ts';
import { goodReport } from './corpus/sample-values.test.support.ts';

function unknownFields(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 1]));
}

async function refused(dialect: Parameters<typeof startServer>[0], body: object): Promise<string> {
  await using server = await startServer(dialect);
  const answer = await create(server, { body: JSON.stringify(body) });
  expect(answer.status).toBe(400);
  return ((await answer.json()) as { error: string }).error;
}

test.each([
  ['as many tags as 64 KB hold', 'default', 32_000, '100'],
  ['as many as 1 MB holds', 'lenient', 520_000, '1,000'],
] as const)('%s are too many, whatever they are', async (_what, dialect, count, most) => {
  const error = await refused({ dialect }, { ...goodReport, tags: Array(count).fill(1) });
  expect(error).toBe(`body.tags is a list; expected a list of at most ${most} items.`);
});

test('of as many wrong tags as are allowed, ten are listed', async () => {
  const error = await refused({}, { ...goodReport, tags: Array(100).fill(1) });
  expect(error).toContain('body.tags[9] is 1; expected a text');
  expect(error).toMatch(/ and 90 more\.$/);
});

test('of more unknown fields than anybody has, ten are named', async () => {
  const dialect = { 'create.unknown-fields': 'refused' } as const;
  const error = await refused({ dialect }, { ...goodReport, ...unknownFields(3000) });
  expect(error).toContain('unknown key body.field9; ');
  expect(error).not.toContain('body.field10; ');
  expect(error).toMatch(/ and 2990 more\.$/);
});

test('a long name does not make a long answer', async () => {
  const dialect = { 'create.unknown-fields': 'refused' } as const;
  const error = await refused({ dialect }, { ...goodReport, ['x'.repeat(60_000)]: 1 });
  expect(error.length).toBeLessThan(300);
});
