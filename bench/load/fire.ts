import { connect, type Socket } from 'node:net';
import { type ReadAnswer, readAnswer } from './answer-reader.ts';
import { Latencies } from './latencies.ts';
import { type Fired, type Firing, orderOf, type Shot } from './workload.ts';

/** Raw sockets and ready-made requests: the load must cost less than what it measures. */
export async function fire(firing: Firing): Promise<Fired> {
  const { port, connections, seconds, count = Number.POSITIVE_INFINITY, ammunition } = firing;
  const order = orderOf(firing.workload);
  const ids = [...firing.ids];
  const created: string[] = [];
  const latencies = new Latencies();
  const wrong: { [status: string]: number } = {};
  let answers = 0;
  let sent = 0;

  /** A delete with nothing to delete ends the load; in a mix it reads instead. */
  const next = (): { shot: Shot; bytes: string } | undefined => {
    if (sent >= count || performance.now() >= deadline) return undefined;
    let shot = order[sent % order.length] as Shot;
    if (shot === 'delete') {
      const left = firing.workload === 'mix' ? created.pop() : undefined;
      const id = ids.pop() ?? left ?? firing.anyId;
      if (id !== undefined) {
        sent += 1;
        return { shot, bytes: ammunition.delete.replace('{id}', id) };
      }
      if (firing.workload === 'delete') return undefined;
      shot = 'get';
    }
    const pool = ammunition[shot as Exclude<Shot, 'delete'>];
    const bytes = pool[sent % pool.length] as string;
    sent += 1;
    return { shot, bytes };
  };

  const heard = (shot: Shot, { status, body }: ReadAnswer, ms: number): void => {
    answers += 1;
    latencies.add(ms);
    if (status < 200 || status > 299) wrong[status] = (wrong[status] ?? 0) + 1;
    else if (shot === 'create') {
      const id = /"id": ?"?([^",}]+)/.exec(body)?.[1];
      if (id !== undefined) created.push(id);
    }
  };

  const keepFiring = (socket: Socket): Promise<void> =>
    new Promise((done) => {
      let received = '';
      let shot: Shot = 'get';
      let sentAt = 0;
      const shoot = () => {
        const load = next();
        if (!load) return void socket.destroy();
        shot = load.shot;
        sentAt = performance.now();
        socket.write(load.bytes);
      };
      socket.on('data', (part) => {
        received = received === '' ? part.toString('latin1') : received + part.toString('latin1');
        const answer = readAnswer(received);
        if (!answer) return;
        received = received.slice(answer.end);
        heard(shot, answer, performance.now() - sentAt);
        shoot();
      });
      const broken = () => {
        wrong.broken = (wrong.broken ?? 0) + 1;
      };
      socket.once('error', broken);
      socket.once('end', broken);
      socket.once('close', () => done());
      shoot();
    });

  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const started = performance.now();
  const deadline = started + seconds * 1000;
  await Promise.all(sockets.map(keepFiring));
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
