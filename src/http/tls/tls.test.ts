import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../index.ts';
import { makeCertificates } from './certificates.ts';

/** A client that trusts the authority of a server and nobody else. */
function trusting({ caFile }: RunningServer) {
  const dispatcher = new Agent({ connect: { ca: readFileSync(caFile ?? '', 'utf8') } });
  onTestFinished(() => dispatcher.close());
  return async (url: string, options: Parameters<typeof request>[1] = {}) => {
    const { statusCode, body } = await request(url, { dispatcher, ...options });
    return [statusCode, await body.text()] as const;
  };
}

test('a client that trusts the authority of the run is served, at every name of this machine', async () => {
  await using server = await startServer({ tls: true });
  const ask = trusting(server);
  expect(server.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const at = (host: string) => server.baseUrl.replace('127.0.0.1', host);
  for (const url of [server.baseUrl, at('localhost')]) {
    expect(await ask(`${url}/__admin/health`)).toEqual([200, '{"status":"ok"}']);
  }
  const [report] = server.state().reports;
  const [status] = await ask(`${server.baseUrl}/feed/${report?.service}/api?report=${report?.id}`, {
    headers: { Authorization: server.tokens.reader ?? '' },
  });
  expect(status).toBe(200);
});

test('worlds, docs and the console have https URLs', async () => {
  await using server = await startServer({ tls: true });
  const ask = trusting(server);
  const [made, text] = await ask(`${server.adminUrl}/worlds`, {
    method: 'POST',
    headers: { Origin: server.baseUrl },
  });
  const world = JSON.parse(text) as { baseUrl: string; adminUrl: string };
  expect([made, world.baseUrl]).toEqual([201, `${server.baseUrl}/__worlds/1`]);
  expect((await ask(`${world.adminUrl}/clock`))[0]).toBe(200);
  const [, page] = await ask(`${server.baseUrl}/docs/`);
  expect(page).toContain(`${server.baseUrl}/feed/`);
  expect(page).not.toContain('http://127.0.0.1');
  expect((await ask(`${server.adminUrl}/console/`))[0]).toBe(200);
});

test('a client that does not trust it is not served, and one without TLS is disconnected', async () => {
  await using server = await startServer({ tls: true });
  await expect(request(`${server.baseUrl}/__admin/health`)).rejects.toThrow(/certificate/);
  await expect(request(server.baseUrl.replace('https', 'http'))).rejects.toThrow();
  expect((await trusting(server)(`${server.adminUrl}/health`))[0]).toBe(200);
});

test('the authority is in a file of its own until the server closes', async () => {
  const server = await startServer({ tls: true });
  const file = server.caFile ?? '';
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, 'utf8')).not.toContain('PRIVATE KEY');
  await server.close();
  expect(existsSync(dirname(file))).toBe(false);
});

test('a certificate names this machine and the host, and its authority nothing else', async () => {
  const { cert, ca } = makeCertificates('feed.example');
  const [own, authority] = [new X509Certificate(cert), new X509Certificate(ca)];
  expect(own.checkIssued(authority) && own.verify(authority.publicKey)).toBe(true);
  expect([own.ca, authority.ca]).toEqual([false, true]);
  expect(own.checkHost('feed.example')).toBe('feed.example');
  expect([own.checkIP('127.0.0.1'), own.checkIP('::1')]).toEqual(['127.0.0.1', '::1']);
  expect(own.checkHost('other.example')).toBeUndefined();
  const { cert: six } = makeCertificates('[2001:db8::5]');
  expect(new X509Certificate(six).checkIP('2001:db8::5')).toBe('2001:db8::5');
});

test('a given certificate is used, and one that does not match its key is refused', async () => {
  const [{ ca, ...mine }, other] = [makeCertificates('localhost'), makeCertificates('localhost')];
  await using server = await startServer({ tls: mine });
  expect(server.caFile).toBeUndefined();
  const { port } = new URL(server.baseUrl);
  const shown = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', ca }, () => {
      resolve(socket.getPeerX509Certificate()?.toString() ?? '');
      socket.destroy();
    });
    socket.on('error', reject);
  });
  expect(shown.replace(/\s/g, '')).toBe(mine.cert.replace(/\s/g, ''));
  await expect(startServer({ tls: { ...mine, key: other.key } })).rejects.toThrow(
    'The key does not belong to the certificate',
  );
  await expect(startServer({ tls: { ...mine, cert: 'x' } })).rejects.toThrow(
    /^The certificate cannot be used: .* the text of a file, not its path\.$/s,
  );
});

test('faults reset and cut encrypted connections too', async () => {
  await using server = await startServer({ tls: true, faults: [{ type: 'reset' }] });
  const ca = readFileSync(server.caFile ?? '', 'utf8');
  const { port } = new URL(server.baseUrl);
  const code = await new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', ca }, () => {
      socket.write('GET /private/sample/x HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    socket.on('end', () => resolve('end'));
  });
  expect(code).toBe('ECONNRESET');
  expect(server.requests()).toMatchObject([{ outcome: 'reset' }]);
});
