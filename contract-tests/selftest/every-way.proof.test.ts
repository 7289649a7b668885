import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { defaultDialect } from '../../src/dialects/dialect.ts';
import { startServer } from '../../src/start-server.ts';
import { verify } from '../index.ts';
import { referenceTarget } from './trial.ts';

interface Lie {
  /** The token that a request is treated as having. */
  readonly token?: (req: IncomingMessage) => string | undefined;
  readonly type?: (req: IncomingMessage) => string | undefined;
}

/** The broken clauses of the reference server behind a faulty proxy. */
const brokenBehind = async (lie: Lie, only: readonly string[]): Promise<string[]> => {
  await using server = await startServer();
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await buffer(req);
    const authorization = lie.token ? lie.token(req) : req.headers.authorization;
    const { authorization: _, connection: __, ...headers } = req.headers;
    const onward = request(new URL(req.url ?? '/', server.baseUrl), {
      method: req.method,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const { connection: ___, ...kept } = answer.headers;
    const type = lie.type?.(req);
    const text = await buffer(answer);
    res.writeHead(answer.statusCode ?? 0, { ...kept, ...(type && { 'content-type': type }) });
    res.end(text);
  };
  const liar = createServer(handle).listen(0, '127.0.0.1');
  onTestFinished(() => void liar.close());
  await once(liar, 'listening');
  const baseUrl = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
  const target = { ...referenceTarget(server, defaultDialect), baseUrl, analysisUrl: baseUrl };
  const { clauses } = await verify(target, { only });
  return clauses.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
};

test('a server that authenticates connections instead of requests is rejected', async () => {
  const first = new WeakMap<Socket, string>();
  const token = ({ socket, headers: { authorization } }: IncomingMessage) => {
    if (authorization === undefined) return undefined;
    const known = first.get(socket) ?? authorization;
    first.set(socket, known);
    return known;
  };
  const only = ['delete/other-researcher-may-not', 'create/researchers-only'];
  expect((await brokenBehind({ token }, only)).sort()).toEqual(only.sort());
});

test('a server that sends JSON only on request is rejected', async () => {
  const only = ['create', 'delete', 'fetch', 'lookup'].map((one) => `${one}/content-type-is-json`);
  const type = ({ headers }: IncomingMessage) =>
    headers.accept?.includes('json') ? undefined : 'text/html';
  expect((await brokenBehind({ type }, only)).sort()).toEqual(only);
});
