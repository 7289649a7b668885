import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import {
  githubAnnotations,
  markdownSummary,
  type RunResult,
} from '../../../contract-tests/index.ts';
import { folded } from '../../values/folded.ts';
import { type Io, widthOf } from '../io.ts';

function isOnGithub({ env }: Io): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

/**
 * Folded to the terminal; on a GitHub runner escaped so that nothing in it is taken for a workflow command: a server
 * may have sent it.
 */
export function print(text: string, io: Io): void {
  if (!isOnGithub(io)) {
    io.stdout.write(folded(text, widthOf(io.stdout)));
    return;
  }
  const mark = randomUUID();
  io.stdout.write(`::stop-commands::${mark}\n${text}\n::${mark}::\n`);
}

/** Annotations, summary and step outputs on GitHub Actions. */
export function tellGithub(result: RunResult, io: Io): void {
  if (!isOnGithub(io)) return;
  io.stdout.write(githubAnnotations(result));
  append(io, 'GITHUB_STEP_SUMMARY', markdownSummary(result));
  const { met, broken, untested } = result.counts;
  const { verdict, aborted } = result;
  const outputs = Object.entries({ verdict, met, broken, untested, aborted });
  append(io, 'GITHUB_OUTPUT', outputs.map(([name, value]) => `${name}=${value}\n`).join(''));
}

/** Appends to the file named by a variable of the runner. */
function append({ env, stderr }: Io, variable: string, text: string): void {
  const file = env[variable];
  if (!file) return;
  try {
    appendFileSync(file, text);
  } catch (error) {
    stderr.write(`abuse-feed: nothing was written to ${variable}: ${(error as Error).message}\n`);
  }
}
