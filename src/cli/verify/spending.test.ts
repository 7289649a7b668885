import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { fewer, passing, ran, targetFile } from './verify.test.support.ts';

/** A server whose lookups are told apart by who makes them. */
async function counted() {
  // A 429 may be a rate limit, so a run waits and asks again; no test here is about that.
  const server = await startServer({ dialect: { 'lookup.status.no-requests-left': 403 } });
  const lookups: string[] = [];
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { url, headers }: IncomingMessage) => {
      if (url?.startsWith('/private/')) lookups.push(headers.authorization ?? '');
      return answer;
    },
  });
  const by = (token: string) => lookups.filter((one) => one.includes(token)).length;
  return { server, baseUrl, by, [Symbol.asyncDispose]: () => server.close() };
}

test.each([
  ['service', (text: string) => text.replace('service: tunnelco', 'service: nowhere')],
  ['researcher', (text: string) => text.replace('researcher: token-researcher-1', 'researcher: x')],
  ['baseUrl', (text: string) => text.replace(/^(baseUrl: \S+)/m, '$1/wrong')],
])('where %s is wrong, no request of a limited token is used up', async (_, change) => {
  await using target = await counted();
  const { code, printed } = await ran(['--target', targetFile(target, change)]);
  expect(printed).toContain('INCONCLUSIVE');
  expect(code).toBe(3);
  expect(target.by('limited')).toBe(0);
  expect(target.by('analyst-1')).toEqual(expect.any(Number));
  expect(target.by('analyst')).toBeLessThan(2);
});

test('--no-spend leaves the limited tokens alone, and says what could not be tested for it', async () => {
  await using target = await counted();
  const args = ['--target', targetFile(target, fewer), '--no-spend', '--only'];
  const { code, printed } = await ran([...args, 'lookup/*']);
  expect(code).toBe(0);
  expect(target.by('limited')).toBe(0);
  expect(printed).toMatch(/ 8 × left out by --no-spend: lookup\//);
  expect(printed).not.toContain('This run uses up');
  expect((await ran([...args, 'lookup/counts-once', '--require-all'])).code).toBe(3);
});
