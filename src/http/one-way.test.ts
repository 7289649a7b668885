import { once } from 'node:events';
import { connect } from 'node:net';
import type { RequestHandler } from 'express';
import { expect, test } from 'vitest';
import { startServer } from '../server.ts';
import { create } from './create.test.support.ts';
import { goodReport } from './request/sample-values.test.support.ts';
import type { Mutation } from './world-api.ts';

test('what a handler before the reply gives to res.json is what is sent', async () => {
  const marked: RequestHandler = (_req, res, next) => {
    const { json } = res;
    res.json = (value) => json.call(res, { ...value, marked: true });
    next();
  };
  const mutant: Mutation = ({ contract, ...rest }) => ({
    ...rest,
    contract: { ...contract, validator: () => [...contract.validator(), marked] },
  });
  await using server = await startServer({ mutant });
  const answer = await create(server);
  expect(await answer.json()).toMatchObject({ successful: true, marked: true });
  expect(server.requests().at(-1)?.response.body).toContain('"marked":true');
});

test('the requests seen have the headers as they were sent, but for the token', async () => {
  await using server = await startServer();
  const type = 'application/json; charset="UTF-8"; x=1';
  const headers = { Authorization: 'token-researcher-1', 'Content-Type': type };
  for (const world of [server, await server.createWorld()]) {
    expect((await create(world, { headers })).status).toBe(201);
    const [seen] = world.requests();
    expect(seen?.request.headers['content-type']).toBe(type);
    expect(seen?.request.headers).not.toHaveProperty('authorization');
  }
});

test('a request is bound to the dialect that is spoken when it is matched', async () => {
  await using server = await startServer();
  const body = JSON.stringify({ ...goodReport, extra: true });
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  socket.write(
    'POST /feed/tunnelco/api HTTP/1.1\r\nHost: here\r\nAuthorization: token-researcher-1\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      'Expect: 100-continue\r\nConnection: close\r\n\r\n',
  );
  // It is told to go on when the request has been matched and its body is waited for.
  await once(socket, 'data');
  server.setDialect('strict');
  socket.end(body);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
  expect(server.dialect['create.unknown-fields']).toBe('refused');
});
