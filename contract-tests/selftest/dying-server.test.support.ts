import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { RunResult } from '../judging/run/result.ts';
import type { Clock } from '../judging/talk/pace/clock.ts';
import { judgeTarget, type RunOptions } from '../service/judge-target.ts';
import type { Target } from '../service/target/target.ts';
import { defaultDialect, type RunningServer, startServer } from './server.ts';
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
class DyingServer {
  readonly deaths: string[] = [];
  readonly asked: string[] = [];
  /** No time passes by itself while something is waited for. */
  readonly clock: Clock = {
    now: () => performance.now() * (this.#options.speed ?? 1) + this.#skipped,
    sleep: (ms, signal) => this.#sleep(ms, signal),
  };
  readonly #options: DyingOptions;
  #inner: RunningServer | undefined;
  #front: Server | undefined;
  #port = 0;
  #isHung = false;
  #skipped = 0;
  #reviving: Promise<void> | undefined;

  constructor(options: DyingOptions) {
    this.#options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#inner = await startServer();
    await this.#listen();
  }

  async close(): Promise<void> {
    this.#hangUp();
    await this.#inner?.close();
  }

  async #listen(): Promise<void> {
    const server = createServer((incoming, answer) => this.#serve(incoming, answer));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#front = server;
  }

  async #serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { diesAt, how = 'exit', alter = (body) => body } = this.#options;
    const { method = '', url: path = '', headers } = incoming;
    const body = await buffer(incoming).catch(() => undefined);
    if (body === undefined || this.#isHung) return;
    const line = `${method} ${path}`;
    this.asked.push(line);
    const isDeadly = diesAt(incoming, body.toString());
    if (isDeadly && how !== 'after answering') {
      this.#die(line);
      return;
    }
    const { host: _, connection: __, ...rest } = headers;
    const { port } = new URL(this.#inner?.baseUrl ?? '');
    const onward = request({ host: '127.0.0.1', port, method, path, headers: rest });
    onward.on('response', async (reply) => {
      const { 'content-length': ___, ...kept } = reply.headers;
      const text = alter((await buffer(reply)).toString());
      answer.writeHead(reply.statusCode ?? 0, kept).end(text);
      if (isDeadly) answer.once('close', () => this.#die(line));
    });
    onward.on('error', () => answer.destroy()).end(body);
  }

  #die(line: string): void {
    this.deaths.push(line);
    if (this.#options.how === 'hang') this.#isHung = true;
    else this.#hangUp();
  }

  #hangUp(): void {
    this.#front?.close();
    this.#front?.closeAllConnections();
    this.#front = undefined;
  }

  async #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.#skipped += ms;
    await setImmediate();
    if (!this.#options.isSupervised || (this.#front && !this.#isHung)) return;
    this.#reviving ??= this.#revive().finally(() => {
      this.#reviving = undefined;
    });
    await this.#reviving;
  }

  async #revive(): Promise<void> {
    this.#isHung = false;
    if (!this.#options.keepsState) {
      await this.#inner?.close();
      this.#inner = await startServer();
    }
    if (!this.#front) await this.#listen();
  }
}

export async function dyingServer(options: DyingOptions): Promise<DyingServer> {
  const server = new DyingServer(options);
  onTestFinished(() => server.close());
  await server.start();
  return server;
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

export function referenceAt(baseUrl: string, analysisUrl = baseUrl): Target {
  return referenceTarget({ baseUrl, analysisUrl }, defaultDialect);
}

export function judged(
  { url, clock }: Pick<DyingServer, 'url' | 'clock'>,
  only: readonly string[] = deletions,
  options: RunOptions = {},
): Promise<RunResult> {
  return judgeTarget(referenceAt(url), { only, clock, ...options });
}
