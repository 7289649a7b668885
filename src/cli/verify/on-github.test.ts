import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unreachable } from '../../../contract-tests/judging/reporters/recorded.test.support.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { packageRoot } from '../../values/package-root.ts';
import { ran, targetFile } from './verify.test.support.ts';

const nowhere = { baseUrl: 'http://127.0.0.1:9' };

test('on GitHub Actions no line of a run is a command, and the job gets a summary and outputs', async () => {
  const folder = folderWith();
  const summary = join(folder, 'summary.md');
  const outputs = join(folder, 'outputs');
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: outputs,
  };
  const judge = async () => unreachable;
  const { printed, code } = await ran(['--target', targetFile(nowhere)], { env, judge });
  expect(code).toBe(3);
  expect(printed).toMatch(/^::stop-commands::(\S+)\n[\s\S]*INCONCLUSIVE[\s\S]*\n::\1::\n/m);
  expect(printed.replaceAll(/^::stop-commands::(\S+)\n[\s\S]*?\n::\1::\n/gm, '')).not.toMatch(
    /^::/m,
  );
  expect(readFileSync(summary, 'utf8')).toMatch(/^## INCONCLUSIVE: /);
  expect(readFileSync(outputs, 'utf8')).toMatch(/^verdict=inconclusive\nmet=0\nbroken=0\n/);
});

test('the target in the docs has every key that clauses would be left untested without', () => {
  const page = readFileSync(join(packageRoot, 'docs/verify.md'), 'utf8');
  const [, target = ''] = /```yaml\n(baseUrl:[\s\S]*?)```/.exec(page) ?? [];
  const keys = [...target.matchAll(/^ *(\w+):/gm)].map(([, key = '']) => key);
  expect(keys).toEqual(
    expect.arrayContaining([
      'baseUrl',
      'analysisUrl',
      'service',
      'otherService',
      'tokens',
      'researcher',
      'otherResearcher',
      'reader',
      'otherServiceOwner',
      'analyst',
      'limited',
      'analyses',
    ]),
  );
});

test('the recipe in the docs sets every variable of the target in the docs, secrets unset included', async () => {
  const page = readFileSync(join(packageRoot, 'docs/verify.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const target = blocks.find((text) => text.startsWith('baseUrl:')) ?? '';
  const recipe = blocks.find((text) => text.includes('secrets.')) ?? '';
  const wanted = [...target.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  const set = [...recipe.matchAll(/^ +(\w+): \$\{\{ secrets\.\1 \}\}$/gm)].map(
    ([, name = '']) => name,
  );
  expect(set.sort()).toEqual(wanted.sort());
  const text = target
    .replace(/https:\/\/[\w./]+/g, 'http://127.0.0.1:9')
    .replace('sha256: "…", sha512: "…", blake3: "…"', `sha256: "${'a'.repeat(64)}"`);
  const file = join(folderWith({ 'my-server.yaml': text }), 'my-server.yaml');
  const unset = Object.fromEntries(wanted.map((name) => [name, '']));
  const env = { ...unset, RESEARCHER_TOKEN: 'r', ANALYST_TOKEN: 'a' };
  const { code, printed } = await ran(['--target', file], { env });
  expect(printed).toContain('baseUrl: unreachable');
  expect(code).toBe(3);
  const without = await ran(['--target', file], { env: unset });
  expect(without.code).toBe(2);
  expect(without.printed).toMatch(/tokens\.researcher is missing/);
});
