import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../index.ts';
import { authority as ca, tls } from './tls-for-tests.test.support.ts';

type Options = Parameters<typeof request>[1];

/** A client that trusts the authority of the tests and nobody else. */
function trusting() {
  const dispatcher = new Agent({ connect: { ca } });
  onTestFinished(() => dispatcher.close());
  return async (url: string, options: Options = {}): Promise<string> => {
    const { statusCode, body } = await request(url, { dispatcher, ...options });
    return `${statusCode} ${await body.text()}`;
  };
}

test('a client that trusts the certificate is served at every name in it, with https URLs', async () => {
  await using server = await startServer({ tls });
  const ask = trusting();
  expect(server.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  for (const url of [server.baseUrl, server.baseUrl.replace('127.0.0.1', 'localhost')])
    expect(await ask(`${url}/__admin/health`)).toBe('200 {"status":"ok"}');
  const sent: Options = { method: 'POST', headers: { Origin: server.baseUrl } };
  const made = await ask(`${server.adminUrl}/worlds`, sent);
  expect(made).toContain(`"baseUrl":"${server.baseUrl}/__worlds/1"`);
  expect(await ask(`${server.baseUrl}/__worlds/1/__admin/clock`)).toMatch(/^200/);
  const page = await ask(`${server.baseUrl}/docs/`);
  expect(page).toContain(`${server.baseUrl}/feed/`);
  expect(page).not.toContain('http://127.0.0.1');
  const [report] = server.state().reports;
  const headers = { Authorization: server.tokens.reader ?? '' };
  const place = `/feed/${report?.service}/api?report=${report?.id}`;
  expect(await ask(server.baseUrl + place, { headers })).toMatch(/^200/);
});

test('a client that does not trust it is not served, and one without TLS is disconnected', async () => {
  await using server = await startServer({ tls });
  await expect(request(`${server.adminUrl}/health`)).rejects.toThrow(/certificate/);
  await expect(request(server.baseUrl.replace('https', 'http'))).rejects.toThrow();
  expect(await trusting()(`${server.adminUrl}/health`)).toMatch(/^200/);
});

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

test.each([
  [{ ...tls, key: otherKey }, 'The key does not belong to the certificate'],
  [{ ...tls, cert: 'x' }, 'tls.cert is no PEM; expected the text of a PEM file, not its path.'],
  [true as never, 'tls is true; expected { cert, key }'],
])('a certificate and a key that cannot be used are refused: %#', async (given, says) => {
  await expect(startServer({ tls: given })).rejects.toThrow(says);
});

test('faults reset and cut encrypted connections too', async () => {
  await using server = await startServer({ tls, faults: [{ type: 'reset' }] });
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
