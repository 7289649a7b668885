import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dialectOf } from '../../dialects/dialect.ts';
import { startServer } from '../../index.ts';
import { ownSeed } from '../../seed/own-seed.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { start, urlIn } from '../terminal.test.support.ts';
import { example } from '../verify/verify.test.support.ts';

const reference = readFileSync(example, 'utf8');

const renamed: { readonly [service: string]: string } = { tunnelco: 'mailco', dyndnsco: 'hostco' };

function variableOf(token: string): string {
  return token.replaceAll('-', '_').toUpperCase();
}

/** A server with feeds and tokens that no stand-in knows, and a folder with its target file. */
async function realServer() {
  const callers = ownSeed()
    .contents.callers.filter(({ owns }) => owns !== 'pasteco')
    .map(({ owns, token, ...caller }) => ({
      ...caller,
      token: token.replace('token', 'secret'),
      ...(owns !== undefined && { owns: renamed[owns] as string }),
    }));
  const server = await startServer({
    alone: true,
    add: { services: Object.values(renamed), callers },
    dialect: dialectOf({ 'auth.prefix': 'Bearer', 'create.status.created': 202 }),
  });
  const cwd = folderWith();
  onTestFinished(() => server.close());
  const target = reference
    .replaceAll('http://127.0.0.1:4010', server.baseUrl)
    .replaceAll(/(?<=ervice: )\w+co/g, (name) => renamed[name] ?? name)
    .replaceAll(/(?<=: )token-[\w-]+/g, (token) =>
      // One stands there as it is.
      token === 'token-reader' ? 'Bearer secret-reader' : `"\${${variableOf(token)}}"`,
    );
  writeFileSync(join(cwd, 'real.yaml'), target);
  const env = Object.fromEntries(
    ownSeed().contents.callers.map(({ token }) => [
      variableOf(token),
      `Bearer ${token.replace('token', 'secret')}`,
    ]),
  );
  return { cwd, env };
}

function expectNoSecret(cwd: string, ...printed: readonly string[]): void {
  const files = readdirSync(cwd, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'real.yaml')
    .map(({ name }) => readFileSync(join(cwd, name), 'utf8'));
  for (const text of [...files, ...printed]) expect(text).not.toContain('secret-');
}

test('a client of the real server needs another URL for its twin, and nothing else', async () => {
  const { cwd, env } = await realServer();
  const args = [
    'verify',
    '--target',
    'real.yaml',
    '--learn',
    'real.dialect.yaml',
    '--only',
    'create/id-type',
  ];
  const learned = start(args, { cwd, env });
  expect(await learned.ended).toBe(0);
  expect(learned.output.out).toMatch(
    /Start its twin: abuse-feed serve --config real\.config\.yaml\nSet these before, .*\n {2}ABUSE_FEED_TOKEN_READER\n$/,
  );
  const serving = ['serve', '--config', 'real.config.yaml', '--port', '0'];
  const unset = start(serving, { cwd, env });
  expect(await unset.ended).toBe(2);
  expect(unset.output.err).toMatch(
    /real\.config\.yaml:\d+: add\.callers\[4\]\.token needs the environment variable ABUSE_FEED_TOKEN_READER, which is not set/,
  );

  const twin = start(serving, {
    cwd,
    env: { ...env, ABUSE_FEED_TOKEN_READER: 'Bearer secret-reader' },
  });
  await twin.started;
  const url = urlIn(twin.output.out);
  expect(twin.output.out).toMatch(/data +in memory/);
  expect(twin.output.out).toMatch(/ \$\{TOKEN_OWNER_TUNNELCO\} +owner of mailco\n/);
  const page = await (await fetch(`${url}/docs`)).text();
  const again = start(
    [
      'verify',
      '--target',
      'real.yaml',
      '--base-url',
      url,
      '--analysis-url',
      url,
      '--only',
      'delete/flag-is-success,lookup/by-sha256',
    ],
    { cwd, env },
  );
  expect(await again.ended).toBe(0);
  expect(again.output.out).toMatch(/CONFORMS {2}(\d+) of \1 clauses met/);
  twin.stop();
  expect(await twin.ended).toBe(0);
  const printed = [learned, unset, twin, again].flatMap(({ output }) => [output.out, output.err]);
  expectNoSecret(cwd, page, ...printed);
});
