import type { Contestant, Running } from './contestant.ts';
import { first, firstWorld, ourCommand, ourName } from './ours.ts';
import { installed } from './peer-packages.ts';
import { openapi } from './samples.ts';
import { spawned } from './spawned.ts';

/** Arguments of Node for a proxy on this port in front of this URL. */
type Arguments = (port: string, url: string) => readonly string[];

/** The first world with a proxy in front of it, which is asked instead; both share one core. */
async function behind(proxyArgs: Arguments, folder: string, reports: number): Promise<Running> {
  const server = await firstWorld(folder, reports);
  const { requests } = server;
  try {
    const url = `http://127.0.0.1:${server.port}`;
    const proxy = await spawned({
      command: process.execPath,
      args: (port) => proxyArgs(String(port), url),
      cwd: folder,
      ready: requests.fetch[0] ?? '',
    });
    const end = async () => {
      await proxy[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    };
    return { ...proxy, behind: server.pid, requests, [Symbol.asyncDispose]: end };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

const proxied = { keeps: true, inFrontOf: first.id } as const;

/** Every exchange is judged, as far as there is time for it. */
export const listened: Contestant = {
  ...proxied,
  id: 'listened',
  name: `${ourName} behind listen`,
  kind: 'ours',
  start: (folder, reports) =>
    behind(
      (port, url) => [ourCommand, 'listen', '--base-url', url, '--port', port, '--quiet'],
      folder,
      reports,
    ),
};

/** Every exchange is validated against the document. */
export const prismProxy: Contestant = {
  ...proxied,
  id: 'prism-proxy',
  name: `${ourName} behind Prism`,
  kind: 'peer',
  async start(folder, reports) {
    const program = installed('prism', 'dist', 'index.js');
    const common = ['--host', '127.0.0.1', '--verboseLevel', 'silent'];
    const args: Arguments = (port, url) => [
      ...[program, 'proxy', openapi, url, '--port', port],
      ...common,
    ];
    return behind(args, folder, reports);
  },
};
