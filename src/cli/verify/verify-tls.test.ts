import nodeTls from 'node:tls';
import { expect, test, vi } from 'vitest';
import { authorityFile, tls } from '../../http/tls/tls-for-tests.test.support.ts';
import { startServer } from '../../index.ts';
import { ran, targetFile } from './verify.test.support.ts';

test('connections to a target with an authority of its own share what they trust', async () => {
  await using server = await startServer({ tls });
  const made = vi.spyOn(nodeTls, 'createSecureContext');
  const args = ['--target', targetFile(server), '--only', 'create/flag-type'];
  const { code } = await ran(args, { env: { ABUSE_FEED_CA: authorityFile } });
  expect(code).toBe(0);
  expect(made).not.toHaveBeenCalled();
});
