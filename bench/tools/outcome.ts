import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../../src/start-server.ts';
import { Program } from '../harness/program.ts';

/** The result of a tool. */
export interface Outcome {
  readonly total: number;
  readonly passed: number;
  /** The failures. */
  readonly notes: readonly string[];
}

/** Runs a tool against the server, in a folder of its own. */
export type Try = (server: RunningServer, cwd: string) => Promise<Outcome>;

/** Runs a tool until it exits or times out. */
export async function ran(
  command: string,
  args: readonly string[],
  cwd: string,
  env: { readonly [name: string]: string | undefined } = {},
): Promise<{ readonly code: number | NodeJS.Signals | null; readonly output: string }> {
  const plain = { NO_COLOR: '1', CI: '1', NODE_OPTIONS: '' };
  const program = new Program(command, args, { cwd, env: { ...plain, ...env } });
  const late = pause(300_000, undefined, { ref: false }).then(() => program.end('SIGKILL'));
  const code = await Promise.race([program.ended, late]);
  return { code, output: program.said() };
}

/** Saves the served document to a file. */
export async function savedDocument(
  { baseUrl }: RunningServer,
  cwd: string,
  change?: (key: string, value: unknown) => unknown,
): Promise<string> {
  const file = join(cwd, 'openapi.json');
  const served = await (await fetch(`${baseUrl}/openapi.json`)).text();
  writeFileSync(file, JSON.stringify(JSON.parse(served, change)));
  return file;
}

/** The tool's own counts and failures; without them, the end of its output. */
export function counted(
  output: string,
  { total, passed }: Pick<Outcome, 'total' | 'passed'>,
  failures: RegExp,
): Outcome {
  if (Number.isNaN(total)) return { total: 1, passed: 0, notes: [output.slice(-2000)] };
  return { total, passed, notes: [...output.matchAll(failures)].map(([, what = '']) => what) };
}
