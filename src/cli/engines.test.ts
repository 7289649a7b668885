import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

function text(file: string) {
  return readFileSync(join(packageRoot, file), 'utf8');
}

/** What runs before it is known which Node this is. */
const sources = ['src/cli/abuse-feed.cjs', 'src/cli/node-version.cjs'].map(text);
const { engines } = JSON.parse(text('package.json')) as { engines: { node: string } };

/** Releases of every line of Node, and of some that are too old. */
const versions = [6, 18, 20, 21, 22, 23, 24, 25, 26].flatMap((major) =>
  Array.from({ length: 21 }, (_, minor) => `${major}.${minor}.0`),
);

/** Orders versions; what is left open, or is `x`, counts as 0. */
function rankOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 1000 + (minor || 0)) * 1000 + (patch || 0);
}

/** As npm compares: `a || b`, each of comparators that all have to hold. */
function accepts(range: string, version: string): boolean {
  return range.split('||').some((all) =>
    [...all.matchAll(/([<>=^]*)\s*([\d.x*]+)/g)].every(([, operator, floor = '']) => {
      const wanted = rankOf(floor);
      const given = rankOf(version);
      const isSameMajor = Number.parseInt(floor, 10) === Number.parseInt(version, 10);
      if (operator === '>=') return given >= wanted;
      if (operator === '<') return given < wanted;
      return floor === '*' || (isSameMajor && (operator !== '^' || given >= wanted));
    }),
  );
}

/** What the command does first on a version of Node: what it says, loads and ends with. */
function onNode(version: string) {
  const said: string[] = [];
  const loaded: string[] = [];
  const process: { versions: object; exitCode?: number } = { versions: { node: version } };
  const run = (file: string): unknown => {
    const module = { exports: {} };
    runInNewContext(text(file).replace(/^#!.*/, ''), {
      process,
      module,
      console: { error: (line: string) => said.push(line) },
      require: (name: string) =>
        name === './node-version.cjs' ? run('src/cli/node-version.cjs') : loaded.push(name),
    });
    return module.exports;
  };
  run('src/cli/abuse-feed.cjs');
  return { said, loaded, code: process.exitCode };
}

test('on other versions the command says in one line what it needs, and goes on with these', () => {
  for (const version of versions) {
    const says = `abuse-feed: This is Node ${version}. It needs 20.19, 22.12, 24, or 26 and newer.`;
    const expected = accepts(engines.node, version)
      ? { said: [], loaded: ['./start.cjs'], code: undefined }
      : { said: [says], loaded: [], code: 2 };
    expect(onNode(version)).toEqual(expected);
  }
});

test.each(sources)(
  'what older versions cannot read does not stand in a file they are to read',
  (source) => {
    expect(source).not.toMatch(/import\(|\?\.|\?\?|await|=>.*=>/);
  },
);

test('the command is stored as a program, as npm makes it: an installation changes no file', () => {
  expect(statSync(join(packageRoot, 'src/cli/abuse-feed.cjs')).mode & 0o111).toBe(0o111);
});
