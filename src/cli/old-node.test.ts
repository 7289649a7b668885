import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { packageRoot } from '../spec/package-root.ts';

const source = readFileSync(join(packageRoot, 'src/cli/abuse-feed.cjs'), 'utf8');

/** What the command does first on a version of Node: what it says, loads and ends with. */
function onNode(version: string) {
  const seen = { said: [] as string[], loaded: [] as string[] };
  const process: { versions: object; exitCode?: number } = { versions: { node: version } };
  runInNewContext(source.replace(/^#!.*/, ''), {
    process,
    console: { error: (line: string) => seen.said.push(line) },
    require: (name: string) => seen.loaded.push(name),
  });
  return { ...seen, code: process.exitCode };
}

test.each(['6.17.1', '18.20.8', '20.14.0'])(
  'Node %s is told in one line that it is too old',
  (version) => {
    const said = [`abuse-feed: This is Node ${version}. It needs 20.15 or newer.`];
    expect(onNode(version)).toEqual({ said, loaded: [], code: 2 });
  },
);

test.each(['20.15.0', '22.0.0', '26.1.0'])('Node %s goes on', (version) => {
  expect(onNode(version)).toEqual({ said: [], loaded: ['./start.cjs'], code: undefined });
});

test('the version it asks for is that of the package', () => {
  const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(engines.node).toBe('>=20.15');
  // What older versions cannot read must not stand in the file they are to read.
  expect(source).not.toMatch(/import\(|\?\.|\?\?|await|=>.*=>/);
});
