/** A server whose process runs out of file handles before its parts are first used, and its responses. */
import { closeSync, openSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { startServer } from './server.ts';

const server = await startServer();
// A connection opened before the handles run out.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(path: string, method = 'GET', body = ''): Promise<number> {
  const headers = {
    Authorization: 'token-researcher-1',
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': body.length }),
  };
  return new Promise((resolve, reject) => {
    request(`${server.baseUrl}${path}`, { agent, method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}

async function askAll(): Promise<number[]> {
  return [
    await ask('/feed/tunnelco/api', 'POST', '{}'),
    await ask('/docs/specification.html'),
    await ask('/docs/docs.css'),
    await ask('/__admin/console/'),
    await ask('/__admin/openapi.json'),
  ];
}

function takeAllHandles(): () => void {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    return () => {
      for (const handle of taken) closeSync(handle);
    };
  }
}

await ask('/nowhere');
const giveBack = takeAllHandles();
const without = await askAll();
giveBack();
process.stdout.write(JSON.stringify({ without, after: await askAll() }));
agent.destroy();
await server.close();
