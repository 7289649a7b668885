import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../index.ts';
import { authority as ca, tls } from './tls-for-tests.test.support.ts';

/** A client that trusts the authority of the tests and nobody else. */
function trusting() {
  const dispatcher = new Agent({ connect: { ca } });
  onTestFinished(() => dispatcher.close());
  return async (url: string, options: Parameters<typeof request>[1] = {}) => {
    const { statusCode, body } = await request(url, { dispatcher, ...options });
    return [statusCode, await body.text()] as const;
  };
}

test('a client that trusts the certificate is served, at every name in it', async () => {
  await using server = await startServer({ tls });
  const ask = trusting();
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
  await using server = await startServer({ tls });
  const ask = trusting();
  const [made, text] = await ask(`${server.adminUrl}/worlds`, {
    method: 'POST',
    headers: { Origin: server.baseUrl },
  });
  const world = JSON.parse(text) as { baseUrl: string; adminUrl: string };
  expect(made).toBe(201);
  expect(world.baseUrl).toBe(`${server.baseUrl}/__worlds/1`);
  expect((await ask(`${world.adminUrl}/clock`))[0]).toBe(200);
  const [, page] = await ask(`${server.baseUrl}/docs/`);
  expect(page).toContain(`${server.baseUrl}/feed/`);
  expect(page).not.toContain('http://127.0.0.1');
  expect((await ask(`${server.adminUrl}/console/`))[0]).toBe(200);
});

test('a client that does not trust it is not served, and one without TLS is disconnected', async () => {
  await using server = await startServer({ tls });
  await expect(request(`${server.baseUrl}/__admin/health`)).rejects.toThrow(/certificate/);
  await expect(request(server.baseUrl.replace('https', 'http'))).rejects.toThrow();
  expect((await trusting()(`${server.adminUrl}/health`))[0]).toBe(200);
});

test('a certificate that does not match its key is refused, and so is one that cannot be read', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await expect(startServer({ tls: { ...tls, key } })).rejects.toThrow(
    'The key does not belong to the certificate',
  );
  await expect(startServer({ tls: { ...tls, cert: 'x' } })).rejects.toThrow(
    'tls.cert is no PEM; expected the text of a PEM file, not its path.',
  );
  const without = { tls: true } as unknown as Parameters<typeof startServer>[0];
  await expect(startServer(without)).rejects.toThrow(/tls.*\{ cert, key \}/);
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
