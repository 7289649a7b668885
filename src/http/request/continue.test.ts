import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startServer } from '../../start-server.ts';
import { goodReport, tokens } from './corpus/sample-values.test.support.ts';

function posted(path: string, length: number, more: string) {
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${length}\r\nExpect: 100-continue\r\n${more}\r\n`
  );
}

const token = `Authorization: ${tokens.researcher}\r\n`;

test.each([
  ['a body that is too large', '/feed/tunnelco/api', 70_000, token, 413],
  ['a stranger', '/feed/tunnelco/api', 10, '', 401],
  ['an unknown path', '/nowhere', 10, token, 404],
  ['a body too large for the control plane', '/__admin/callers', 2_000_000, '', 413],
  ['a page of another site', '/__admin/callers', 10, 'Origin: http://other.example\r\n', 403],
])('%s is refused without 100 Continue', async (_what, path, length, more, status) => {
  await using server = await startServer();
  // The body never comes, so the connection is of no further use.
  const statuses = await conversation(server.baseUrl, posted(path, length, more));
  expect(statuses).toEqual([status]);
});

test.each([
  ['/feed/tunnelco/api', JSON.stringify(goodReport), token],
  ['/__admin/callers', '{}', ''],
])('a body that %s accepts gets 100 Continue', async (path, body, more) => {
  await using server = await startServer();
  const bytes = posted(path, body.length, `${more}Connection: close\r\n`);
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
