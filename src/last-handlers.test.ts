import { expect, test } from 'vitest';
import { exchange } from './http/raw-exchange.test.support.ts';
import { startServer } from './server.ts';

/** Raw: clients would normalise the URL. */
function get(url: string, path: string) {
  return exchange(
    url,
    `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`,
  );
}

/** Signs of an Express error page, a stack trace or a local path. */
const revealing = /<!DOCTYPE|<pre>|node_modules|\bat \S+ \(|file:\/\/|\.[jt]s\b|no business of/i;

const illegible = [
  '/docs/%',
  '/docs/%E0%A4%A',
  '/__worlds/x/docs/%',
  '/__worlds/%/docs/',
  '/__worlds/%/feed/tunnelco/api',
  '/openapi.json%',
  '/%',
  '/__admin/%',
  '/__admin/console/%',
  '/__worlds/x/__admin/console/%',
];

test.each(['127.0.0.1', '0.0.0.0'])(
  'a URL that cannot be read is refused everywhere without a page of Express, on %s',
  async (host) => {
    const bugs: object[] = [];
    await using server = await startServer({
      host,
      adminToken: 'a-secret-of-sixteen',
      log: (entry) => void ('bug' in entry && bugs.push(entry)),
    });
    await server.createWorld({ id: 'x' });
    const url = server.baseUrl.replace('0.0.0.0', '127.0.0.1');
    for (const path of illegible) {
      const { status, headers, body } = await get(url, path);
      expect(status >= 400 && status < 500, path).toBe(true);
      expect(headers['content-type'], path).toMatch(/^application\/(problem\+)?json/);
      expect(body, path).not.toMatch(revealing);
    }
    expect(bugs).toEqual([]);
  },
);

function mistake(): never {
  throw new Error('no business of anybody');
}

test.each([
  ['the API', '/private/sample/abc', 'application/json'],
  ['an unknown path', '/nowhere', 'application/json'],
  ['the contract', '/openapi.json', 'application/json'],
  ['a page', '/docs/', 'text/plain; charset=utf-8'],
  ['another page', '/docs/specification.html', 'text/plain; charset=utf-8'],
  ['the control plane', '/__admin/worlds', 'application/problem+json'],
])(
  'an unexpected error in %s is logged, and sent as its own kind of error',
  async (_part, path, type) => {
    const bugs: string[] = [];
    await using server = await startServer({
      mutant: mistake,
      log: (entry) => void ('bug' in entry && bugs.push(entry.bug)),
    });
    await server.createWorld({ id: 'x' });
    Object.assign(server, { worlds: mistake });
    for (const at of path.startsWith('/__admin') ? [''] : ['', '/__worlds/x']) {
      const { status, headers, body } = await get(server.baseUrl, `${at}${path}`);
      expect(status).toBe(500);
      expect(headers['content-type']).toEqual(type);
      expect(body).toContain('The server failed.');
      expect(body).not.toMatch(revealing);
      expect(bugs.splice(0)).toEqual([expect.stringContaining('no business of anybody')]);
    }
  },
);
