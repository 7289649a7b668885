import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { mutants } from '../../contract-tests/selftest/mutants/index.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { packageRoot } from '../values/package-root.ts';

/** Changes that a contributor makes by CONTRIBUTING.md, each as a patch, and how many files each may take. */
const changes = [
  { name: 'an operation that lists, with a cursor, for owners', patch: 'operation', most: 12 },
  { name: 'a fourth hash of a file', patch: 'hash', most: 6 },
  { name: 'a role that may fetch, and nothing else', patch: 'role', most: 8 },
  { name: 'a required field that the service sets', patch: 'field', most: 4 },
  { name: 'a clause', patch: 'clause', most: 4 },
  { name: 'an open point', patch: 'open-point', most: 5 },
];

function patchOf(patch: string): string {
  return join(packageRoot, 'src/repository/changes', `${patch}.patch`);
}

/** The files that a patch changes or makes. */
function filesIn(patch: string): string[] {
  const listed = execFileSync('git', ['apply', '--numstat', patchOf(patch)], { encoding: 'utf8' });
  return listed
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[2] ?? '');
}

function isGenerated(file: string): boolean {
  return (
    existsSync(join(packageRoot, file)) &&
    /^\W*Generated /.test(readFileSync(join(packageRoot, file), 'utf8'))
  );
}

test.each(changes)('$name takes at most $most files, none of them generated', ({ patch, most }) => {
  const files = filesIn(patch);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(files.filter(isGenerated)).toEqual([]);
});

/** The files of this checkout that git does not ignore, with its packages. */
function copyOfTree(): string {
  const folder = folderWith();
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0'))
    if (file !== '' && existsSync(join(packageRoot, file)))
      cpSync(join(packageRoot, file), join(folder, file), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const start = promisify(execFile);

// One after the other: each needs what the one before has made.
describe('in a copy with all of them', () => {
  const folder = copyOfTree();
  /** What a command prints there; it fails with what it has printed. */
  async function run(command: string, args: readonly string[]): Promise<string> {
    try {
      const { stdout } = await start(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
    }
  }

  test.each(changes)('$name can be made', async ({ patch }) => {
    await run('git', ['apply', patchOf(patch)]);
  });

  test('the rest can be generated, and types and format are right', async () => {
    await run('npm', ['run', 'generate']);
    await run('npm', ['run', 'types']);
    const changed = [...new Set(changes.flatMap(({ patch }) => filesIn(patch)))];
    await run('npx', ['biome', 'check', ...changed.filter((file) => file.endsWith('.ts'))]);
  });

  test('the tests pass that CONTRIBUTING.md names for a change of the contract', async () => {
    const page = readFileSync(join(folder, 'CONTRIBUTING.md'), 'utf8');
    const [, places = ''] = /`npx vitest run (src\/contract [^`]+)`/.exec(page) ?? [];
    expect(places).not.toBe('');
    await run('npx', ['vitest', 'run', '--project', 'unit', ...places.split(' ')]);
  });

  test('the kit accepts the server, and rejects one with a fault for each new clause', async () => {
    const known = mutants.map(({ name }) => name);
    const judge = 'src/repository/judge-changes.test.support.ts';
    const printed = await run('npx', ['tsx', judge, ...known]);
    const { verdict, clauses, accepted } = JSON.parse(printed);
    expect(verdict).toBe('conforms');
    expect(clauses).toBeGreaterThan(20);
    expect(accepted).toEqual([]);
  });
});
