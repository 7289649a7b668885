import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTarget } from '../../contract-tests/service/target/target-file.ts';
import { start } from '../cli/terminal.test.support.ts';
import { parseYaml } from '../document/yaml.ts';
import { startServer } from '../server.ts';
import { fileHashes } from '../spec/file-hashes.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';
import {
  alone,
  blockOf,
  curled,
  examples,
  expectPrinted,
  printed,
  served,
  silent,
} from './examples.test.support.ts';

test('every request on a page without a printed answer succeeds', async () => {
  const silentRequests = silent
    .filter(({ text }) => text.startsWith('curl '))
    .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'));
  expect(silentRequests.length).toBeGreaterThan(2);
  const port = await served('--quiet');
  for (const request of silentRequests) {
    expect((await curled(request, port)).ok, request).toBe(true);
  }
});

test('docs/dialects.md: a file that is begun with one that is there', async () => {
  const [show = '', serve = ''] = blockOf(
    'docs/dialects.md',
    'sh',
    'npx abuse-feed dialects show documented >',
  ).split('\n');
  const [command = '', file = ''] = show.split(' > ');
  const cwd = folderWith();
  writeFileSync(join(cwd, file), await printed(command, cwd));
  expect(await printed(serve, cwd)).toContain(`dialect  ${file} (7 answers differ`);
});

test('docs/serve.md: a line of the log', async () => {
  const output = blockOf('docs/serve.md', 'json', '{"time"');
  const server = start(['serve', '--memory', '--port', '0']);
  await server.started;
  const base = /^Ready on (\S+)\. /m.exec(server.output.out)?.[1];
  await (await fetch(`${base}/feed/tunnelco/api?report=x`)).text();
  await expect.poll(() => server.output.err).toContain('no-token');
  server.stop();
  await server.ended;
  expectPrinted(server.output.err, output);
});

test('docs/verify.md: the target files', () => {
  const cwd = folderWith();
  const target = blockOf('docs/verify.md', 'yaml', 'baseUrl');
  const callers = blockOf('docs/verify.md', 'yaml', 'callers');
  let whole = target;
  for (const { kind, digits } of fileHashes)
    whole = whole.replace(`${kind}: "…"`, `${kind}: "${'a'.repeat(digits)}"`);
  writeFileSync(join(cwd, 'target.yaml'), `${whole}\n${callers}\n`);
  const names = target.match(/(?<=\$\{)\w+/g) ?? [];
  const env = Object.fromEntries(names.map((name) => [name, `secret-${name}`]));
  expect(readTarget('target.yaml', { env, cwd }).service).toBe('tunnelco');
});

test('docs/serve.md: a configuration', async () => {
  const cwd = folderWith();
  const config = blockOf('docs/serve.md', 'yaml', 'port: 4010');
  writeFileSync(join(cwd, 'abuse-feed.config.yaml'), config);
  const screen = await printed('abuse-feed serve', cwd);
  for (const said of ['token-robot', 'dialect  strict', 'in memory', 'Ready on'])
    expect(screen).toContain(said);
});

test.each(alone)('$path: $command', async ({ command, prints }) => {
  expectPrinted(await printed(command), prints);
});

test('docs/control-plane.md names every path there is, and no method there is not', async () => {
  const page = readFileSync(join(packageRoot, 'docs/control-plane.md'), 'utf8');
  const document = readFileSync(join(packageRoot, 'src/admin/admin.openapi.yaml'), 'utf8');
  const { paths } = parseYaml(document) as { paths: object };
  expect(Object.keys(paths).filter((path) => !page.includes(path))).toEqual([]);
  await using server = await startServer();
  const methods = [...page.matchAll(/`(?:server\.)?([a-z]\w+)\(/g)].map(([, name = '']) => name);
  expect(methods.length).toBeGreaterThan(25);
  expect(methods.filter((name) => name !== 'startServer' && !(name in server))).toEqual([]);
});

const requests = examples.filter(({ command }) => command.startsWith('curl '));

test.each([...new Set(requests.map(({ path }) => path))])(
  '%s: requests and their answers',
  async (path) => {
    const port = await served('--quiet');
    for (const { command, prints } of requests.filter((one) => one.path === path)) {
      expectPrinted(await (await curled(command, port)).text(), prints);
    }
  },
);
