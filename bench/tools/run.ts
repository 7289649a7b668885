import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export interface Ran {
  readonly code: number | null;
  /** Both streams, in the order they came. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly seconds?: number;
  readonly env?: { readonly [name: string]: string | undefined };
}

/** Runs a tool to its end, or to the end of its time. */
export async function ran(
  command: string,
  args: readonly string[],
  { cwd, seconds = 300, env = {} }: RunOptions,
): Promise<Ran> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: '1', CI: '1', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seconds * 1000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}

/** What a pattern finds in the words of a program that goes on; everything it says is read. */
export const saidBy = (child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = pattern.exec(said);
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`It ended before it was ready: ${said}`)));
  });
