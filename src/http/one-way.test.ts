import { once } from 'node:events';
import { connect } from 'node:net';
import type { RequestHandler } from 'express';
import { expect, test } from 'vitest';
import { dialectOf } from '../dialects/dialect.ts';
import { randomDialect } from '../dialects/random.ts';
import type { LogEntry, SeenExchange } from '../index.ts';
import { extent } from '../repository/test-settings.test.support.ts';
import { startServer } from '../server.ts';
import { create } from './create.test.support.ts';
import { exchange } from './raw-exchange.test.support.ts';
import { badRequests, goodRequests } from './request/corpus/corpus.test.support.ts';
import { goodReport } from './request/corpus/sample-values.test.support.ts';
import type { Mutation } from './world-api.ts';

const still = { clock: { mode: 'frozen', at: '2026-01-31T13:45:00Z' }, ids: 'same' } as const;

const dialects = [
  ['random 42', randomDialect(42)],
  ['default', dialectOf({})],
] as const;

test.each(dialects.slice(0, extent === 'quick' ? 1 : 2))(
  'the first world and a made one answer, note and log every request alike: %s',
  async (_name, dialect) => {
    const lines: LogEntry[] = [];
    const log = (entry: LogEntry | { bug: string }) => {
      if ('bug' in entry) throw new Error(entry.bug);
      lines.push(entry);
    };
    await using server = await startServer({ ...still, dialect, log });
    const made = await server.createWorld({ id: 'made' });
    for (const { what, bytes } of [...goodRequests, ...badRequests, ...goodRequests]) {
      const sent = Buffer.from(bytes);
      const one = await exchange(server.baseUrl, sent);
      const other = await exchange(server.baseUrl, below('/__worlds/made', sent));
      expect({ what, ...answered(other) }).toEqual({ what, ...answered(one) });
      expect(made.state(), what).toEqual(server.state());
      // What is no HTTP is for no world that could be told: then the first has seen both.
      const both = [...server.requests(), ...made.requests()].map(noted);
      expect(both[0], what).toMatchObject({ response: { status: one.status } });
      expect(both[1], what).toEqual(both[0]);
      for (const world of [server, made]) world.clearRequests();
      const bothLines = lines.splice(0).map(logged);
      expect(bothLines[0], what).toMatchObject({ status: one.status });
      expect(bothLines[1], what).toEqual(bothLines[0]);
    }
  },
);

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

/** The same bytes, sent to a world: only the first line differs, where it is one. */
function below(path: string, bytes: Buffer): Buffer {
  const end = bytes.indexOf('\n');
  const line = bytes.toString('latin1', 0, end);
  const moved = line.replace(/^(\S+ )(https?:\/\/[^/]*)?\//i, `$1$2${path}/`);
  return Buffer.concat([Buffer.from(moved, 'latin1'), bytes.subarray(end)]);
}

function answered<T extends { headers: { readonly [name: string]: string } }>(answer: T) {
  const { date: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** Without what depends on when it was. */
function noted({
  id: _,
  startedAt: _began,
  endedAt: _ended,
  ahead: _ahead,
  ...rest
}: SeenExchange) {
  return rest;
}

function logged({ time: _, ms: _ms, url, ...entry }: LogEntry) {
  return {
    ...entry,
    url: url.replace('/__worlds/made', ''),
  };
}

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
