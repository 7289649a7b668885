import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { goodReport } from '../../src/http/request/corpus/sample-values.test.support.ts';
import type { RunningServer } from '../../src/start-server.ts';
import { installed } from './packages.ts';
import { saidBy } from './run.ts';
import type { Trial } from './trial.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
}

/** Links that a client may send; none of the answers may break the document. */
const links = [
  'https://ex.example/ü',
  'https://ex.example/a|b',
  'https://ex.example/%zz',
  'https://ex.example/{x}',
  'https://müller.example/',
  'HTTPS://ex.example/',
  'https://ex.example:65535/?a=b#c',
];

/** Every operation, right and wrong. */
function calls(server: RunningServer): Call[] {
  const feed = '/feed/tunnelco/api';
  const token = server.tokens['researcher-1'];
  const { reports, analyses } = server.state();
  const stored = reports.find(({ service }) => service === 'tunnelco')?.id ?? '';
  const unknown = '00000000-0000-4000-8000-000000000000';
  const post = (body: unknown, as = token): Call => ({
    method: 'POST',
    path: feed,
    token: as,
    body,
  });
  const ids = [stored, unknown, 'x', ''];
  return [
    post(goodReport),
    post(goodReport, server.tokens.reader),
    post(goodReport, 'nobody'),
    post({}),
    post([]),
    ...links.map((referenceLink) => post({ ...goodReport, referenceLink })),
    ...ids.map((id): Call => ({ method: 'GET', path: `${feed}?report=${id}`, token })),
    ...ids.map((id): Call => ({ method: 'GET', path: `${feed}?report=${id}` })),
    { method: 'GET', path: `/feed/nosuchco/api?report=${stored}`, token },
    { method: 'DELETE', path: `${feed}?report=${stored}`, token: server.tokens.reader },
    { method: 'DELETE', path: `${feed}?report=${stored}`, token },
    { method: 'DELETE', path: `${feed}?report=${stored}`, token },
    ...[analyses[0]?.sha256Hash, 'a'.repeat(64), 'no-hash'].flatMap((hash): Call[] => [
      { method: 'GET', path: `/private/sample/${hash}`, token: server.tokens.analyst },
      { method: 'GET', path: `/private/sample/${hash}`, token: server.tokens['analyst-empty'] },
      { method: 'GET', path: `/private/sample/${hash}` },
    ]),
  ];
}

/** Prism between client and server: it flags every answer that breaks the document. */
export async function prismProxy(server: RunningServer): Promise<Trial> {
  const program = installed('prism', '@stoplight', 'prism-cli', 'dist', 'index.js');
  if (!program) return { name: 'prism', missing: true };
  const args = ['proxy', `${server.baseUrl}/openapi.json`, server.baseUrl];
  const prism = spawn(process.execPath, [program, ...args, '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [, proxy = ''] = await saidBy(prism, /listening on (http:\/\/\S+)/);
    const asked = calls(server);
    const flagged: string[] = [];
    for (const call of asked) {
      const problem = await violationIn(proxy, call);
      if (problem !== undefined) flagged.push(`${call.method} ${call.path}: ${problem}`);
    }
    const total = asked.length;
    return { name: 'prism', total, passed: total - flagged.length, notes: flagged };
  } finally {
    prism.kill();
    await once(prism, 'exit');
  }
}

/** Of the request or the response: only what is said of the response counts. */
async function violationIn(proxy: string, { method, path, token, body }: Call) {
  const answer = await fetch(`${proxy}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: token }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.text();
  const found = JSON.parse(answer.headers.get('sl-violations') ?? '[]') as {
    location: string[];
    message: string;
  }[];
  return found.find(({ location }) => location[0] === 'response')?.message;
}
