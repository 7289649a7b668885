import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type RunningServer, startServer } from '../src/start-server.ts';
import { prismProgram } from './contestants/prism.ts';
import { goodDraft } from './contestants/race-data.ts';
import { type Asked, Client } from './harness/client.ts';
import { Program } from './harness/program.ts';

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

test.skipIf(!existsSync(prismProgram))(
  'Prism as a proxy finds no response that violates the document (needs npm run tools)',
  async () => {
    await using server = await startServer();
    const proxy = ['proxy', `${server.baseUrl}/openapi.json`, server.baseUrl];
    const local = ['--host', '127.0.0.1', '--port', '0'];
    await using prism = new Program(process.execPath, [prismProgram, ...proxy, ...local]);
    const client = new Client(
      await prism.ready(() => /listening on (http:\/\/\S+)/.exec(prism.said())?.[1]),
    );
    const found: string[] = [];
    for (const call of calls(server)) {
      const answer = await client.ask(call);
      const violations = JSON.parse(String(answer?.headers['sl-violations'] ?? '[]')) as {
        readonly location: readonly string[];
        readonly message: string;
      }[];
      // Violations of requests are ignored.
      const flagged = violations.find(({ location }) => location[0] === 'response')?.message;
      const problem = answer ? flagged : 'no answer';
      if (problem !== undefined) found.push(`${call.method ?? 'GET'} ${call.path}: ${problem}`);
    }
    await client.close();
    expect(found).toEqual([]);
  },
);
