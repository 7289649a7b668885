import { connect, type Socket } from 'node:net';
import { type ReadAnswer, readAnswer } from './wire.ts';
import { type Load, orderOf, type RequestKind, type Sent } from './workload.ts';

/** Raw sockets and ready-made requests: the load must cost less than what it measures. */
export async function send(load: Load): Promise<Sent> {
  const { port, connections, seconds, requests, refusals } = load;
  const order = orderOf(load.workload);
  const ids = [...load.ids];
  const created: string[] = [];
  const wrong: { [status: string]: number } = {};
  let answers = 0;
  let sent = 0;

  /** A delete with nothing to delete ends the load; in a mix it reads instead. */
  const next = (): { kind: RequestKind; bytes: string } | undefined => {
    if (sent >= load.most || performance.now() >= deadline) return undefined;
    let kind = order[sent % order.length] as RequestKind;
    if (kind === 'delete') {
      const id = ids.pop() ?? (load.workload === 'mix' ? created.pop() : undefined) ?? load.anyId;
      if (id !== undefined) {
        sent += 1;
        return { kind, bytes: requests.delete.replace('{id}', id) };
      }
      if (load.workload === 'delete') return undefined;
      kind = 'fetch';
    }
    const pool = requests[kind as Exclude<RequestKind, 'delete'>];
    const bytes = pool[sent % pool.length] as string;
    sent += 1;
    return { kind, bytes };
  };

  const isRight = (kind: RequestKind, status: number): boolean =>
    kind === 'invalid' || kind === 'stranger'
      ? status === refusals[kind]
      : status >= 200 && status <= 299;

  const heard = (kind: RequestKind, { status, body }: ReadAnswer): void => {
    answers += 1;
    if (!isRight(kind, status)) wrong[status] = (wrong[status] ?? 0) + 1;
    else if (kind === 'create') {
      const id = /"id": ?"?([^",}]+)/.exec(body)?.[1];
      if (id !== undefined) created.push(id);
    }
  };

  const keepSending = ({ socket, onBytes }: Connection): Promise<void> =>
    new Promise((done) => {
      let received = '';
      let kind: RequestKind = 'fetch';
      let finished = false;
      const sendNext = () => {
        const request = next();
        if (!request) {
          finished = true;
          socket.destroy();
          return;
        }
        kind = request.kind;
        socket.write(request.bytes, 'latin1');
      };
      onBytes((bytes) => {
        received = received === '' ? bytes : received + bytes;
        const answer = readAnswer(received);
        if (!answer) return;
        received = received.slice(answer.end);
        heard(kind, answer);
        sendNext();
      });
      // What goes wrong with a connection ends in its close.
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
  return { answers, seconds: took / 1000, wrong, left: [...ids, ...created] };
}

interface Connection {
  readonly socket: Socket;
  readonly onBytes: (listener: (bytes: string) => void) => void;
}

/** Reads into one buffer of its own: a stream of new ones costs as much as all the rest. */
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
