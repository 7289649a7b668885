import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Chance } from '../../harness/chance.ts';
import { ourCommand, residentMiB } from '../../harness/our-server.ts';
import { Program } from '../../harness/program.ts';
import type { Finding, Setting, Trial } from '../trial.ts';
import { answerBy } from './answers.ts';

export const passed: Trial = {
  name: 'passed',
  about: 'generated answers through abuse-feed listen, read as node reads them; crowds beside them',
  ...{ option: 'answers', full: 100_000, short: 1000 },
  run,
};

const crowd = { idle: 1000, deaf: 60 };
const most = 300;
const lanes = 16;

/** Hop-by-hop headers. */
const ofOneConnection =
  /^(connection|keep-alive|transfer-encoding|trailer|proxy-connection|te|upgrade)$/i;

/** A response as a Node client reads it, in one line. */
const readBy = (url: string, nth: number): Promise<string> =>
  new Promise((resolve) => {
    let isWhole = () => false;
    // Bytes after the end of a response do not invalidate it.
    const failed = (): void => void (isWhole() || resolve('failed'));
    const asked = request(`${url}/${nth}`, {
      agent: false,
      method: nth % 7 === 0 ? 'HEAD' : 'GET',
    });
    asked.on('error', failed).on('upgrade', (_answer, socket) => socket.destroy() && failed());
    asked.on('response', (answer) => {
      const { statusCode, statusMessage, rawHeaders } = answer;
      const headers = rawHeaders.filter(
        (_, at) => !ofOneConnection.test(rawHeaders[at - (at % 2)] ?? ''),
      );
      const isOurs = 'abuse-feed-listen' in answer.headers || (statusCode ?? 0) < 200;
      const chunks: Buffer[] = [];
      isWhole = () => answer.complete;
      answer.on('error', failed).on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString('latin1');
        // Node accepts reason phrases that it cannot write.
        const isWritable = !/[^\t\P{Cc}]/u.test(statusMessage ?? '');
        if (isOurs || !answer.complete || !isWritable) resolve('failed');
        else
          resolve(JSON.stringify([statusCode, statusMessage, headers, body, answer.rawTrailers]));
      });
    });
    asked.end();
  });

async function run({ amount, seed, say }: Setting): Promise<Finding> {
  const sockets = new Set<Socket>();
  const target = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    socket.once('data', (asked) => {
      const [, nth = '0'] = /^\w+ \/(\w+)/.exec(asked.toString('latin1')) ?? [];
      if (nth === 'endless') socket.write(endless);
      else socket.end(answerBy(new Chance(seed + Number(nth))));
    });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const direct = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const args = ['listen', '--base-url', direct, '--port', '0', '--quiet'];
  const proxy = new Program(process.execPath, [ourCommand, ...args]);
  const url = await proxy.ready(() => /http:\S+?(?=,)/.exec(proxy.said())?.[0]);
  const crowds = gathered(Number(new URL(url).port));
  const problems: string[] = [];
  let [next, read] = [0, 0];
  const lane = async (): Promise<void> => {
    while (next < amount && problems.length < 20) {
      const nth = next;
      next += 1;
      const plain = await readBy(direct, nth);
      let through = await readBy(url, nth);
      // The target closes connections without notice: a request on a closing connection is lost.
      for (let again = 0; again < 10 && through === 'failed' && plain !== through; again += 1)
        through = await readBy(url, nth);
      if (plain !== 'failed') read += 1;
      if (plain !== through)
        problems.push(`answer ${nth}: ${plain.slice(0, 300)}, but ${through.slice(0, 300)}`);
      if (next % 20_000 === 0) say(`${next} answers`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const peak = residentMiB(proxy.pid, 'VmHWM');
  for (const socket of crowds) socket.destroy();
  const code = await proxy.end();
  target.close();
  for (const socket of sockets) socket.destroy();
  return {
    numbers: `${next} answers, ${read} of them whole, beside ${crowd.idle} idle connections and ${crowd.deaf} readers who never read; at most ${peak.toFixed(0)} MB`,
    problems: [
      ...problems,
      ...(peak < most ? [] : [`it used ${peak.toFixed(0)} MB`]),
      ...(/"bug":/.test(proxy.said()) ? [`it admits a bug: ${proxy.said().slice(-500)}`] : []),
      ...(code === 1 || code === 3 ? [] : [`it ended with ${code}: ${proxy.said().slice(-500)}`]),
    ],
  };
}

const endless = Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(8 * 1024 * 1024)}`);

/** Clients that only connect, and clients that request much and never read. */
const gathered = (port: number): Socket[] => {
  const idle = Array.from({ length: crowd.idle }, () => connect(port, '127.0.0.1'));
  const deaf = Array.from({ length: crowd.deaf }, () => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.write('GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return socket;
  });
  return [...idle, ...deaf].map((socket) => socket.on('error', () => {}));
};
