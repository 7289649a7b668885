import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { startServer } from '../../src/start-server.ts';
import type { RequestKind } from '../load/workload.ts';
import type { Contestant } from './contestant.ts';
import { askedIds } from './ours.ts';
import { analyses, draft, invalid, requestsFor, tokens } from './samples.ts';
import { spawned } from './spawned.ts';

/** What our server answers to each kind of request. */
export type Exemplars = {
  readonly [kind in RequestKind]: {
    readonly status: number;
    readonly headers: { readonly [name: string]: string };
    readonly body: string;
  };
};

/** Node writes these itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

async function exemplars(): Promise<Exemplars> {
  await using server = await startServer();
  const ask = async (
    token: string,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<Exemplars[RequestKind]> => {
    const answer = await request(url, {
      method,
      headers: {
        authorization: token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const headers = Object.fromEntries(
      Object.entries(answer.headers)
        .filter(([name]) => !ownHeaders.has(name))
        .map(([name, value]) => [name, String(value)]),
    );
    return { status: answer.statusCode, headers, body: await answer.body.text() };
  };
  const { researcher, careless, stranger } = tokens;
  const feed = `${server.baseUrl}/feed/tunnelco/api`;
  const sample = `${server.analysisUrl}/private/sample/${analyses[0]?.sha256Hash}`;
  const create = await ask(researcher, 'POST', feed, draft(1));
  const { id } = JSON.parse(create.body) as { id: string };
  const report = `${feed}?report=${id}`;
  return {
    create,
    fetch: await ask(researcher, 'GET', report),
    stranger: await ask(stranger, 'GET', report),
    invalid: await ask(careless, 'POST', feed, invalid(1)),
    delete: await ask(researcher, 'DELETE', report),
    lookup: await ask('token-analyst', 'GET', sample),
  };
}

export const bare: Contestant = {
  id: 'bare',
  name: 'bare node:http',
  kind: 'bare',
  keeps: false,
  async start(folder, reports) {
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(await exemplars()));
    const requests = requestsFor(askedIds(reports));
    const program = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
    const server = await spawned({
      command: process.execPath,
      args: (port) => ['--import', 'tsx', program, String(port), file],
      cwd: process.cwd(),
      ready: requests.fetch[0] ?? '',
    });
    return { ...server, requests };
  },
};
