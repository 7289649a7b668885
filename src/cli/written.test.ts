import { expect, test } from 'vitest';
import { folderWith } from '../values/folder-with.test.support.ts';
import { ran } from './terminal.test.support.ts';

test.each([
  ['matrix', ['matrix', '--json', 'no/x', '--', process.execPath, '-e', 'process.exit(1)']],
  ['matrix as a page', ['matrix', '--html', 'no/x', '--', process.execPath, '-e', '1']],
  ['verify', ['verify', '--json', 'no/x']],
  ['listen', ['listen', '--port', '0', '--base-url', 'http://127.0.0.1:9', '--html', 'no/x']],
  ['verify, what it learns', ['verify', '--card', 'no/x']],
  ['init', ['init', '--out', 'no/x']],
])('a file that cannot be written is refused before the run: %s', async (_what, args) => {
  const said =
    'no/x cannot be written: no is not there, or may not be written to. Nothing was run.';
  expect(await ran(args, { cwd: folderWith() })).toEqual({
    code: 2,
    out: '',
    err: `abuse-feed: ${said}\n`,
  });
});
