import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { packageRoot } from '../../spec/package-root.ts';
import { ran, targetFile } from './verify.test.support.ts';

const nowhere = { baseUrl: 'http://127.0.0.1:9' };

test('on GitHub Actions nothing a run prints is a command, but the annotations are', async () => {
  const summary = join(mkdtempSync(join(tmpdir(), 'summary-')), 'summary.md');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const { printed, code } = await ran(['--target', targetFile(nowhere)], undefined, env);
  expect(code).toBe(3);
  const [, mark] = /^::stop-commands::(\S+)$/m.exec(printed) ?? [];
  const [said, after] = printed.split(`\n::${mark}::\n`);
  expect(said).toContain('INCONCLUSIVE');
  expect(after).toMatch(/^::error title=baseUrl,file=.*mine\.yaml,line=5::baseUrl: unreachable/);
  expect(readFileSync(summary, 'utf8')).toMatch(/^## INCONCLUSIVE: /);
});

interface Action {
  readonly inputs: { readonly [name: string]: { readonly default?: string } };
  readonly runs: {
    readonly steps: readonly {
      readonly run: string;
      readonly env: { readonly [name: string]: string };
    }[];
  };
}

/** A kit that is installed already: `npm` says what it was asked for, the command is run from source. */
const actionPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'action '));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'dist/src/cli'), { recursive: true });
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 });
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const main = pathToFileURL(join(packageRoot, 'src/cli/main.ts')).href;
  writeFileSync(
    join(folder, 'dist/src/cli/main.js'),
    `import(${JSON.stringify(tsx)}).then(() => import(${JSON.stringify(main)}));\n`,
  );
  return folder;
};

test('action.yml installs the kit and judges, and its reports are where they were asked for', () => {
  const { inputs, runs } = load(readFileSync(join(packageRoot, 'action.yml'), 'utf8')) as Action;
  const kit = actionPath();
  const cwd = mkdtempSync(join(tmpdir(), 'workspace-'));
  const given: { readonly [name: string]: string } = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, one.default ?? ''])),
    target: targetFile(nowhere),
    reports: 'my reports; touch injected',
    strict: 'true',
  };
  const filled = (text: string): string =>
    text.replace(/\$\{\{ (?:inputs\.([\w-]+)|github\.action_path) \}\}/g, (_, name) =>
      name === undefined ? kit : (given[name] ?? ''),
    );
  const printed = runs.steps.map(({ run, env }) => {
    const own = Object.entries(env).map(([name, text]) => [name, filled(text)]);
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
      {
        cwd,
        encoding: 'utf8',
        env: {
          PATH: `${join(kit, 'bin')}:${process.env.PATH}`,
          GITHUB_ACTIONS: 'true',
          ...Object.fromEntries(own),
        },
      },
    );
    return { status, text: stdout + stderr };
  });
  expect(printed[0]).toMatchObject({
    status: 0,
    text: `npm ci --no-audit --no-fund --prefix ${kit}\n`,
  });
  expect(printed[1]?.text).toContain('::error title=baseUrl');
  expect(printed[1]?.status).toBe(3);
  expect(readdirSync(cwd)).toEqual(['my reports; touch injected']);
  expect(readdirSync(join(cwd, 'my reports; touch injected')).sort()).toEqual([
    'repro',
    'verify.html',
    'verify.json',
    'verify.xml',
  ]);
});

test('the target in the docs has every key that clauses would be left untested without', () => {
  const page = readFileSync(join(packageRoot, 'docs/verify.md'), 'utf8');
  const [, target = ''] = /```yaml\n(baseUrl:[\s\S]*?)```/.exec(page) ?? [];
  const keys = [...target.matchAll(/^ *(\w+):/gm)].map(([, key = '']) => key);
  expect(keys).toEqual(
    expect.arrayContaining([
      ...['baseUrl', 'analysisUrl', 'service', 'otherService', 'tokens', 'researcher'],
      ...['otherResearcher', 'reader', 'otherServiceOwner', 'analyst', 'limited', 'analyses'],
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
  const file = join(mkdtempSync(join(tmpdir(), 'docs-target-')), 'my-server.yaml');
  const hash = 'a'.repeat(64);
  writeFileSync(
    file,
    target
      .replace(/https:\/\/[\w./]+/g, 'http://127.0.0.1:9')
      .replace('sha256: "…", sha512: "…", blake3: "…"', `sha256: "${hash}"`),
  );
  const unset = Object.fromEntries(wanted.map((name) => [name, '']));
  const env = { ...unset, RESEARCHER_TOKEN: 'r', ANALYST_TOKEN: 'a' };
  const { code, printed } = await ran(['--target', file], undefined, env);
  expect(printed).toContain('baseUrl: unreachable');
  expect(code).toBe(3);
  const without = await ran(['--target', file], undefined, unset);
  expect(without.code).toBe(2);
  expect(without.printed).toMatch(/tokens\.researcher is missing/);
});
