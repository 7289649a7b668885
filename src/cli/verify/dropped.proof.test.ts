import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

test('a server that hangs up on one request, and answers others, violates, and the request is named', async () => {
  await using server = await startServer();
  const baseUrl = await passing(server.baseUrl, {
    instead: ({ method }, body) =>
      method === 'POST' && body.includes('"tags":[]') ? 'hang up' : undefined,
  });
  const args = ['--target', targetFile({ baseUrl }), '--only', 'create/*', '--verbose'];
  const { code, printed } = await ran(args);
  expect(printed).toContain('1 cause behind 1 broken clause');
  expect(printed).toContain(
    'expected a JSON object, but no response: the connection is closed each time, while others get one',
  );
  expect(printed).toMatch(/request {3}POST \S+ as tokens\.\w+\n.*"tags":\[\]/);
  expect(printed).toContain('reproduced by 1 request');
  expect(code).toBe(1);
});

test('a request that is answered on retry is no finding', async () => {
  await using server = await startServer();
  let dropped = 0;
  const baseUrl = await passing(server.baseUrl, {
    instead: ({ method }, body) => {
      if (method !== 'POST' || !body.includes('"tags":[]') || dropped >= 4) return undefined;
      dropped += 1;
      return 'hang up';
    },
  });
  const { code, printed } = await ran(['--target', targetFile({ baseUrl }), '--only', 'create/*']);
  expect(printed).not.toContain('VIOLATES');
  expect([0, 3]).toContain(code);
});
