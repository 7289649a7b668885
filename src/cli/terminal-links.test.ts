import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import type { Io, Output } from './io.ts';
import { canLink, withLinks } from './terminal-links.ts';

const kitty = { TERM: 'xterm-kitty' };
const terminal: Output = { write: () => {}, isTTY: true };
const pipe: Output = { write: () => {} };

test('only a terminal that is known to show links gets them', () => {
  expect(canLink(terminal, kitty)).toBe(true);
  expect(canLink(terminal, { TERM: 'xterm-256color', VTE_VERSION: '6800' })).toBe(true);
  expect(canLink(terminal, { TERM_PROGRAM: 'vscode' })).toBe(true);
  expect(canLink(pipe, kitty)).toBe(false);
  expect(canLink(terminal, { TERM: 'xterm-256color' })).toBe(false);
  expect(canLink(terminal, { TERM: 'dumb', VTE_VERSION: '6800' })).toBe(false);
  expect(canLink(terminal, { ...kitty, CI: 'true' })).toBe(false);
});

test('FORCE_HYPERLINK overrules the guess, but makes no terminal of a file', () => {
  expect(canLink(terminal, { TERM: 'xterm', FORCE_HYPERLINK: '1' })).toBe(true);
  expect(canLink(terminal, { ...kitty, FORCE_HYPERLINK: '0' })).toBe(false);
  expect(canLink(pipe, { FORCE_HYPERLINK: '1' })).toBe(false);
});

/** What a command that writes this shows on such a terminal. */
async function shown(text: string, env: Io['env'] = kitty) {
  const page = join(folderWith({ 'specification.html': '' }), 'specification.html');
  let written = '';
  const stdout: Output = {
    isTTY: true,
    columns: 80,
    write: (part) => {
      written += part;
    },
  };
  const io: Io = { stdout, stderr: pipe, env, cwd: '/', signal: new AbortController().signal };
  const linking = await withLinks(io, page);
  linking.stdout.write(text);
  return { written, linking, url: pathToFileURL(page).href };
}

function link(text: string, address: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

test('clauses, open points and sections lead to the page of the specification', async () => {
  const { written, url, linking } = await shown(
    'delete/flag-is-success: 4.3 Delete a report, open/create.status.created, create.status.created (section 7).',
  );
  const expected = [
    link('delete/flag-is-success', `${url}#delete/flag-is-success`),
    ': ',
    link('4.3 Delete a report', `${url}#section-4.3`),
    ', ',
    link('open/create.status.created', `${url}#create.status.created`),
    ', ',
    link('create.status.created', `${url}#create.status.created`),
    ' (',
    link('section 7', `${url}#section-7`),
    ').',
  ];
  expect(written).toBe(expected.join(''));
  expect(linking.stdout.columns).toBe(80);
});

test('a number before a word that begins with a capital hides no clause after it', async () => {
  const { written, url } = await shown('7 Clauses of delete/flag-is-success');
  const linked = link('delete/flag-is-success', `${url}#delete/flag-is-success`);
  expect(written).toBe(`7 Clauses of ${linked}`);
});

test('everything else stays as it is', async () => {
  const text =
    'GET http://127.0.0.1:4010/feed/tunnelco/api?report=1 took 4.3 s; see docs/verify.md.\n';
  expect((await shown(text)).written).toBe(text);
  const id = 'delete/flag-is-success';
  expect((await shown(id, { TERM: 'xterm' })).written).toBe(id);
});

test('a page that was not built is not linked', async () => {
  const io: Io = {
    stdout: terminal,
    stderr: pipe,
    env: kitty,
    cwd: '/',
    signal: new AbortController().signal,
  };
  expect(await withLinks(io, '/nowhere/specification.html')).toBe(io);
});
