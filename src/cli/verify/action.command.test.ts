import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { packageRoot } from '../../spec/package-root.ts';
import { targetFile } from './verify.test.support.ts';

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
    target: targetFile({ baseUrl: 'http://127.0.0.1:9' }),
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
