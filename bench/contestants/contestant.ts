import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onServerCore } from '../harness/machine.ts';
import { Program } from '../harness/program.ts';
import { statusOf } from '../load/wire.ts';
import type { Requests, Workload } from '../load/workload.ts';

/** A server in the benchmark. */
export interface Contestant {
  /** Its name on the command line. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'bare' | 'floor' | 'plain' | 'ours' | 'peer';
  /** Whether it stores what is created, so that the number of stored reports matters. */
  readonly keeps?: boolean;
  /** Workloads it does not support, and so skips. */
  readonly lets?: readonly Workload[];
  /** Starts it with this many stored reports; the folder is its own and empty. */
  start(folder: string, reports: number): Promise<Running>;
}

/** A server on a port: one process, or two if one proxies to the other. */
export interface Server {
  readonly port: number;
  readonly programs: readonly Program[];
}

export interface Running extends Server {
  readonly requests: Requests;
}

export const endOf = async ({ programs }: Server): Promise<void> => {
  for (const program of programs) await program.end();
};

/** Starts a server like a user, on the servers' core, and waits for its first good response. */
export async function answering(
  ready: string,
  command: (port: string) => readonly [string, ...string[]],
  cwd = process.cwd(),
): Promise<Server> {
  const port = await freePort();
  const [name, ...args] = command(String(port));
  const program = new Program(...onServerCore(name, args), { cwd });
  await program.ready(async () => {
    const status = await statusOf(port, ready);
    return status !== undefined && status < 300 ? status : undefined;
  });
  return { port, programs: [program] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
