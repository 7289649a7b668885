import { connect, type Socket } from 'node:net';
import { type ReadAnswer, readAnswer } from './wire.ts';
import type { Load, Sent } from './workload.ts';

/** Raw sockets and prepared requests: the load must cost less than what it measures. */
export async function send(load: Load): Promise<Sent> {
  const { port, connections, seconds, workload, most } = load;
  const pool = load.requests[workload];
  const ids = [...load.ids];
  const wrong: { [status: string]: number } = {};
  const isRefused = workload === 'invalid' || workload === 'stranger';
  let answers = 0;
  let sent = 0;

  const next = (): string | undefined => {
    if (sent >= most || performance.now() >= deadline) return undefined;
    const request = pool[sent % pool.length];
    const id = workload === 'delete' ? (ids.pop() ?? load.anyId) : '';
    sent += 1;
    return id === undefined ? undefined : request?.replace('{id}', id);
  };

  const record = ({ status, body }: ReadAnswer): void => {
    answers += 1;
    const isRight = isRefused ? status >= 400 && status <= 499 : status >= 200 && status <= 299;
    if (!isRight) wrong[status] = (wrong[status] ?? 0) + 1;
    else if (workload === 'create') ids.push(/"id": ?"?([^",}]+)/.exec(body)?.[1] ?? '');
  };

  const keepSending = ({ socket, onBytes }: Connection): Promise<void> =>
    new Promise((done) => {
      let received = '';
      let finished = false;
      const sendNext = () => {
        const request = next();
        if (request === undefined) {
          finished = true;
          socket.destroy();
          return;
        }
        socket.write(request, 'latin1');
      };
      onBytes((bytes) => {
        received = received === '' ? bytes : received + bytes;
        const answer = readAnswer(received);
        if (!answer) return;
        received = received.slice(answer.end);
        record(answer);
        sendNext();
      });
      // Connection errors are handled on close.
      socket.on('error', () => {});
      socket.once('close', () => {
        if (!finished) wrong.broken = (wrong.broken ?? 0) + 1;
        done();
      });
      sendNext();
    });

  const opened = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const started = performance.now();
  const deadline = started + seconds * 1000;
  await Promise.all(opened.map(keepSending));
  const took = performance.now() - started;
  return { answers, seconds: took / 1000, wrong, left: ids };
}

interface Connection {
  readonly socket: Socket;
  readonly onBytes: (listener: (bytes: string) => void) => void;
}

/** Reads into one reusable buffer: allocating new ones costs as much as everything else. */
const open = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    let listener: (bytes: string) => void = () => {};
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const socket = connect({
      ...{ port, host: '127.0.0.1', noDelay: true },
      onread: {
        buffer,
        callback: (length) => {
          listener(buffer.toString('latin1', 0, length));
          return true;
        },
      },
    });
    const onBytes = (given: typeof listener) => {
      listener = given;
    };
    socket.once('connect', () => resolve({ socket, onBytes }));
    socket.once('error', reject);
  });
