import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

test('npm run dev serves the sources, and starts anew when the contract changes', async () => {
  const args = ['run', '--silent', 'dev', '--', '--port', '0', '--memory'];
  // A process group, so that the server below npm ends with it.
  const dev = spawn('npm', args, { cwd: packageRoot, detached: true });
  onTestFinished(async () => {
    process.kill(-(dev.pid ?? 0), 'SIGTERM');
    await once(dev, 'exit');
  });
  const lines = createInterface({ input: dev.stdout })[Symbol.asyncIterator]();
  const ready = async (): Promise<string> => {
    for (;;) {
      const { value = '', done } = await lines.next();
      const [, url] = /^Ready on (\S+)\. /.exec(value) ?? [];
      if (url) return url;
      if (done) throw new Error('npm run dev has ended');
    }
  };
  const health = async (url: string) => (await fetch(`${url}/__admin/health`)).status;
  const first = await ready();
  expect(await health(first)).toBe(200);
  utimesSync(join(packageRoot, 'openapi.yaml'), new Date(), new Date());
  const second = await ready();
  expect(second).not.toBe(first);
  expect(await health(second)).toBe(200);
});
