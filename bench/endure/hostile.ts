import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ourCommand, Program, scratch } from '../program.ts';
import { forms, spellings } from './forms.ts';

const secret = 'Bearer s3cret-Token/of+the=trial';

/** Must not occur in any output; without the ends, which a cut may have taken. */
const forbidden = [...spellings(secret), ...spellings(secret.slice(7))].map((one) =>
  one.slice(4, -4),
);

/** Megabytes, seconds to finish, and seconds to exit after a signal. */
const most = { megabytes: 300, seconds: 90, secondsToStop: 2 };

const reports = ['out.json', 'out.xml', 'out.html'];

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

/** One of our commands in a folder of its own. */
function begin(command: string, args: readonly string[], target?: object) {
  const folder = mkdtempSync(join(scratch, 'hostile-'));
  if (target) writeFileSync(join(folder, 'target.json'), JSON.stringify(target));
  const files = ['--json', 'out.json', '--junit', 'out.xml', '--html', 'out.html'];
  const program = new Program(process.execPath, [ourCommand, command, ...args, ...files], folder);
  return { command, folder, program };
}

type Begun = ReturnType<typeof begin>;

/** What is wrong with how a command ended: late, large, with a bug, or with a token in its output. */
async function end({ command, folder, program }: Begun, seconds: number): Promise<string[]> {
  // On a busy machine everything takes longer.
  const leeway = Math.max(1.5, (2 * (loadavg()[0] ?? 0)) / availableParallelism());
  const began = performance.now();
  const allowed = seconds * leeway * 1000;
  let code: number | NodeJS.Signals | undefined;
  let peak = 0;
  program.ended.then((ended) => {
    code = ended;
  });
  while (code === undefined && performance.now() < began + allowed) {
    peak = Math.max(peak, residentMegabytes(program.pid));
    await pause(20);
  }
  const isLate = code === undefined;
  code ??= await program.end('SIGKILL');
  const written = readdirSync(folder).filter((file) => reports.includes(file));
  const said = program.said();
  const texts = [said, ...written.map((file) => readFileSync(join(folder, file), 'utf8'))];
  const leak = forbidden.find((form) => texts.some((text) => text.includes(form)));
  return [
    ...(isLate ? [`it did not end within ${Math.round(allowed / 1000)} s`] : []),
    ...([0, 1, 3].includes(code as number) ? [] : [`it ended with ${code}: ${said.slice(-300)}`]),
    ...(/bug of abuse-feed|"bug":/.test(said) ? [`it admits a bug: ${said.slice(-500)}`] : []),
    ...(peak <= most.megabytes ? [] : [`it used ${Math.round(peak)} MB`]),
    ...(written.length === reports.length ? [] : [`it wrote ${written.length} of 3 reports`]),
    ...(leak === undefined ? [] : [`it tells the token, as ${leak}`]),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what steers a terminal
    ...(texts.slice(1).some((text) => /[\u001b\u0007]/.test(text)) ? ['it writes escapes'] : []),
  ].map((problem) => `${command}: ${problem}`);
}

function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s*(\d{1,20}) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** `verify`, `verify` that is stopped, and `listen` meet one form of server. */
async function meet(listener: RequestListener): Promise<string[]> {
  const server = createServer((req, res) => {
    req.resume();
    res.on('error', () => {});
    listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target = ['--target', 'target.json'];
  const verify = begin('verify', target, targetOf(url));
  const stopped = begin('verify', target, targetOf(url));
  const listen = begin('listen', ['--base-url', url, '--port', '0']);
  const proxy = await listen.program.ready(() => /http:[^\s,]+/.exec(listen.program.said())?.[0]);
  await Promise.all(Array.from({ length: 20 }, () => fetchThrough(String(proxy))));
  const stop = async (begun: Begun) => {
    if ((await Promise.race([begun.program.ended, pause(1500)])) === undefined)
      process.kill(begun.program.pid, 'SIGTERM');
    return end(begun, most.secondsToStop);
  };
  const all = [end(verify, most.seconds), stop(stopped), stop(listen)];
  const problems = (await Promise.all(all)).flat();
  server.close();
  server.closeAllConnections();
  return problems;
}

async function fetchThrough(proxy: string): Promise<void> {
  const report = '/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
  const signal = AbortSignal.timeout(500);
  try {
    const headers = { Authorization: secret };
    const answer = await fetch(proxy + report, { headers, redirect: 'manual', signal });
    await answer.arrayBuffer();
  } catch {
    // What was received is judged.
  }
}

/** Servers that mean harm: every command ends in time, in bounded memory, with its reports and without tokens. */
export async function meetHostileServers(only: string | undefined): Promise<number> {
  const chosen = Object.entries(forms).filter(([name]) => only === undefined || name === only);
  let problems = 0;
  for (const [name, listener] of chosen) {
    const found = await meet(listener);
    problems += found.length;
    process.stdout.write(`${found.length === 0 ? 'HELD' : 'BROKE'}: ${name}\n`);
    for (const problem of found) process.stdout.write(`  ${problem}\n`);
  }
  return problems === 0 ? 0 : 1;
}
