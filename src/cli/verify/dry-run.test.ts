import { expect, test } from 'vitest';
import { ran, targetFile } from './verify.test.support.ts';

test('a dry run sends nothing, and says what a run would do', async () => {
  const file = targetFile({ baseUrl: 'http://127.0.0.1:9' });
  const { code, printed } = await ran(['--target', file, '--dry-run']);
  expect(code).toBe(0);
  expect(printed).toMatch(/^abuse-feed-kit \d+\.\d+\.\d+\S*, a dry run: nothing was sent/);
  expect(printed).toMatch(/feed {4}http:\/\/127\.0\.0\.1:9 \(\S*mine\.yaml:\d+\)/);
  expect(printed).toContain('all 8 requests of tokens.limited[2], in 15 lookups');
  expect(printed).toContain('DELETE without an id');
  expect(printed).not.toContain('token-researcher-1');
});

test('a dry run is about the clauses that are chosen', async () => {
  const { code, printed } = await ran(['--dry-run', '--only', '4.1']);
  expect(code).toBe(0);
  expect(printed).not.toContain('tokens.limited[0]');
  expect(printed).not.toContain('DELETE without an id');
});
