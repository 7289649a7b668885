import { execSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { silent } from '../../repository/examples.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { served } from './served.test.support.ts';

test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
  'the certificate made by the openssl command of the docs is served',
  async () => {
    const command = silent.find(({ text }) => text.startsWith('openssl '))?.text ?? '';
    const cwd = folderWith({});
    execSync(command, { cwd, stdio: 'pipe' });
    const args = ['--memory', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
    expect((await served(cwd, args)).output.out).toMatch(/Ready on https:/);
  },
);
