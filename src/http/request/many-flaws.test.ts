import { expect, test } from 'vitest';
import { startServer } from '../../start-server.ts';
import { create } from '../create.test.support.ts';
import { goodReport } from './corpus/sample-values.test.support.ts';

const unknownFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 1]));

async function refused(dialect: Parameters<typeof startServer>[0], body: object): Promise<string> {
  await using server = await startServer(dialect);
  const answer = await create(server, { body: JSON.stringify(body) });
  expect(answer.status).toBe(400);
  return ((await answer.json()) as { error: string }).error;
}

test.each([
  ['as many tags as 64 KB hold', 'default', 32_000, 96],
  ['as many as 1 MB holds', 'lenient', 520_000, 994],
] as const)('of %s, all wrong, ten problems are listed', async (_what, dialect, count, more) => {
  const error = await refused({ dialect }, { tags: Array(count).fill(1) });
  // Those above the limit of tags are too many, whatever they are.
  expect(error.split('; ')).toHaveLength(11);
  expect(error).toContain('body.tags must NOT have more than');
  expect(error).toMatch(new RegExp(`; and ${more} more\\.$`));
});

test('of more unknown fields than anybody has, ten are named', async () => {
  const dialect = { 'create.unknown-fields': 'refused' } as const;
  const error = await refused({ dialect }, { ...goodReport, ...unknownFields(3000) });
  expect(error).toContain('body.field9 ');
  expect(error).not.toContain('body.field10 ');
  expect(error).toMatch(/; and 2990 more\.$/);
});

test('a long name does not make a long answer', async () => {
  const dialect = { 'create.unknown-fields': 'refused' } as const;
  const error = await refused({ dialect }, { ...goodReport, ['x'.repeat(60_000)]: 1 });
  expect(error.length).toBeLessThan(200);
});
