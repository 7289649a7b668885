import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../values/package-root.ts';

export const main = join(packageRoot, 'src/cli/main.ts');

/** `abuse-feed` as a child process, from source, with its output captured. */
export function program(
  args: readonly string[],
  options: SpawnOptions = {},
  loads: readonly string[] = [],
): ChildProcess {
  const imports = [import.meta.resolve('tsx'), ...loads].flatMap((one) => ['--import', one]);
  const child = spawn(process.execPath, [...imports, main, ...args], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** All output of a server until it reports to be ready. */
export function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('Ready on ')) resolve(output);
    });
    child.stdout?.once('end', () => reject(new Error(`it never got ready: ${output}`)));
  });
}
