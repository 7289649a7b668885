import { type RunResult, safeCopy } from '../../../contract-tests/index.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { inShard, type PartialReport, partialReport, shardFrom } from '../shards/shard.ts';
import { written } from '../written.ts';
import { printed, tellGithub } from './on-github.ts';

/** One of several targets, and what came of it. */
export interface JudgedTarget {
  readonly file: string;
  readonly result: RunResult;
}

interface Values {
  readonly shard?: string | undefined;
  readonly json?: string | undefined;
}

export const severalVerdicts = (all: readonly JudgedTarget[]): string => {
  const width = Math.max(...all.map(({ file }) => file.length), 0);
  const lines = safeCopy(all).map(
    ({ file, result }) => `  ${file.padEnd(width)}  ${result.verdict}: ${result.summary}`,
  );
  return [`${all.length} targets judged:`, ...lines, ''].join('\n');
};

/** The worst of them: violating, then inconclusive. */
export const severalExitCode = (all: readonly JudgedTarget[]): ExitCode =>
  all.some(({ result }) => result.exitCode === 1)
    ? 1
    : all.length === 0 || all.some(({ result }) => result.exitCode === 3)
      ? 3
      : 0;

/** Judges several targets, or a shard of them, one after the other. */
export const judgeSeveral = async (
  targets: readonly string[],
  values: Values,
  run: (target: string) => Promise<RunResult>,
  report: (result: RunResult) => string,
  io: Io,
): Promise<ExitCode> => {
  if (targets.length === 0) throw new UsageError('--shard needs --target FILE, more than once.');
  const shard = shardFrom(values.shard);
  const results: JudgedTarget[] = [];
  for (const file of inShard(targets, shard)) {
    if (io.signal.aborted) break;
    const result = await run(file);
    printed(`\n${file}\n\n${report(result)}`, io);
    tellGithub(result, io);
    results.push({ file, result });
  }
  io.stdout.write(`\n${severalVerdicts(results)}`);
  const made: PartialReport<'verify', JudgedTarget> = {
    kind: 'verify',
    shard,
    all: targets.length,
    results,
  };
  written(values.json, io, () => partialReport(made));
  // A shard may be left without work.
  return results.length === 0 && !io.signal.aborted ? 0 : severalExitCode(results);
};
