import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../cli/terminal.test.support.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';
import {
  blockOf,
  exampleOf,
  expectPrinted,
  served,
  targetFile,
  withoutNpx,
} from './examples.test.support.ts';

test.each(['README.md', 'docs/verify.md'])('%s: a server that violates', async (path) => {
  const { command, prints } = exampleOf(path, 'abuse-feed verify');
  const cwd = folderWith();
  targetFile(cwd, 'my-server.yaml', await served('--quiet', '--mutant', 'create-error-flag-true'));
  const { output, ended } = start(withoutNpx(command).split(' ').slice(1), { cwd });
  expect(await ended).toBe(1);
  expectPrinted(output.out, prints);
});

test('docs/tutorial.md: a verdict on the reference server, and one on a mutant', async () => {
  const { prints } = exampleOf('docs/tutorial.md', 'abuse-feed verify');
  const reference = start(['verify']);
  expect(await reference.ended).toBe(0);
  expectPrinted(reference.output.out, prints);

  const cwd = folderWith();
  const port = await served('--quiet', '--mutant', 'create-error-flag-true');
  const [variables = '', init = '', verify = ''] = blockOf(
    'docs/tutorial.md',
    'sh',
    'export ABUSE_FEED_TOKEN_RESEARCHER=',
  )
    .replaceAll('\\\n', '')
    .replace(':4998', `:${port}`)
    .split('\n');
  const env = Object.fromEntries(
    [...variables.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const inWords = (command: string): string[] => withoutNpx(command).split(/ +/).slice(1);
  expect(await start(inWords(init), { cwd, env }).ended).toBe(0);
  const judged = start(inWords(verify), { cwd, env });
  expect(await judged.ended).toBe(1);
  expect(judged.output.out).toContain('create/error-flag-false');
});

test('docs/learn.md: a server is learned', async () => {
  const cwd = folderWith();
  const port = await served('--quiet', '--dialect', 'contrary');
  targetFile(cwd, 'real.yaml', port, 'Bearer ');
  for (const begin of ['abuse-feed verify', 'abuse-feed dialects diff']) {
    const { command, prints } = exampleOf('docs/learn.md', begin);
    const { output, ended } = start(withoutNpx(command).split(' ').slice(1), { cwd });
    expect(await ended).toBe(0);
    expectPrinted(output.out, prints);
  }
  const card = readFileSync(join(cwd, 'real.dialect.yaml'), 'utf8');
  expectPrinted(card, blockOf('docs/learn.md', 'yaml', '# The answers of'));
});

test('docs/learn.md: answers that are pinned', async () => {
  const cwd = folderWith();
  targetFile(cwd, 'real.yaml', await served('--quiet', '--dialect', 'contrary'), 'Bearer ');
  const pinned = 'create.status.created: 200\nauth.lifetime: 3600\nauth.prefix: Bearer\n';
  writeFileSync(join(cwd, 'my.dialect.yaml'), pinned);
  appendFileSync(join(cwd, 'real.yaml'), '\nexpect: my.dialect.yaml\n');
  const { output, ended } = start(['verify', '--target', 'real.yaml'], { cwd });
  expect(await ended).toBe(0);
  const block = blockOf('docs/learn.md', '', 'Expected answers');
  expectPrinted(output.out, `…${block}…`);
});

test('docs/dialects.md: what a client relies on', async () => {
  const { command, prints } = exampleOf('docs/dialects.md', 'abuse-feed matrix');
  const cwd = folderWith();
  cpSync(join(packageRoot, 'src/recipes/client.mjs'), join(cwd, 'client.mjs'));
  const { output, ended } = start(withoutNpx(command).split(' ').slice(1), {
    cwd,
    env: { PATH: process.env.PATH ?? '' },
  });
  expect(await ended).toBe(1);
  expectPrinted(output.out, prints);
});
