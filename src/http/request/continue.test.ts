import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { goodReport, tokens } from './sample-values.test.support.ts';

function posted(path: string, length: number, more: string) {
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${length}\r\nExpect: 100-continue\r\n${more}\r\n`
  );
}

const token = `Authorization: ${tokens.researcher}\r\n`;

test.each([
  [
    'a body that is too large',
    { path: '/feed/tunnelco/api', length: 70_000, headers: token, status: 413 },
  ],
  ['a stranger', { path: '/feed/tunnelco/api', length: 10, headers: '', status: 401 }],
  ['an unknown path', { path: '/nowhere', length: 10, headers: token, status: 404 }],
  [
    'a body too large for the control plane',
    { path: '/__admin/callers', length: 2_000_000, headers: '', status: 413 },
  ],
  [
    'a page of another site',
    {
      path: '/__admin/callers',
      length: 10,
      headers: 'Origin: http://other.example\r\n',
      status: 403,
    },
  ],
])('%s is refused without 100 Continue', async (_what, { path, length, headers, status }) => {
  await using server = await startServer();
  // The body never comes, so the connection is of no further use.
  const statuses = await conversation(server.baseUrl, posted(path, length, headers));
  expect(statuses).toEqual([status]);
});

test.each([
  [
    'an operation',
    { path: '/feed/tunnelco/api', body: JSON.stringify(goodReport), headers: token },
  ],
  ['the control plane', { path: '/__admin/callers', body: '{}', headers: '' }],
])('a body that %s accepts gets 100 Continue', async (_what, { path, body, headers }) => {
  await using server = await startServer();
  const bytes = posted(path, body.length, `${headers}Connection: close\r\n`);
  expect(await conversation(server.baseUrl, bytes, body)).toEqual([100, 201]);
});

/** The statuses that come, those of 1xx too, until the server hangs up; the body is sent after the first. */
function conversation(url: string, head: string, body = ''): Promise<number[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.once('data', () => socket.write(body));
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('end', () =>
      resolve(Array.from(received.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => Number(status))),
    );
    socket.on('error', reject);
  });
}
