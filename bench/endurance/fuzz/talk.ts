import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ReadAnswer, readAnswer } from '../../load/wire.ts';

export interface Delivery {
  /** Sent in sequence. */
  readonly pieces: readonly Uint8Array[];
  /** Milliseconds between pieces. */
  readonly pauseMs?: number;
  /** What the sender does after the last piece: wait for the response, or disconnect. */
  readonly leaves?: 'politely' | 'abruptly';
  /** How long it waits before disconnecting: Node drops an unwritten response when a client half-closes. */
  readonly lingerMs?: number;
  /** The timeout for silence. */
  readonly patienceMs?: number;
}

/** Sends raw bytes and collects the response; never throws. */
export function talk(port: number, delivery: Delivery): Promise<string> {
  const { pieces, pauseMs = 0, leaves, lingerMs = 0, patienceMs = 1000 } = delivery;
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    const done = () => {
      socket.destroy();
      resolve(received);
    };
    socket.setNoDelay(true);
    socket.setTimeout(patienceMs, done);
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    for (const end of ['end', 'error', 'close']) socket.on(end, done);
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(piece);
        if (pauseMs > 0) await pause(pauseMs);
      }
      if (lingerMs > 0) await pause(lingerMs);
      if (socket.destroyed) return;
      if (leaves === 'politely') socket.end();
      if (leaves === 'abruptly') socket.resetAndDestroy();
    });
  });
}

/** All responses on one connection; 1xx is skipped, and a truncated response has at least a status. */
export function answersIn(received: string): Pick<ReadAnswer, 'status' | 'body'>[] {
  const answers: Pick<ReadAnswer, 'status' | 'body'>[] = [];
  for (let rest = received; rest.startsWith('HTTP/1.1 '); ) {
    const answer = readAnswer(rest) ?? {
      status: Number(rest.slice(9, 12)),
      body: '',
      end: Infinity,
    };
    if (answer.status >= 200) answers.push(answer);
    rest = rest.slice(answer.end);
  }
  return answers;
}

/** Connections that send nothing, a first line, or part of a header. */
export async function idleCrowd(port: number, count: number): Promise<Set<Socket>> {
  const sockets = new Set<Socket>();
  const one = (n: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        sockets.add(socket);
        socket.write(['', 'GET ', 'GET / HTTP/1.1\r\nHost: feed.exa'][n % 3] ?? '');
        resolve();
      });
      socket.on('error', () => resolve());
      socket.on('close', () => sockets.delete(socket));
      socket.resume();
    });
  // In batches, so that the listen backlog is not the limit.
  for (let left = count; left > 0; left -= 200)
    await Promise.all(Array.from({ length: Math.min(200, left) }, (_, n) => one(n)));
  return sockets;
}
