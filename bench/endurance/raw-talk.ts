import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Delivery {
  /** Sent one after the other. */
  readonly pieces: readonly Uint8Array[];
  /** Milliseconds between them. */
  readonly pauseMs?: number;
  /** What the sender does when it has sent everything: wait for the answer, or leave. */
  readonly leaves?: 'politely' | 'abruptly';
  /** How long silence is put up with. */
  readonly patienceMs?: number;
}

export interface Heard {
  readonly received: Buffer;
  /** Whether the server hung up, rather than us. */
  readonly closed: boolean;
}

/** Sends bytes as they are and gathers what comes back; never throws. */
export function talk(port: number, delivery: Delivery): Promise<Heard> {
  const { pieces, pauseMs = 0, leaves, patienceMs = 1000 } = delivery;
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const done = (closed: boolean) => {
      socket.destroy();
      resolve({ received: Buffer.concat(received), closed });
    };
    socket.setNoDelay(true);
    socket.setTimeout(patienceMs, () => done(false));
    socket.on('data', (data) => received.push(data));
    socket.on('end', () => done(true));
    socket.on('error', () => done(true));
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(piece);
        if (pauseMs > 0) await pause(pauseMs);
      }
      if (leaves === 'politely') socket.end();
      if (leaves === 'abruptly') {
        socket.resetAndDestroy();
        resolve({ received: Buffer.concat(received), closed: false });
      }
    });
  });
}

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** The answers in what was received, as far as they can be told apart. */
export function answersIn(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest.length > 0; ) {
    const head = rest.indexOf('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(rest.toString('latin1', 0, 16))?.[1]);
    if (head < 0 || Number.isNaN(status)) break;
    const headers = rest.toString('latin1', 0, head).toLowerCase();
    const start = head + 4;
    const length = Number(/\ncontent-length: *(\d+)/.exec(headers)?.[1] ?? 0);
    const isChunked = /\ntransfer-encoding: *chunked/.test(headers);
    const end = isChunked ? endOfChunks(rest, start) : Math.min(start + length, rest.length);
    // 1xx announces the answer and is none.
    if (status >= 200) answers.push({ status, body: rest.toString('utf8', start, end) });
    rest = rest.subarray(end);
  }
  return answers;
}

function endOfChunks(bytes: Buffer, start: number): number {
  const last = bytes.indexOf('\r\n0\r\n\r\n', start - 2);
  return last < 0 ? bytes.length : last + 7;
}
