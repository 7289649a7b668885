import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { parseYaml } from '../spec/document/yaml.ts';
import { packageRoot } from '../spec/package-root.ts';

const text = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
const source = text('src/cli/abuse-feed.cjs');
const { engines, packages } = {
  ...(JSON.parse(text('package.json')) as { engines: { node: string } }),
  ...(JSON.parse(text('package-lock.json')) as {
    packages: { [path: string]: { engines?: { node?: string }; optional?: boolean } };
  }),
};

/** Releases of every line of Node in which floors of packages lie, and of some that are too old. */
const versions = [6, 18, 20, 21, 22, 23, 24, 25, 26].flatMap((major) =>
  Array.from({ length: 21 }, (_, minor) => `${major}.${minor}.0`),
);

/** As npm compares: `a || b`, each of comparators that all have to hold. */
const accepts = (range: string, version: string): boolean =>
  range.split('||').some((all) =>
    [...all.matchAll(/([<>=^]*)\s*([\d.x*]+)/g)].every(([, sign, floor = '']) => {
      const parts = floor.split('.').map(Number);
      const [wanted, given] = [parts, version.split('.').map(Number)].map(
        ([major = 0, minor = 0, patch = 0]) => (major * 1000 + (minor || 0)) * 1000 + (patch || 0),
      ) as [number, number];
      const isSameMajor = parts[0] === Number.parseInt(version, 10);
      if (sign === '>=') return given >= wanted;
      if (sign === '<') return given < wanted;
      return floor === '*' || (isSameMajor && (sign !== '^' || given >= wanted));
    }),
  );

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

test('the package asks for the versions of Node that all it depends on accept, and no others', () => {
  // What is optional is left out where it does not fit.
  const wanted = Object.entries(packages).flatMap(([path, { engines: of, optional }]) =>
    path === '' || optional || !of?.node ? [] : [of.node],
  );
  expect(wanted.length).toBeGreaterThan(100);
  const taken = versions.filter((version) => wanted.every((range) => accepts(range, version)));
  expect(versions.filter((version) => accepts(engines.node, version))).toEqual(taken);
  expect(packages['']?.engines?.node).toBe(engines.node);
});

test('on other versions the command says in one line what it needs, and goes on with these', () => {
  for (const version of versions) {
    const says = `abuse-feed: This is Node ${version}. It needs 20.19, 22.12, or 24 and newer.`;
    const expected = accepts(engines.node, version)
      ? { said: [], loaded: ['./start.cjs'], code: undefined }
      : { said: [says], loaded: [], code: 2 };
    expect(onNode(version)).toEqual(expected);
  }
});

test('what older versions cannot read does not stand in the file they are to read', () => {
  expect(source).not.toMatch(/import\(|\?\.|\?\?|await|=>.*=>/);
});

test('CI runs on the floor of each line, and on the newest', () => {
  const floors = [...engines.node.matchAll(/(\d+)\.(\d+)/g)].map(([, major, minor]) =>
    minor === '0' ? major : `${major}.${minor}`,
  );
  const { jobs } = parseYaml(text('.github/workflows/ci.yml')) as {
    jobs: { run: { strategy: { matrix: { node: string[] } } } };
  };
  expect(jobs.run.strategy.matrix.node).toEqual([...floors, 'latest']);
});

test('the README names the same versions', () => {
  expect(text('README.md')).toContain('You need Node 20.19, 22.12, or 24 and newer.');
});
