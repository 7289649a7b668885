import type { RunningServer } from '../../src/start-server.ts';
import { goodDraft } from '../contestants/samples.ts';
import { type Asked, Client } from '../harness/client.ts';
import { installed } from '../harness/packages.ts';
import { Program } from '../harness/program.ts';
import type { Try } from './outcome.ts';

/** Links that a client may send; no response may violate the document. */
const links = [
  ...['https://ex.example/ü', 'https://ex.example/a|b', 'https://ex.example/%zz'],
  ...['https://ex.example/{x}', 'https://müller.example/', 'HTTPS://ex.example/'],
  'https://ex.example:65535/?a=b#c',
];

/** Every operation, with valid and invalid requests. */
function calls(server: RunningServer): Asked[] {
  const feed = '/feed/tunnelco/api';
  const { 'researcher-1': token = '', reader = '', analyst = '' } = server.tokens;
  const { 'analyst-empty': empty = '' } = server.tokens;
  const { reports, analyses } = server.state();
  const stored = reports.find(({ service }) => service === 'tunnelco')?.id ?? '';
  const ids = [stored, '00000000-0000-4000-8000-000000000000', 'x', ''];
  const post = (body: unknown, as = token) => ({ method: 'POST', path: feed, token: as, body });
  const remove = (as: string) => ({
    method: 'DELETE',
    path: `${feed}?report=${stored}`,
    token: as,
  });
  return [
    ...[token, reader, 'nobody'].map((as) => post(goodDraft, as)),
    ...[{}, [], ...links.map((referenceLink) => ({ ...goodDraft, referenceLink }))].map((body) =>
      post(body),
    ),
    ...ids.flatMap((id) => [
      ...[{ path: `${feed}?report=${id}`, token }, { path: `${feed}?report=${id}` }],
    ]),
    { path: `/feed/nosuchco/api?report=${stored}`, token },
    ...[reader, token, token].map(remove),
    ...[analyses[0]?.sha256Hash, 'a'.repeat(64), 'no-hash'].flatMap((hash) => {
      const path = `/private/sample/${hash}`;
      return [{ path, token: analyst }, { path, token: empty }, { path }];
    }),
  ];
}

/** Prism as a proxy: it reports every response that violates the document. */
export const prismProxy: Try = async (server) => {
  const program = installed('prism', '@stoplight', 'prism-cli', 'dist', 'index.js');
  const args = ['proxy', `${server.baseUrl}/openapi.json`, server.baseUrl];
  const local = ['--host', '127.0.0.1', '--port', '0'];
  await using prism = new Program(process.execPath, [program, ...args, ...local]);
  const url = await prism.ready(() => /listening on (http:\/\/\S+)/.exec(prism.said())?.[1]);
  const client = new Client(url);
  const asked = calls(server);
  const notes: string[] = [];
  for (const call of asked) {
    const answer = await client.ask(call);
    const found = JSON.parse(String(answer?.headers['sl-violations'] ?? '[]')) as {
      readonly location: readonly string[];
      readonly message: string;
    }[];
    // Violations of requests are ignored.
    const flagged = found.find(({ location }) => location[0] === 'response')?.message;
    const problem = answer ? flagged : 'no answer';
    if (problem !== undefined) notes.push(`${call.method ?? 'GET'} ${call.path}: ${problem}`);
  }
  await client.close();
  return { total: asked.length, passed: asked.length - notes.length, notes };
};
