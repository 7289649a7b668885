import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';
import { call } from './control-plane.test.support.ts';

const unknownFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, 1]));

const separator = /; (?=body|and)|\n {2}/;

test.each([
  ['POST /callers', (many: object) => many],
  ['POST /worlds', (many: object) => many],
  ['POST /faults', (many: object) => ({ type: 'drop', ...many })],
  ['PUT /dialect', (many: object) => ({ differences: many })],
] as const)('%s with 20,000 unknown fields lists ten of them', async (asked, sent) => {
  await using server = await startServer();
  const answer = await call(server.adminUrl, asked, sent(unknownFields(20_000)));
  expect(answer.status).toBe(400);
  const { detail } = answer.body as { detail: string };
  const problems = detail.split(separator).filter((line) => line.includes('field'));
  expect(problems).toHaveLength(10);
  expect(detail).toMatch(/and 19990 more\.?$/);
  expect(detail.length).toBeLessThan(1500);
});

test('a name as long as a body is cut', async () => {
  await using server = await startServer();
  for (const path of ['/callers', '/faults']) {
    const sent = { type: 'drop', ['x'.repeat(900_000)]: 1 };
    const { status, body } = await call(server.adminUrl, `POST ${path}`, sent);
    expect([status, JSON.stringify(body).length < 1000]).toEqual([400, true]);
  }
});
