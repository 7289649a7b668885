import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeCertificates } from '../../http/tls/certificates.ts';
import { folderWith, ran } from '../terminal.test.support.ts';
import { example } from '../verify/verify.test.support.ts';
import { served } from './served.test.support.ts';

test('--tls: the first screen names the authority, and verify judges a server that it vouches for', async () => {
  const { out } = (await served('/', ['--memory', '--tls'])).output;
  const url = /Ready on (https:\S+)\./.exec(out)?.[1] ?? '';
  const ca = /^ {2}tls +(\S+) is the authority to trust/m.exec(out)?.[1] ?? '';
  expect(out).toContain(`curl '${url}/feed/`);
  expect(out).toContain(` --cacert '${ca}'`);

  const text = readFileSync(example, 'utf8').replaceAll('http://127.0.0.1:4010', url);
  const cwd = folderWith({
    'unknown.yaml': text,
    'trusted.yaml': text.replace(/^# ca: \S+/m, 'ca: mine.pem'),
    'mine.pem': readFileSync(ca, 'utf8'),
  });
  const verified = (target: string, env: Record<string, string> = {}) =>
    ran(['verify', '--target', target, '--only', 'fetch/body-is-json'], { cwd, env });
  expect(await verified('unknown.yaml')).toMatchObject({
    code: 3,
    out: expect.stringMatching(/no secure connection \(TLS\): .* authority as `ca`/),
  });
  expect((await verified('trusted.yaml')).code).toBe(0);
  expect((await verified('unknown.yaml', { ABUSE_FEED_CA: ca })).code).toBe(0);
  expect(await verified('unknown.yaml', { ABUSE_FEED_CA: 'unknown.yaml' })).toMatchObject({
    code: 2,
    err: 'abuse-feed: ca: unknown.yaml holds no certificate; expected one as PEM\n',
  });
});

const { ca: _, ...mine } = makeCertificates('localhost');
const files = {
  'cert.pem': mine.cert,
  'key.pem': mine.key,
  'other.pem': makeCertificates('localhost').key,
};

test.each([
  [2, '--tls-key is missing. A certificate and its key go together.', []],
  [2, '--tls-key is "no.pem", which cannot be read (ENOENT).', ['--tls-key', 'no.pem']],
  [
    1,
    'The key does not belong to the certificate. Give the matching key.',
    ['--tls-key', 'other.pem'],
  ],
])('--tls-cert without its key ends with %i: %s', async (code, says, key) => {
  const args = ['serve', '--port', '0', '--memory', '--quiet', '--tls-cert', 'cert.pem', ...key];
  const { code: ended, err } = await ran(args, { cwd: folderWith(files) });
  expect([ended, err]).toEqual([code, `abuse-feed: ${says}\n`]);
});

test('with --tls-cert and --tls-key, no authority has to be trusted', async () => {
  const args = ['--memory', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  const { out } = (await served(folderWith(files), args)).output;
  expect(out).toMatch(/Ready on https:/);
  expect(out).not.toMatch(/^ {2}tls /m);
});
