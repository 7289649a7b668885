import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from '../../../src/traffic/listening.test.support.ts';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { feedTargetAt } from '../../service/target/target.test.support.ts';
import { Client } from './client.ts';

/** The service at a server. */
export function serviceAt(baseUrl: string) {
  return abuseFeed(feedTargetAt(baseUrl));
}

export const caller = { key: 'tokens.researcher', authorization: 'secret-1' };
export const about = { service: 'tunnelco', report: 'none' };

interface ClientSetup {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly prepare?: (server: Server) => void;
  readonly headers?: { readonly [name: string]: string };
}

/** A client of a server that does this, as long as the test goes on. */
export async function clientOf(
  listener: RequestListener,
  { signal, timeoutMs, prepare, headers = {} }: ClientSetup = {},
) {
  const server = createServer(listener);
  prepare?.(server);
  const target = feedTargetAt(await listening(server));
  const pace = { timeoutMs: timeoutMs ?? target.pace.timeoutMs };
  const service = abuseFeed({ ...target, pace, headers });
  const client = new Client(service, { signal, onAnswer: () => undefined });
  onTestFinished(() => client.close());
  return client;
}

/** What the kit makes of bytes that a server sends as JSON, or of what else it does. */
export async function answerTo(
  sent: Buffer | RequestListener,
  part: { readonly timeoutMs?: number } = {},
) {
  const sends: RequestListener = (_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(sent);
  };
  const client = await clientOf(typeof sent === 'function' ? sent : sends, part);
  return client.ask({ operation: 'fetch', caller, about });
}

export const text = '{"error":"défaut","successful":false}';
