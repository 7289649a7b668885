import { expect, test } from 'vitest';
import { refusalsAsked } from '../../../contract-tests/service/spend/count-plan.ts';
import { startServer } from '../../index.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

test('a dry run asks little, creates, deletes and uses up nothing, and says what a run would', async () => {
  await using server = await startServer();
  const asked: string[] = [];
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method, url, headers }) => {
      const [area] = (url ?? '').split('/').slice(1);
      asked.push(`${method} ${area} ${area === 'private' ? headers.authorization : ''}`.trim());
      return answer;
    },
  });
  const file = targetFile({ baseUrl }, (text) =>
    text.replace('token-reader #', 'nobody-has-this-token #'),
  );
  const { code, printed } = await ran(['--target', file, '--dry-run']);
  expect(code).toBe(0);
  expect(new Set(asked)).toEqual(new Set(['GET feed', 'GET private undefined']));
  expect(asked.length).toBeLessThan(10);
  expect(printed).toMatch(/^abuse-feed-kit \d+\.\d+\.\d+\S*, a dry run: nothing was created/);
  expect(printed).toMatch(new RegExp(`feed    ${baseUrl} \\(\\S*mine\\.yaml:\\d+\\)`));
  expect(printed).toMatch(/tokens\.researcher: known to the server \(404 /);
  expect(printed).toMatch(/tokens\.reader: the same response as to an unknown token \(401 /);
  expect(printed).toMatch(/^ {2}\d{4} requests, and 1000 to reproduce what it finds broken$/m);
  expect(printed).toMatch(/^ {2}\d{3} lookups as tokens\.analyst; it makes no more$/m);
  expect(printed).toContain(`all 8 requests of tokens.limited[2], in ${8 + refusalsAsked} lookups`);
  expect(printed).toContain('DELETE without an id');
  expect(printed).not.toContain('token-researcher-1');
});

test('a dry run is about the clauses that are chosen', async () => {
  const { code, printed } = await ran(['--dry-run', '--only', '4.1']);
  expect(code).toBe(0);
  expect(printed).not.toContain('tokens.limited[0]');
  expect(printed).not.toContain('DELETE without an id');
});

test('where the server does not answer, it says so and is inconclusive', async () => {
  const file = targetFile({ baseUrl: 'http://127.0.0.1:9' });
  const { code, printed } = await ran(['--target', file, '--dry-run']);
  expect(printed).toContain('No response: ');
  expect(code).toBe(3);
});
