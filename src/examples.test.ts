import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, onTestFinished, test } from 'vitest';
import { start } from './cli/terminal.test.support.ts';
import { pages } from './markdown.test.support.ts';
import { packageRoot } from './spec/package-root.ts';
import { startServer } from './start-server.ts';

/** A command as a page shows it, with what the page says it prints. */
interface Example {
  readonly path: string;
  readonly command: string;
  readonly prints: string;
}

/** A block of shell, and the block right after it. */
const examples: Example[] = pages().flatMap(({ path, tokens }) => {
  const shown = tokens.filter(({ type }) => type !== 'space');
  return shown.flatMap((token, at) => {
    const next = shown[at + 1];
    if (token.type !== 'code' || token.lang !== 'sh' || next?.type !== 'code') return [];
    return next.lang === 'sh' ? [] : [{ path, command: token.text, prints: next.text }];
  });
});

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `…` stands for anything. Times, ports and the number of requests differ from run to run. */
function expectPrinted(printed: string, shown: string): void {
  const same = (text: string): string =>
    text
      .replace(/\b\d+\.\d s/g, 'N s')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:N')
      .replace(/\d+ (?=requests in|of them to clean|times\))/g, 'N ');
  const form = same(shown.trim()).split('…').map(quoted).join('[^]*?');
  expect(same(printed.trim())).toMatch(new RegExp(`^${form}$`));
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'abuse-feed-examples-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The command as it stands on the page, in a folder of its own, on any free port. */
async function printed(command: string, cwd = folder()): Promise<string> {
  const [name, ...args] = command.split(' ');
  expect(name).toBe('abuse-feed');
  const isServer = args[0] === 'serve' && !args.includes('--help');
  const { started, ended, stop, shown } = start(isServer ? [...args, '--port', '0'] : args, {
    cwd,
    env: { PATH: process.env.PATH ?? '' },
  });
  await started;
  stop();
  await ended;
  return shown.out;
}

/** The target file of the reference server, changed to a server that runs here. */
function targetFile(cwd: string, name: string, port: string, before = ''): void {
  const text = readFileSync(join(packageRoot, 'contract-tests/targets/reference.yaml'), 'utf8');
  const mine = text.replaceAll(':4010', `:${port}`).replaceAll(': token-', `: ${before}token-`);
  writeFileSync(join(cwd, name), mine);
}

/** Starts a server by its command line; its port is whichever is free. */
async function served(...args: string[]): Promise<string> {
  const { shown, started, stop, ended } = start(['serve', '--memory', '--port', '0', ...args]);
  await started;
  onTestFinished(async () => {
    stop();
    await ended;
  });
  return /^Ready on http:\/\/127\.0\.0\.1:(\d+)/m.exec(shown.out)?.[1] ?? 'none';
}

const exampleOf = (path: string, command: string): Example => {
  const found = examples.find((one) => one.path === path && one.command.startsWith(command));
  if (!found) throw new Error(`${path} does not show ${command} with what it prints`);
  return found;
};

const alone = examples.filter(({ command }) =>
  /^abuse-feed (serve|docs|dialects)\b(?!.*real)/.test(command),
);

test('every command that is shown with what it prints is run below', () => {
  expect(alone.length).toBeGreaterThanOrEqual(6);
  const others = examples.filter((one) => !alone.includes(one));
  const named = others.map(({ path, command }) => `${path}: ${command.split(' ', 2).join(' ')}`);
  expect(named.map((name) => name.replace(/ 'http.*| http.*/, '')).sort()).toEqual([
    'README.md: abuse-feed verify',
    'README.md: curl',
    'docs/dialects.md: abuse-feed matrix',
    'docs/learn.md: abuse-feed dialects',
    'docs/learn.md: abuse-feed verify',
    'docs/serve.md: curl',
    'docs/verify.md: abuse-feed verify',
  ]);
});

test.each(alone)('$path: $command', async ({ command, prints }) => {
  expectPrinted(await printed(command), prints);
});

test('docs/dialects.md: a mistake in a dialect file', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'my.dialect.yaml'), 'fetch.who: everyone\n');
  const { shown, ended } = start(['serve', '--dialect', 'my.dialect.yaml'], { cwd });
  await ended;
  const page = readFileSync(join(packageRoot, 'docs/dialects.md'), 'utf8');
  expect(page).toContain(`\n${shown.err}`);
});

test('docs/control-plane.md names every path there is, and no method there is not', async () => {
  const page = readFileSync(join(packageRoot, 'docs/control-plane.md'), 'utf8');
  const document = readFileSync(join(packageRoot, 'src/admin/admin.openapi.yaml'), 'utf8');
  const { paths } = load(document) as { paths: object };
  expect(Object.keys(paths).filter((path) => !page.includes(path))).toEqual([]);
  await using server = await startServer();
  const methods = [...page.matchAll(/`(?:server\.)?([a-z]\w+)\(/g)].map(([, name = '']) => name);
  expect(methods.length).toBeGreaterThan(25);
  expect(methods.filter((name) => name !== 'startServer' && !(name in server))).toEqual([]);
});

test.each([
  ['README.md', "curl '"],
  ['docs/serve.md', 'curl '],
])('%s: a request and its answer', async (path, begin) => {
  const { command, prints } = exampleOf(path, begin);
  const port = await served('--quiet');
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');
  const after = (flag: string) =>
    words.flatMap((word, at) => (word === flag ? [words[at + 1] ?? ''] : []));
  const url = words.find((word) => word.startsWith('http://')) ?? '';
  const [body] = after('-d');
  const answer = await fetch(url.replace(':4010', `:${port}`), {
    headers: Object.fromEntries(after('-H').map((one) => one.split(': ') as [string, string])),
    ...(body !== undefined && { method: 'POST', body }),
  });
  expectPrinted(await answer.text(), prints);
});

test.each(['README.md', 'docs/verify.md'])(
  '%s: a server that violates',
  async (path) => {
    const { command, prints } = exampleOf(path, 'abuse-feed verify');
    const cwd = folder();
    targetFile(
      cwd,
      'my-server.yaml',
      await served('--quiet', '--mutant', 'create-error-flag-true'),
    );
    const { shown, ended } = start(command.split(' ').slice(1), { cwd });
    expect(await ended).toBe(1);
    expectPrinted(shown.out, prints);
  },
  90_000,
);

test('docs/learn.md: a server is learned', async () => {
  const cwd = folder();
  const port = await served('--quiet', '--dialect', 'contrary');
  targetFile(cwd, 'real.yaml', port, 'Bearer ');
  for (const begin of ['abuse-feed verify', 'abuse-feed dialects diff']) {
    const { command, prints } = exampleOf('docs/learn.md', begin);
    const { shown, ended } = start(command.split(' ').slice(1), { cwd });
    expect(await ended).toBe(0);
    expectPrinted(shown.out, prints);
  }
}, 90_000);

test('docs/dialects.md: what a client relies on', async () => {
  const { command, prints } = exampleOf('docs/dialects.md', 'abuse-feed matrix');
  const cwd = folder();
  const clients = 'src/cli/matrix/example-clients';
  mkdirSync(join(cwd, 'src/cli'), { recursive: true });
  cpSync(join(packageRoot, clients), join(cwd, clients), { recursive: true });
  const { shown, ended } = start(command.split(' ').slice(1), {
    cwd,
    env: { PATH: process.env.PATH ?? '' },
  });
  expect(await ended).toBe(1);
  expectPrinted(shown.out, prints);
}, 90_000);
