import { connect, type Socket } from 'node:net';
import { type ReadAnswer, readAnswer } from './answer-reader.ts';
import { Latencies } from './latencies.ts';
import { type Load, orderOf, type RequestKind, type Sent } from './workload.ts';

/** Raw sockets and ready-made requests: the load must cost less than what it measures. */
export async function send(load: Load): Promise<Sent> {
  const { port, connections, seconds, count = Number.POSITIVE_INFINITY, requests } = load;
  const order = orderOf(load.workload);
  const ids = [...load.ids];
  const created: string[] = [];
  const latencies = new Latencies();
  const wrong: { [status: string]: number } = {};
  let answers = 0;
  let sent = 0;

  /** A delete with nothing to delete ends the load; in a mix it reads instead. */
  const next = (): { kind: RequestKind; bytes: string } | undefined => {
    if (sent >= count || performance.now() >= deadline) return undefined;
    let kind = order[sent % order.length] as RequestKind;
    if (kind === 'delete') {
      const left = load.workload === 'mix' ? created.pop() : undefined;
      const id = ids.pop() ?? left ?? load.anyId;
      if (id !== undefined) {
        sent += 1;
        return { kind, bytes: requests.delete.replace('{id}', id) };
      }
      if (load.workload === 'delete') return undefined;
      kind = 'get';
    }
    const pool = requests[kind as Exclude<RequestKind, 'delete'>];
    const bytes = pool[sent % pool.length] as string;
    sent += 1;
    return { kind, bytes };
  };

  const heard = (kind: RequestKind, { status, body }: ReadAnswer, ms: number): void => {
    answers += 1;
    latencies.add(ms);
    if (status < 200 || status > 299) wrong[status] = (wrong[status] ?? 0) + 1;
    else if (kind === 'create') {
      const id = /"id": ?"?([^",}]+)/.exec(body)?.[1];
      if (id !== undefined) created.push(id);
    }
  };

  const keepSending = (socket: Socket): Promise<void> =>
    new Promise((done) => {
      let received = '';
      let kind: RequestKind = 'get';
      let sentAt = 0;
      const sendNext = () => {
        const load = next();
        if (!load) return void socket.destroy();
        kind = load.kind;
        sentAt = performance.now();
        socket.write(load.bytes);
      };
      socket.on('data', (part) => {
        received = received === '' ? part.toString('latin1') : received + part.toString('latin1');
        const answer = readAnswer(received);
        if (!answer) return;
        received = received.slice(answer.end);
        heard(kind, answer, performance.now() - sentAt);
        sendNext();
      });
      const broken = () => {
        wrong.broken = (wrong.broken ?? 0) + 1;
      };
      socket.once('error', broken);
      socket.once('end', broken);
      socket.once('close', () => done());
      sendNext();
    });

  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const started = performance.now();
  const deadline = started + seconds * 1000;
  await Promise.all(sockets.map(keepSending));
  return {
    answers,
    seconds: (performance.now() - started) / 1000,
    p50: latencies.at(0.5),
    p99: latencies.at(0.99),
    wrong,
    created,
  };
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
