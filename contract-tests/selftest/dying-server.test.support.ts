import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { defaultDialect } from '../../src/dialects/dialect.ts';
import { type RunningServer, startServer } from '../../src/index.ts';
import type { RunResult } from '../judging/run/result.ts';
import type { Clock } from '../judging/talk/pace/clock.ts';
import type { Target } from '../service/target/target.ts';
import { type RunOptions, verify } from '../service/verify.ts';
import { referenceTarget } from './trial.ts';

interface DyingOptions {
  /** Whether the server ends at this request. */
  readonly diesAt: (asked: IncomingMessage, body: string) => boolean;
  /** hang: it takes connections and answers none. */
  readonly how?: 'exit' | 'hang' | 'after answering';
  /** Whether it keeps what it has stored. */
  readonly keepsState?: boolean;
  /** Whether something starts it again, as soon as the client waits for it. */
  readonly isSupervised?: boolean;
  /** Changes the body of an answer. */
  readonly alter?: (body: string) => string;
  /** How fast time passes for the client. */
  readonly speed?: number;
}

/** The reference server, which ends at a certain request as a process does: with its listener and all connections. */
export async function dyingServer(options: DyingOptions) {
  const { diesAt, how = 'exit', keepsState = false, isSupervised = false, speed = 1 } = options;
  const { alter = (body) => body } = options;
  const deaths: string[] = [];
  const asked: string[] = [];
  let inner: RunningServer = await startServer();
  let front: Server | undefined;
  let isHung = false;
  let port = 0;
  let skipped = 0;
  let reviving: Promise<void> | undefined;

  const die = (line: string): void => {
    deaths.push(line);
    if (how === 'hang') isHung = true;
    else {
      front?.close();
      front?.closeAllConnections();
      front = undefined;
    }
  };
  const listen = async (): Promise<void> => {
    const server = createServer(async (incoming, answer) => {
      const { method = '', url = '', headers } = incoming;
      const body = await buffer(incoming).catch(() => undefined);
      if (body === undefined || isHung) return;
      const line = `${method} ${url}`;
      asked.push(line);
      const isDeadly = diesAt(incoming, body.toString());
      if (isDeadly && how !== 'after answering') return die(line);
      const { host: _, connection: __, ...rest } = headers;
      const { port: behind } = new URL(inner.baseUrl);
      const onward = request(
        { host: '127.0.0.1', port: behind, method, path: url, headers: rest },
        async (reply) => {
          const { 'content-length': ___, ...kept } = reply.headers;
          const text = alter((await buffer(reply)).toString());
          answer.writeHead(reply.statusCode ?? 0, kept).end(text);
          if (isDeadly) answer.once('close', () => die(line));
        },
      );
      onward.on('error', () => answer.destroy()).end(body);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    front = server;
  };
  const revive = async (): Promise<void> => {
    isHung = false;
    if (!keepsState) {
      await inner.close();
      inner = await startServer();
    }
    if (!front) await listen();
  };
  await listen();
  onTestFinished(async () => {
    front?.close();
    front?.closeAllConnections();
    await inner.close();
  });
  /** No time passes by itself while something is waited for. */
  const clock: Clock = {
    now: () => performance.now() * speed + skipped,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      skipped += ms;
      await setImmediate();
      if (isSupervised && (!front || isHung)) {
        reviving ??= revive().finally(() => {
          reviving = undefined;
        });
        await reviving;
      }
    },
  };
  return { url: `http://127.0.0.1:${port}`, deaths, asked, clock, revive };
}

export function deletesNothing({ method, url }: IncomingMessage): boolean {
  return method === 'DELETE' && !url?.includes('report=');
}

export function isOddHash({ url }: IncomingMessage): boolean {
  return /\/private\/sample\/(?![\da-f]{64})/i.test(url ?? '');
}

export function isNoJson({ method }: IncomingMessage, body: string): boolean {
  return method === 'POST' && /^\{[^}]*$/.test(body);
}

export const deletions = ['delete/missing-id-is-refused', 'create/body-is-json'];
export const lookups = ['lookup/by-sha256', 'lookup/every-call-counts'];

export function targetAt(baseUrl: string, analysisUrl = baseUrl): Target {
  return referenceTarget({ baseUrl, analysisUrl }, defaultDialect);
}

export function judged(
  { url, clock }: Awaited<ReturnType<typeof dyingServer>>,
  only: readonly string[] = deletions,
  options: RunOptions = {},
): Promise<RunResult> {
  return verify(targetAt(url), { only, clock, ...options });
}
