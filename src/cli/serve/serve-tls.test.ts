import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authority, authorityFile, tls } from '../../http/tls/tls-for-tests.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';
import { example } from '../verify/verify.test.support.ts';
import { name, served } from './served.test.support.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const files = {
  'cert.pem': tls.cert,
  'key.pem': tls.key,
  'other.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

test('verify judges a server with TLS whose authority it is told to trust', async () => {
  const args = ['--memory', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  const { out } = (await served(folderWith(files), args)).output;
  const url = /Ready on (https:\S+)\./.exec(out)?.[1] ?? '';
  expect(out).toContain(`curl '${url}/feed/`);

  const text = readFileSync(example, 'utf8').replaceAll('http://127.0.0.1:4010', url);
  const cwd = folderWith({
    'unknown.yaml': text,
    'trusted.yaml': text.replace(/^# ca: \S+/m, 'ca: mine.pem'),
    'mine.pem': authority,
  });
  const verified = (target: string, env: Record<string, string> = {}) =>
    ran(['verify', '--target', target, '--only', 'fetch/body-is-json'], { cwd, env });
  expect(await verified('unknown.yaml')).toMatchObject({
    code: 3,
    out: expect.stringMatching(/no secure connection \(TLS\): .* authority as `ca`/),
  });
  expect((await verified('trusted.yaml')).code).toBe(0);
  expect((await verified('unknown.yaml', { ABUSE_FEED_CA: authorityFile })).code).toBe(0);
  expect(await verified('unknown.yaml', { ABUSE_FEED_CA: 'unknown.yaml' })).toMatchObject({
    code: 2,
    err: `abuse-feed: ca: \${ABUSE_FEED_CA} holds no certificate; expected one as PEM\n`,
  });
});

test.each([
  [2, '--tls-key: no.pem cannot be read: there is no such file.', ['--tls-key', 'no.pem']],
  [
    1,
    'The key does not belong to the certificate. Give the matching key.',
    ['--tls-key', 'other.pem'],
  ],
])('--tls-cert without its key ends with %i: %s', async (code, says, key) => {
  const args = ['serve', '--port', '0', '--memory', '--quiet', '--tls-cert', 'cert.pem', ...key];
  const { code: ended, err } = await ran(args, { cwd: folderWith(files) });
  expect(ended).toEqual(code);
  expect(err).toBe(`abuse-feed: ${says}\n`);
});

test.each([
  ['no.pem', (path: string) => `: ${path} cannot be read: there is no such file`],
  ['note.txt', (path: string) => ` is "${path}", which is no PEM file. Give another.`],
])('a key of the configuration is named as that, and not as an option: %s', async (key, says) => {
  const config = `memory: true\ntls: { cert: cert.pem, key: ${key} }\n`;
  const cwd = folderWith({ ...files, 'note.txt': 'a note', [name]: config });
  const { code, err } = await ran(['serve', '--port', '0'], { cwd });
  expect(code).toBe(2);
  expect(err).toContain(`tls.key of ${join(cwd, name)}${says(join(cwd, key))}`);
  expect(err).not.toContain('--tls');
});

test('a configuration names both files, relative to itself', async () => {
  const config = 'memory: true\ntls: { cert: cert.pem, key: key.pem }\n';
  const { out } = (await served(folderWith({ ...files, [name]: config }))).output;
  expect(out).toMatch(/Ready on https:/);
});
