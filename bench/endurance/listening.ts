import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageRoot } from '../../src/spec/package-root.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const listening: Trial = {
  name: 'listening',
  about: 'very many exchanges through abuse-feed listen; its memory stays under 200 MB',
  options: { exchanges: 'how many (1000000; 10000 with --short)' },
  run,
};

/** Megabytes that the system may count. */
const most = 200;
const callers = 32;

/** A server that does as it should and keeps only what is asked for next. */
async function target(): Promise<Server> {
  const stored = new Map<string, object>();
  const server = createServer(async (req, res) => {
    const id = new URL(req.url ?? '/', 'http://a').searchParams.get('report') ?? '';
    const body = await text(req);
    const send = (status: number, value: object): void => {
      res.writeHead(status, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(value));
    };
    if (req.method === 'POST') {
      const made = randomUUID();
      const added = { reportedAt: '2026-01-31 13:45:00', reportedBy: 'R', name: 'rat' };
      stored.set(made, { id: made, firstSeenID: made, ...added, ...JSON.parse(body) });
      send(201, { id: made, successful: true });
      return;
    }
    send(200, { report: stored.get(id), successful: true });
    stored.delete(id);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function listener(baseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const main = join(packageRoot, 'dist/src/cli/main.js');
  const args = [main, 'listen', '--base-url', baseUrl, '--port', '0', '--quiet'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const [url] = /http:\S+?(?=,)/.exec(said) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error(`abuse-feed listen ended: ${said}`);
}

/** The highest the system has counted, in megabytes. */
const peakOf = (pid: number): number => {
  const [, kilobytes = '0'] =
    /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
};

async function run(setting: Setting): Promise<Finding> {
  const wanted = setting.asked('exchanges') ?? (setting.short ? 10_000 : 1_000_000);
  const server = await target();
  const { port } = server.address() as AddressInfo;
  const { child, url } = await listener(`http://127.0.0.1:${port}`);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const problems: string[] = [];
  let done = 0;
  const ask = async (method: string, path: string, token: string, body = ''): Promise<string> => {
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const req = request(url + path, { method, agent, headers });
    req.end(body);
    const [answer] = await once(req, 'response');
    done += 1;
    if (done % 100_000 === 0)
      setting.say(`${done} exchanges, ${peakOf(child.pid ?? 0).toFixed(0)} MB`);
    return text(answer);
  };
  const lane = async (nth: number): Promise<void> => {
    while (done < wanted) {
      const file256Hash = createHash('sha256').update(`${nth} ${done}`).digest('hex');
      const draft = { tags: ['rat'], c2Address: `c${done}.example:443`, file256Hash };
      const link = { referenceLink: 'https://results.example/', confidenceScore: 5 };
      const token = `caller-${nth}-${done % 1000}`;
      const made = await ask('POST', '/feed/a/api', token, JSON.stringify({ ...draft, ...link }));
      await ask('GET', `/feed/a/api?report=${JSON.parse(made).id}`, token);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, nth) => lane(nth)));
  const peak = peakOf(child.pid ?? 0);
  if (peak >= most) problems.push(`it used ${peak.toFixed(0)} MB`);
  child.stdout?.resume();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  if (code !== 0) problems.push(`it ended with ${code}`);
  agent.destroy();
  server.close();
  return { numbers: `${done} exchanges, at most ${peak.toFixed(0)} MB`, problems };
}
