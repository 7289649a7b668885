import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningServer, startServer } from '../../src/start-server.ts';
import { dredd } from './dredd.ts';
import { generators } from './generators.ts';
import { howToInstall, install, type Tool, toolNames } from './packages.ts';
import { portman } from './portman.ts';
import { prismProxy } from './prism-proxy.ts';
import { runtimes } from './runtimes.ts';
import { specmatic } from './specmatic.ts';
import type { Trial } from './trial.ts';

const help = `Tries the stand-in and its document with tools that others wrote.

Usage: npm run tools -- [options]

  --install    install them first, into bench/.tools
  --only LIST  ${toolNames.join(', ')}
  --verbose    name what did not pass

Prints how much passes, and ends with 1 where something does not. docs/working-on-it.md says what is tried.
`;

type Run = (server: RunningServer, cwd: string) => Promise<Trial>;

/** The runners are for the recipes, which npm test runs. */
const trials: { readonly [tool in Exclude<Tool, 'runners'>]: Run } = {
  prism: prismProxy,
  portman,
  generators,
  runtimes,
  dredd,
  specmatic,
};

async function tried(run: Run): Promise<Trial> {
  const cwd = mkdtempSync(join(tmpdir(), 'abuse-feed-tools-'));
  const server = await startServer();
  try {
    return await run(server, cwd);
  } finally {
    await server.close();
    rmSync(cwd, { recursive: true, force: true });
  }
}

function chosen(only: string | undefined): Tool[] {
  const asked = only?.split(',') ?? toolNames;
  const wrong = asked.find((name) => !toolNames.some((tool) => tool === name));
  if (wrong !== undefined) throw new Error(`There is no tool "${wrong}": ${toolNames.join(', ')}`);
  return asked as Tool[];
}

const { values } = parseArgs({
  options: {
    install: { type: 'boolean', default: false },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else {
  const wanted = chosen(values.only);
  let failed = false;
  for (const tool of values.install ? wanted : []) {
    const problem = install(tool);
    if (problem !== undefined) console.error(`${tool} could not be installed: ${problem}`);
  }
  for (const tool of wanted) {
    if (tool === 'runners') continue;
    const trial = await tried(trials[tool]);
    if (trial.missing) console.log(`${tool.padEnd(11)} not installed: ${howToInstall(tool)}`);
    else {
      console.log(`${tool.padEnd(11)} ${trial.passed} of ${trial.total}`);
      if (values.verbose) for (const note of trial.notes) console.log(`  ${note}`);
    }
    failed ||= trial.missing || trial.passed < trial.total;
  }
  process.exitCode = failed ? 1 : 0;
}
