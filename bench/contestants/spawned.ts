import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onServerCore } from '../machine.ts';
import { answersWell } from './raw-request.ts';

export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
}

export interface Command {
  readonly command: string;
  readonly args: (port: number) => readonly string[];
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string };
  /** A request that a server which is ready answers well. */
  readonly ready: string;
}

/** Starts a server as a person would, and waits for its first good answer. */
export async function spawned({ command, args, cwd, env, ready }: Command): Promise<Server> {
  const port = await freePort();
  // Into a file: whoever reads a pipe takes part in the race.
  const log = join(mkdtempSync(join(tmpdir(), 'abuse-feed-bench-log-')), 'log');
  const out = openSync(log, 'w');
  const child = spawn(...onServerCore(command, args(port)), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  const said = () => readFileSync(log, 'utf8').slice(-2000);
  const end = async () => {
    await ended(child);
    rmSync(dirname(log), { recursive: true, force: true });
  };
  const patience = performance.now() + 60_000;
  while (!(await answersWell(port, ready))) {
    if (child.exitCode !== null) throw new Error(`${command} ended at once:\n${said()}`);
    if (performance.now() > patience) {
      await ended(child);
      throw new Error(`${command} gave no good answer in a minute:\n${said()}`);
    }
    await setTimeout(4);
  }
  return { port, pid: child.pid ?? 0, [Symbol.asyncDispose]: end };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  // It may have been stopped, and hears of nothing then.
  child.kill('SIGCONT');
  const inTime = await Promise.race([exit, setTimeout(3000, undefined, { ref: false })]);
  if (!inTime) child.kill('SIGKILL');
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
