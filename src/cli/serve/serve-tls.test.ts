import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '../../http/tls/certificates.ts';
import { packageRoot } from '../../spec/package-root.ts';
import { folderWith, start } from '../terminal.test.support.ts';

test('--tls: the first screen names the authority, and verify judges a server that it vouches for', async () => {
  const server = start(['serve', '--port', '0', '--memory', '--quiet', '--tls']);
  await server.started;
  onTestFinished(async () => {
    server.stop();
    await server.ended;
  });
  const { out } = server.output;
  const url = /Ready on (https:\S+)\./.exec(out)?.[1] ?? '';
  const ca = /^ {2}tls +(\S+) is the authority to trust/m.exec(out)?.[1] ?? '';
  expect(out).toContain(`curl '${url}/feed/`);
  expect(out).toContain(` --cacert '${ca}'`);

  const cwd = folderWith();
  const reference = join(packageRoot, 'contract-tests/targets/reference.yaml');
  const text = readFileSync(reference, 'utf8').replaceAll('http://127.0.0.1:4010', url);
  writeFileSync(join(cwd, 'strange.yaml'), text);
  writeFileSync(join(cwd, 'trusted.yaml'), text.replace(/^# ca: \S+/m, 'ca: mine.pem'));
  writeFileSync(join(cwd, 'mine.pem'), readFileSync(ca));
  const only = ['--only', 'fetch/body-is-json'];
  const strange = start(['verify', '--target', 'strange.yaml', ...only], { cwd });
  expect(await strange.ended).toBe(3);
  expect(strange.output.out).toMatch(/no secure connection \(TLS\): .* authority as `ca`/);
  const trusted = start(['verify', '--target', 'trusted.yaml', ...only], { cwd });
  expect(await trusted.ended).toBe(0);
  const named = start(['verify', '--target', 'strange.yaml', ...only], {
    cwd,
    env: { ABUSE_FEED_CA: ca },
  });
  expect(await named.ended).toBe(0);
  const wrong = start(['verify', '--target', 'strange.yaml'], {
    cwd,
    env: { ABUSE_FEED_CA: 'strange.yaml' },
  });
  expect([await wrong.ended, wrong.output.err]).toEqual([
    2,
    'abuse-feed: ca: strange.yaml holds no certificate; expected one as PEM\n',
  ]);
});

test('--tls-cert and --tls-key go together, and have to fit', async () => {
  const cwd = folderWith();
  const [mine, other] = [makeCertificates('localhost'), await makeCertificates('localhost')];
  writeFileSync(join(cwd, 'cert.pem'), mine.cert);
  writeFileSync(join(cwd, 'key.pem'), mine.key);
  writeFileSync(join(cwd, 'other.pem'), other.key);
  const serve = (...args: string[]) =>
    start(['serve', '--port', '0', '--memory', '--quiet', ...args], { cwd });
  const fails = async (code: number, says: string, ...args: string[]) => {
    const { output, ended } = serve(...args);
    expect([await ended, output.err]).toEqual([code, `abuse-feed: ${says}\n`]);
  };
  await fails(
    2,
    '--tls-key is missing. A certificate and its key go together.',
    ...['--tls-cert', 'cert.pem'],
  );
  await fails(
    2,
    '--tls-key is "no.pem", which cannot be read (ENOENT).',
    ...['--tls-cert', 'cert.pem', '--tls-key', 'no.pem'],
  );
  await fails(
    1,
    'The key does not belong to the certificate. Give the matching key.',
    ...['--tls-cert', 'cert.pem', '--tls-key', 'other.pem'],
  );
  const good = serve('--tls-cert', 'cert.pem', '--tls-key', 'key.pem');
  await good.started;
  expect(good.output.out).toMatch(/Ready on https:/);
  expect(good.output.out).not.toMatch(/^ {2}tls /m);
  good.stop();
  expect(await good.ended).toBe(0);
});
