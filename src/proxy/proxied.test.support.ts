import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Server } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HttpExchange } from '../traffic/exchange.ts';
import { listening } from '../traffic/listening.test.support.ts';
import { type ProxyOptions, startProxy } from './proxy.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;
type Part = Partial<ProxyOptions> & { readonly prefix?: string };

/** A target, a proxy in front of it, and the exchanges the proxy reports. */
export function proxied(handler: Handler, part: Part = {}) {
  return inFrontOf(createServer(handler), part);
}

/** The same with a target that sends these bytes to every request, and disconnects where told to. */
export function proxiedBytes(bytes: string, { hangsUp = false } = {}) {
  return inFrontOf(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        socket.write(bytes, 'latin1');
        if (hangsUp) socket.end();
      });
    }),
  );
}

async function inFrontOf(target: Server, { prefix = '', ...part }: Part = {}) {
  const baseUrl = (await listening(target)) + prefix;
  const passed: HttpExchange<Buffer>[] = [];
  let waiting = () => {};
  const proxy = await startProxy({
    baseUrl,
    analysisUrl: baseUrl,
    host: '127.0.0.1',
    port: 0,
    timeoutMs: 5000,
    longestBody: 1024 * 1024,
    onPassed: (one) => {
      passed.push(one);
      waiting();
    },
    ...part,
  });
  onTestFinished(() => proxy.close());
  const next = async (): Promise<HttpExchange<Buffer>> => {
    if (passed.length === 0) await new Promise<void>((resolve) => (waiting = resolve));
    return passed.shift() as HttpExchange<Buffer>;
  };
  const { url } = proxy;
  return { url, baseUrl, next, target };
}

/** Sends one raw request and returns everything received. */
export function rawly(url: string, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let all = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => (all += chunk));
    socket.on('close', () => resolve(all));
    socket.on('error', reject);
    socket.write(lines.join('\r\n'), 'latin1');
  });
}

/** A minimal request with `Connection: close`. */
export function plain(first: string, ...headers: string[]): string[] {
  return [first, 'Host: localhost', 'Connection: close', ...headers, '', ''];
}
