import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { most } from '../../../src/worlds/limits.ts';
import type { Client } from '../client.ts';
import type { Resources, Use } from '../resources.ts';

/** Asks for a stream and never reads more than the first bytes of the answer. */
async function sleeper(url: string, path: string): Promise<{ socket: Socket; head: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'readable');
  return { socket, head: String(socket.read(40) ?? '') };
}

/**
 * As many readers as there can be, none of which reads; then more than they were told is seen, and
 * their world is dropped while a request in it is under way.
 */
export async function sleep(
  url: string,
  client: Client,
  use: () => ReturnType<Resources['of']>,
): Promise<{ readonly problems: string[]; readonly asleep: Use }> {
  const problems: string[] = [];
  const id = 'asleep';
  await client.must({ method: 'POST', path: '/__admin/worlds', body: { id } });
  const path = `/__worlds/${id}/__admin/requests/stream`;
  const readers = await Promise.all(Array.from({ length: most.readers }, () => sleeper(url, path)));
  const strange = readers.filter(({ head }) => !head.startsWith('HTTP/1.1 200'));
  if (strange.length > 0) problems.push(`${strange.length} readers got ${strange[0]?.head}`);
  const more = await client.ask({ path });
  if (more?.status !== 409) problems.push(`one reader more got ${more?.status} ${more?.text}`);
  const late = client.ask({ path: `/__worlds/${id}/private/sample/x`, prefer: 'wait=1' });
  for (let n = 0; n < 250; n += 1) {
    await client.ask({ path: `/__worlds/${id}/${'x'.repeat(8000)}` });
  }
  const asleep = await use();
  await client.must({ method: 'DELETE', path: `/__admin/worlds/${id}` });
  const answer = await late;
  if (answer?.status !== 401) problems.push(`a request of a dropped world got ${answer?.status}`);
  for (const { socket } of readers) socket.destroy();
  return { problems, asleep };
}

/** One wait more than there can be: it is refused, and all are free again when they hang up. */
export async function crowd(url: string, client: Client): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const path = '/__admin/requests/wait?outcome=never';
  const sockets = Array.from({ length: most.waits + 1 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`GET ${path}&timeoutMs=300000 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket;
  });
  const problems: string[] = [];
  const [said] = await Promise.race(sockets.map((socket) => once(socket, 'data')));
  if (!String(said).startsWith('HTTP/1.1 409')) problems.push(`a wait was told ${said}`);
  for (const socket of sockets) socket.destroy();
  // Connections go when they do.
  for (let tries = 0; ; tries += 1) {
    const answer = await client.ask({ path: `${path}&timeoutMs=50` });
    if (answer?.status === 504) return problems;
    if (tries === 200) return [...problems, 'waits that hung up keep their place'];
  }
}
