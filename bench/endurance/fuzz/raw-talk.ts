import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Delivery {
  /** Sent one after the other. */
  readonly pieces: readonly Uint8Array[];
  /** Milliseconds between them. */
  readonly pauseMs?: number;
  /** What the sender does when it has sent everything: wait for the answer, or leave. */
  readonly leaves?: 'politely' | 'abruptly';
  /** How long it waits before it leaves: Node drops an answer not yet written when a sender half-closes. */
  readonly lingerMs?: number;
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
  const { pieces, pauseMs = 0, leaves, lingerMs = 0, patienceMs = 1000 } = delivery;
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
      if (lingerMs > 0) await pause(lingerMs);
      if (socket.destroyed) return;
      if (leaves === 'politely') socket.end();
      if (leaves === 'abruptly') {
        socket.resetAndDestroy();
        resolve({ received: Buffer.concat(received), closed: false });
      }
    });
  });
}
