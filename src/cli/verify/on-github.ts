import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import {
  githubAnnotations,
  markdownSummary,
  type RunResult,
} from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';

const isOnGithub = ({ env }: Io): boolean => env.GITHUB_ACTIONS === 'true';

/**
 * What a run prints, on a runner of GitHub: nothing in it is taken for a command, since a server may have
 * said it.
 */
export const printed = (text: string, io: Io): void => {
  if (!isOnGithub(io)) {
    io.stdout.write(text);
    return;
  }
  const mark = randomUUID();
  io.stdout.write(`::stop-commands::${mark}\n${text}\n::${mark}::\n`);
};

/** Annotations and a summary, where the run is a step of a workflow on GitHub Actions. */
export const tellGithub = (result: RunResult, io: Io): void => {
  if (!isOnGithub(io)) return;
  io.stdout.write(githubAnnotations(result));
  const { GITHUB_STEP_SUMMARY: file } = io.env;
  if (!file) return;
  try {
    appendFileSync(file, markdownSummary(result));
  } catch (error) {
    io.stderr.write(`abuse-feed: no summary was written: ${(error as Error).message}\n`);
  }
};
