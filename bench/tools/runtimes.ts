import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/spec/package-root.ts';
import type { RunningServer } from '../../src/start-server.ts';
import { installed } from './packages.ts';
import { ran } from './run.ts';
import type { Trial } from './trial.ts';

/** Where npm puts the program of each; some platforms lack one or the other. */
const programs = {
  'Node 20': ['node-20', 'bin', 'node'],
  'Node 22': ['node-22', 'bin', 'node'],
  'Node 24': ['node-24', 'bin', 'node'],
  'Node 26': ['node-26', 'bin', 'node'],
  Bun: ['bun', 'bin', 'bun.exe'],
  Deno: ['.bin', 'deno'],
} as const;

/** The built command on each runtime: it serves, is well, judges and documents. */
export async function runtimes(server: RunningServer, cwd: string): Promise<Trial> {
  const built = join(packageRoot, 'dist', 'src', 'cli', 'main.js');
  if (!existsSync(built)) throw new Error('There is no build. Run npm run build first.');
  const target = join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');
  const url = ['--base-url', server.baseUrl, '--analysis-url', server.baseUrl];
  const commands = [
    ['--version'],
    ['health', '--url', server.baseUrl],
    ['docs', '--out', join(cwd, 'site')],
    ['verify', '--target', target, ...url],
    ['verify'],
  ];
  const notes: string[] = [];
  let total = 0;
  for (const [name, path] of Object.entries(programs)) {
    const program = installed('runtimes', ...path);
    if (!program) {
      notes.push(`${name}: not installed`);
      continue;
    }
    const flags = name === 'Deno' ? ['run', '-A'] : [];
    for (const command of commands) {
      total += 1;
      await server.reset();
      const { code, output } = await ran(program, [...flags, built, ...command], { cwd });
      if (code !== 0) notes.push(`${name}: ${command[0]} ended with ${code}: ${lastLine(output)}`);
    }
  }
  if (total === 0) return { name: 'runtimes', missing: true };
  const failed = notes.filter((note) => !note.endsWith('not installed')).length;
  return { name: 'runtimes', total, passed: total - failed, notes };
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
