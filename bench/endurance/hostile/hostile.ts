import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Finding, Setting, Trial } from '../trial.ts';
import { Command, secret } from './command.ts';
import { forms } from './forms.ts';

export const hostile: Trial = {
  name: 'hostile',
  about: 'verify, judge and listen meet servers that mean harm: each ends in time, with a report',
  amount: [Object.keys(forms).length, 5, 'forms'],
  run,
};

const feed = '/feed/tunnelco/api';
const report = `${feed}?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01`;
const headers = { Authorization: secret };

function targetOf(baseUrl: string) {
  return {
    baseUrl,
    analysisUrl: baseUrl,
    service: 'tunnelco',
    tokens: {
      researcher: secret,
      analyst: secret,
      limited: [{ token: `${secret}2`, remaining: 3 }],
    },
    analyses: [{ sha256: 'a'.repeat(64) }],
    pace: { timeoutMs: 1000, patienceMinutes: 1 },
  };
}

/** Records a response, with a timeout. */
async function recorded(url: string): Promise<object> {
  const startedDateTime = new Date().toISOString();
  const request = { method: 'GET', url, headers: [{ name: 'Authorization', value: secret }] };
  let text = '';
  let status = 0;
  let type = '';
  try {
    const signal = AbortSignal.timeout(500);
    const answer = await fetch(url, { headers, redirect: 'manual', signal });
    ({ status } = answer);
    type = answer.headers.get('content-type') ?? '';
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.length > 8 * 1024 * 1024) break;
    }
  } catch {
    // What was received is recorded.
  }
  const content = { size: text.length, text };
  const answered = { status, headers: [{ name: 'Content-Type', value: type }], content };
  return { startedDateTime, time: 500, request, response: answered };
}

async function run({ amount, chance, folder, say }: Setting): Promise<Finding> {
  const all = Object.entries(forms);
  const first = amount < all.length ? chance.below(all.length) : 0;
  const chosen = [...all.slice(first), ...all].slice(0, Math.min(amount, all.length));
  const commands: Command[] = [];
  for (const [form, listener] of chosen) {
    const began = performance.now();
    const tried = await meet(form, listener, folder);
    commands.push(...tried);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    say(
      `${form}: ${seconds} s, at most ${Math.max(...tried.map(({ peak }) => peak)).toFixed(0)} MB`,
    );
  }
  const peak = Math.max(...commands.map((one) => one.peak)).toFixed(0);
  return {
    numbers: `${commands.length} commands against ${chosen.length} forms, at most ${peak} MB`,
    problems: commands.flatMap(({ problems }) => problems),
  };
}

/** Runs every command that connects to a server, concurrently. */
async function meet(form: string, listener: RequestListener, folder: () => string) {
  const server = createServer((req, res) => {
    req.resume();
    res.on('error', () => {});
    listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begin = (command: string, args: readonly string[], files: { [name: string]: object }) => {
    const cwd = folder();
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(cwd, name), JSON.stringify(content));
    return new Command(`${command} against ${form}`, cwd, [command, ...args]);
  };
  const target = { 'target.json': targetOf(url) };
  const verify = begin('verify', ['--target', 'target.json'], target);
  const stopped = begin('verify', ['--target', 'target.json'], target);
  const listen = begin('listen', ['--base-url', url, '--port', '0'], {});
  const entries = [await recorded(url + report), await recorded(`${url}/private/sample/a`)];
  const judge = begin('judge', ['in.har', '--base-url', url], { 'in.har': { log: { entries } } });
  const proxy = await listen.said(/http:[^\s,]+/);
  await Promise.all(Array.from({ length: 20 }, () => recorded(proxy + report)));
  await Promise.all([verify.ends(), judge.ends(), stopped.stops(), listen.stops()]);
  server.close();
  server.closeAllConnections();
  return [verify, stopped, listen, judge];
}
