import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseYaml } from '../../document/yaml.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { packageRoot } from '../../values/package-root.ts';
import { targetFile } from './verify.test.support.ts';

interface Action {
  readonly inputs: { readonly [name: string]: { readonly default?: string } };
  readonly outputs: { readonly [name: string]: { readonly value: string } };
  readonly runs: {
    readonly steps: readonly {
      readonly run?: string;
      readonly env?: { readonly [name: string]: string };
    }[];
  };
}

const { inputs, outputs, runs } = parseYaml(
  readFileSync(join(packageRoot, 'action.yml'), 'utf8'),
) as Action;

/** A runner whose `npm` says what it was asked for, and a checkout of the action that is run from source. */
function runner() {
  const temp = folderWith({}, 'runner ');
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const main = join(packageRoot, 'src/cli/main.ts');
  for (const folder of ['bin', 'src/cli']) mkdirSync(join(temp, folder), { recursive: true });
  writeFileSync(join(temp, 'bin/npm'), '#!/bin/sh\necho "npm $* in $PWD"\n', { mode: 0o755 });
  const args = ['--import', tsx, main];
  writeFileSync(
    join(temp, 'src/cli/abuse-feed.cjs'),
    `const { spawnSync } = require('node:child_process');
    const args = [...${JSON.stringify(args)}, ...process.argv.slice(2)];
    process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status;`,
  );
  return temp;
}

/** Runs the scripts of the action in a workspace of their own. */
function ran(given: { readonly [input: string]: string }) {
  const temp = runner();
  const cwd = folderWith();
  const all: { readonly [name: string]: string } = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, one.default ?? ''])),
    ...given,
  };
  const filled = (text: string): string =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => all[name] ?? '');
  const written = join(temp, 'output');
  const printed = runs.steps.flatMap(({ run, env = {} }) => {
    if (run === undefined) return [];
    const own = Object.entries(env).map(([name, text]) => [name, filled(text)]);
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: written,
      GITHUB_ACTION_PATH: temp,
    };
    const PATH = `${join(temp, 'bin')}:${process.env.PATH}`;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
      { cwd, encoding: 'utf8', env: { PATH, ...github, ...Object.fromEntries(own) } },
    );
    return [{ status, text: stdout + stderr }];
  });
  return { cwd, temp, printed, output: existsSync(written) ? readFileSync(written, 'utf8') : '' };
}

test('action.yml builds its own checkout, judges, and says the verdict and where reports are', () => {
  const { cwd, temp, printed, output } = ran({
    target: targetFile({ baseUrl: 'http://127.0.0.1:9' }),
    reports: 'my reports; touch injected',
    only: 'delete/*,4.1',
    strict: 'true',
  });
  const [installed, judged] = printed;
  const said = ['ci --ignore-scripts --no-audit --no-fund', 'run build'];
  expect(installed).toEqual({
    status: 0,
    text: said.map((args) => `npm ${args} in ${temp}\n`).join(''),
  });
  expect(judged?.text).toContain('Look at the target file:');
  expect(judged?.status).toBe(3);
  const names = Object.values(outputs).flatMap(
    ({ value }) => /outputs\.(\w+)/.exec(value)?.[1] ?? [],
  );
  expect(output).toMatch(/^verdict=inconclusive\nmet=0\nbroken=0\nuntested=\d+\naborted=false\n$/);
  expect(names.sort()).toEqual(output.match(/^\w+/gm)?.sort());
  expect(readdirSync(cwd).sort()).toEqual(['my reports; touch injected']);
  expect(readdirSync(join(cwd, 'my reports; touch injected')).sort()).toEqual([
    'repro',
    'verify.html',
    'verify.json',
    'verify.xml',
  ]);
});

test('every other input of the action is an option of the command', () => {
  const { printed } = ran({
    target: targetFile({ baseUrl: 'http://127.0.0.1:9' }),
    explore: 'absent',
    'require-all': 'true',
  });
  expect(printed[1]).toMatchObject({ status: 2, text: expect.stringContaining('--explore takes') });
});
