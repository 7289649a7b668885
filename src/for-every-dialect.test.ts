import { expect, test } from 'vitest';
import type { MadeWorld } from './admin/control/server-control.ts';
import { forEveryDialect } from './for-every-dialect.ts';
import { startServer } from './server.ts';

function lookUp({ analysisUrl, tokens }: MadeWorld, hash: string | undefined) {
  return fetch(`${analysisUrl}/private/sample/${hash}`, {
    headers: { Authorization: tokens['researcher-1'] ?? '' },
  });
}

test('a test that takes every answer passes, and the verdict says what was tried', async () => {
  const verdict = await forEveryDialect(async (world) => {
    const answer = await lookUp(world, world.state().analyses[0]?.sha256Hash);
    const { sha256Hash } = (await answer.json()) as { sha256Hash?: string };
    if (!sha256Hash) throw new Error('no analysis');
  });
  expect(verdict).toMatch(
    /^The command passes with each of \d+ other answers to \d+ open points, tried alone, and in/,
  );
});

test('a test that relies on an answer fails with an error that names it, caused by its own error', async () => {
  await using server = await startServer();
  const relying = forEveryDialect(
    async (world) => {
      const { status } = await lookUp(world, '0'.repeat(64));
      // What was asked counts all the same.
      world.clearRequests();
      if (status === 410) throw new Error('410 is not expected');
    },
    { server },
  );
  await expect(relying).rejects.toMatchObject({
    name: 'ReliesOnOpenPoints',
    message: expect.stringMatching(/lookup\.status\.unknown-hash .*\n.*fails with 410/),
    cause: new Error('410 is not expected'),
  });
  expect(server.worlds()).toEqual([]);
  const accept = ['lookup.status.unknown-hash because the real one sends 404'];
  const accepting = forEveryDialect(
    async (world) => {
      const { status } = await lookUp(world, '0'.repeat(64));
      if (status !== 404) throw new Error('404 is expected');
    },
    { server, accept },
  );
  const verdict = await accepting;
  expect(verdict).toContain('Accepted: lookup.status.unknown-hash: 404, because the real');
  expect(verdict).toContain('Not varied here: any.rate-limit.');
});

test('a test that fails under the default fails as it would alone', async () => {
  const failing = forEveryDialect(async (world) => {
    await lookUp(world, 'x');
    throw new TypeError('a mistake');
  });
  await expect(failing).rejects.toEqual(new TypeError('a mistake'));
});

test('a test that asks for nothing has shown nothing', async () => {
  await expect(forEveryDialect(() => {})).rejects.toThrow('saw no request of the API');
});
