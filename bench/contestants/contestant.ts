import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { onServerCore } from '../harness/machine.ts';
import { Program } from '../harness/program.ts';
import { statusOf } from '../load/wire.ts';
import type { Requests, Workload } from '../load/workload.ts';

/** A server in the race. */
export interface Contestant {
  /** The word it is chosen by. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'bare' | 'floor' | 'plain' | 'ours' | 'peer';
  /** Whether it keeps what is created, so that the number of stored reports matters. */
  readonly keeps?: boolean;
  /** What it does not refuse or do, and so takes no part in. */
  readonly lets?: readonly Workload[];
  /** Starts it with so many reports stored; the folder is its own and empty. */
  start(folder: string, reports: number): Promise<Running>;
  /** Ready at the first start from nothing; not measured where it is not given. */
  coldStart?(folder: string): Promise<Server>;
}

/** Answers at a port, by one program, or by two where one passes everything on to the other. */
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

/** Starts a server as a person would, on the core of the servers, and waits for its first good answer. */
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
