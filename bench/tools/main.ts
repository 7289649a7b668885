import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../../src/start-server.ts';
import { install, Missing, type Tool } from '../harness/packages.ts';
import { dredd, portman, specmatic } from './contract-tools.ts';
import { generators } from './generators.ts';
import { mocks } from './mocks.ts';
import type { Outcome, Try } from './outcome.ts';
import { prismProxy } from './prism-proxy.ts';

const tries: { readonly [tool in Tool]?: Try } = {
  ...{ prism: prismProxy, portman, generators, dredd, specmatic, mocks },
};

/** The runners are for the recipes, which npm test runs. */
const names: readonly string[] = [...Object.keys(tries), 'runners'];

const help = `Tries the stand-in and its document with tools that others wrote.

Usage: npm run tools -- [options]

  --install    install them first, into bench/.tools
  --only LIST  ${names.join(', ')}
  --verbose    name what did not pass

Prints how much passes, and ends with 1 where something does not. docs/working-on-it.md says what is tried.
`;

async function tried(run: Try): Promise<Outcome> {
  const cwd = mkdtempSync(join(tmpdir(), 'abuse-feed-tools-'));
  await using server = await startServer();
  try {
    return await run(server, cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const flag = { type: 'boolean', default: false } as const;
const options = { install: flag, only: { type: 'string' }, verbose: flag, help: flag } as const;
const { values } = parseArgs({ options });
const wanted = (values.only?.split(',') ?? names) as Tool[];
const wrong = wanted.find((name) => !names.includes(name));
if (values.help) process.stdout.write(help);
else if (wrong !== undefined) {
  process.stderr.write(`There is no tool "${wrong}": ${names.join(', ')}\n`);
  process.exitCode = 2;
} else {
  for (const tool of values.install ? wanted : []) {
    const problem = install(tool);
    if (problem !== undefined) process.stderr.write(`${problem}\n`);
  }
  for (const tool of wanted) {
    const run = tries[tool];
    if (!run) continue;
    const outcome = await tried(run).catch((error: unknown) => {
      if (error instanceof Missing) return error;
      throw error;
    });
    const isMissing = outcome instanceof Missing;
    const said = isMissing ? outcome.message : `${outcome.passed} of ${outcome.total}`;
    process.stdout.write(`${tool.padEnd(11)} ${said}\n`);
    for (const note of values.verbose && !isMissing ? outcome.notes : [])
      process.stdout.write(`  ${note}\n`);
    if (isMissing || outcome.passed < outcome.total) process.exitCode = 1;
  }
}
