import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type PlanOptions, planOf } from '../../service/run/plan.ts';
import type { Target } from '../../service/target/target.ts';
import { checkedTarget } from '../../service/target/target-check.ts';
import {
  type ConnectOptions,
  connectTo,
  type InnerOptions,
  type RunConnection,
} from './connect.ts';

export const hash = 'a'.repeat(64);

/** A target for both areas; by default no server listens there. */
export const targetAt = (url = 'http://127.0.0.1:9', more: object = {}): Target =>
  checkedTarget({
    baseUrl: url,
    analysisUrl: url,
    service: 'tunnelco',
    tokens: { researcher: 'secret-researcher', analyst: 'secret-analyst' },
    analyses: [{ sha256: hash }],
    ...more,
  });

export const runOf = (
  target = targetAt(),
  options: PlanOptions & ConnectOptions & InnerOptions = {},
): RunConnection => {
  const run = connectTo(target, planOf(target, options), options);
  onTestFinished(() => run.client.close());
  return run;
};

/** A server with one request listener for everything. */
export const answering = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const json = (status: number, body: object): RequestListener => {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
};
