import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { start } from '../cli/terminal.test.support.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';
import { pages } from './markdown.test.support.ts';

/** A command on a page, with the output shown. */
export interface Example {
  readonly path: string;
  readonly command: string;
  readonly prints: string;
}

/** A shell block, and the block after it. */
export const examples: Example[] = pages().flatMap(({ path, tokens }) => {
  const shown = tokens.filter(({ type }) => type !== 'space');
  return shown.flatMap((token, at) => {
    const next = shown[at + 1];
    if (token.type !== 'code' || token.lang !== 'sh' || next?.type !== 'code') return [];
    return next.lang === 'sh' ? [] : [{ path, command: token.text, prints: next.text }];
  });
});

/** Examples that need no other server. */
export const alone = examples.filter(({ command }) =>
  /^(?:npx )?abuse-feed (serve|docs|dialects)\b(?!.*real)/.test(command),
);

/** Every code block of the README and of docs/. */
const blocksOfGuide = pages()
  .filter(({ path }) => path === 'README.md' || path.startsWith('docs/'))
  .flatMap(({ path, blocks }) => blocks.map((block) => ({ path, ...block })));

/** Shell blocks shown without output. */
export const silent = blocksOfGuide.filter(
  ({ lang, text }) => lang === 'sh' && !examples.some(({ command }) => command === text),
);

export function withoutNpx(command: string): string {
  return command.replace(/^npx (?=abuse-feed )/, '');
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** `…` matches anything. Times, ports and the number of requests vary. */
export function expectPrinted(printed: string, example: string): void {
  const same = (text: string): string =>
    text
      .replace(/\b\d+\.\d s/g, 'N s')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:N')
      .replace(/\b\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?\b/g, 'DATE')
      .replace(/"ms":\d+/g, '"ms":N')
      .replace(/\d+ (?=requests in|of them to clean|times\))/g, 'N ');
  const form = same(example.trim()).split('…').map(quoted).join('[^]*?');
  expect(same(printed.trim())).toMatch(new RegExp(`^${form}$`));
}

/** Runs the command of a page, in a folder of its own, on any free port. */
export async function printed(command: string, cwd = folderWith()): Promise<string> {
  const [name, ...args] = withoutNpx(command).split(' ');
  expect(name).toBe('abuse-feed');
  const isServer = args[0] === 'serve' && !args.includes('--help');
  const { started, ended, stop, output } = start(isServer ? [...args, '--port', '0'] : args, {
    cwd,
    env: { PATH: process.env.PATH ?? '' },
  });
  await started;
  stop();
  await ended;
  return output.out;
}

/** The reference target file, changed to a local server. */
export function targetFile(cwd: string, name: string, port: string, before = ''): void {
  const text = readFileSync(join(packageRoot, 'contract-tests/targets/reference.yaml'), 'utf8');
  const mine = text.replaceAll(':4010', `:${port}`).replaceAll(': token-', `: ${before}token-`);
  writeFileSync(join(cwd, name), mine);
}

/** Starts a server by its command line, on any free port. */
export async function served(...args: string[]): Promise<string> {
  const { output, started, stop, ended } = start(['serve', '--memory', '--port', '0', ...args]);
  await started;
  onTestFinished(async () => {
    stop();
    await ended;
  });
  return /^Ready on http:\/\/127\.0\.0\.1:(\d+)/m.exec(output.out)?.[1] ?? 'none';
}

/** A block of a page, by its beginning. */
export function blockOf(path: string, lang: string, begin: string): string {
  const blocks = pages().find((page) => page.path === path)?.blocks ?? [];
  const found = blocks.find((block) => block.lang === lang && block.text.startsWith(begin));
  if (!found) throw new Error(`${path} shows no block that begins with ${begin}`);
  return found.text;
}

/** Sends a curl command with fetch. */
export async function curled(command: string, port: string): Promise<Response> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');
  const after = (flag: string) =>
    words.flatMap((word, at) => (word === flag ? [words[at + 1] ?? ''] : []));
  const url = words.find((word) => word.startsWith('http://')) ?? '';
  const [body] = after('-d');
  return fetch(url.replace(':4010', `:${port}`), {
    method: after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    headers: Object.fromEntries(after('-H').map((one) => one.split(': ') as [string, string])),
    ...(body !== undefined && { body }),
  });
}

export function exampleOf(path: string, command: string): Example {
  const found = examples.find(
    (one) => one.path === path && withoutNpx(one.command).startsWith(command),
  );
  if (!found) throw new Error(`${path} does not show ${command} with what it prints`);
  return found;
}
