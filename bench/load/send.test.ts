import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { send } from './send.ts';
import { rawRequest } from './wire.ts';
import type { Load } from './workload.ts';

async function sentTo(answer: RequestListener, differs: Partial<Load>) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const get = [rawRequest('GET', '/')];
    const requests = { fetch: get, lookup: get, create: get, invalid: get, stranger: get };
    return await send({
      ...{
        port,
        connections: 2,
        seconds: 0.05,
        most: 1000,
        workload: 'fetch',
        refusals: {},
        ids: [],
      },
      requests: { ...requests, delete: [rawRequest('DELETE', '/{id}')] },
      ...differs,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('an answer other than 2xx is wrong', async () => {
  let asked = 0;
  const sent = await sentTo((_, res) => {
    asked += 1;
    res.writeHead(asked === 1 ? 503 : 200).end('{}');
  }, {});
  expect(sent.answers).toBe(asked);
  expect(sent.wrong).toEqual({ 503: 1 });
});

test('a connection that the server cuts is wrong', async () => {
  const sent = await sentTo((req) => req.socket.destroy(), {});
  expect(sent).toMatchObject({ answers: 0, wrong: { broken: 2 } });
});

test('a refusal is right where one is deserved', async () => {
  const refuse: RequestListener = (_, res) => void res.writeHead(401).end('{}');
  expect((await sentTo(refuse, { workload: 'stranger' })).wrong).toEqual({});
  const wrong = await sentTo((_, res) => void res.end('{}'), { workload: 'stranger' });
  expect(wrong.wrong).toEqual({ 200: wrong.answers });
});

test('a load ends with its requests', async () => {
  const sent = await sentTo((_, res) => void res.end('{}'), { most: 5, seconds: 10 });
  expect(sent.answers).toBe(5);
});

test('a delete ends with its ids', async () => {
  const deleted: (string | undefined)[] = [];
  const sent = await sentTo(
    (req, res) => {
      deleted.push(req.url);
      res.end('{}');
    },
    { workload: 'delete', ids: ['a', 'b', 'c'], seconds: 10 },
  );
  expect(deleted.sort()).toEqual(['/a', '/b', '/c']);
  expect(sent.left).toEqual([]);
});

test('what a create has made is left', async () => {
  let made = 0;
  const sent = await sentTo(
    (_, res) => {
      made += 1;
      res.end(JSON.stringify({ id: `id-${made}` }));
    },
    { workload: 'create' },
  );
  expect(sent.left).toHaveLength(made);
});
