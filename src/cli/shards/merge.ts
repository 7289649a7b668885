import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TrialResult } from '../../../contract-tests/selftest/trials.ts';
import type { ExitCode, Io } from '../io.ts';
import { noBlame } from '../matrix/blame.ts';
import type { Run } from '../matrix/run.ts';
import { conclusion, exitCodeOf, table } from '../matrix/table.ts';
import { parseOptions, UsageError } from '../options.ts';
import { selftestReport } from '../selftest/report.ts';
import { type JudgedTarget, severalExitCode, severalVerdicts } from '../verify/several.ts';
import { mustBeWritable, written } from '../written.ts';
import { joined, type PartialReport, partialReport, wholeWork } from './shard.ts';

const help = `Joins the JSON reports of shards, and says what one run would have said.

Usage: abuse-feed merge [options] FILE…

      --json FILE   write the whole as JSON
  -h, --help        show this

The files come from selftest, verify with several targets, or matrix, each with --shard and --json.
All shards of one run have to be there. Ends as that run would have ended.
`;

const options = { json: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const kinds = ['selftest', 'verify', 'matrix'];

export async function merge(args: string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, options);
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length === 0)
    throw new UsageError('merge needs the reports to join. See --help.');
  const reports = positionals.map((file) => reportIn(file, io.cwd));
  const results = joined(reports);
  const kind = reports[0]?.kind ?? '';
  mustBeWritable(values.json, io);
  const { text, code } = said(kind, results);
  io.stdout.write(text);
  const whole = { kind, shard: wholeWork, all: results.length, results };
  written(values.json, io, () => partialReport(whole));
  return code;
}

const said = (kind: string, results: readonly unknown[]): { text: string; code: ExitCode } => {
  if (kind === 'selftest') {
    const trials = results as TrialResult[];
    return { text: selftestReport(trials), code: trials.every(({ right }) => right) ? 0 : 1 };
  }
  if (kind === 'verify') {
    const all = results as JudgedTarget[];
    return { text: severalVerdicts(all), code: severalExitCode(all) };
  }
  const runs = results as Run[];
  return {
    text: `${table(runs, noBlame)}\n${conclusion(runs, noBlame)}`,
    code: exitCodeOf(runs),
  };
};

function reportIn(file: string, cwd: string): PartialReport<string, unknown> {
  let value: Partial<PartialReport<string, unknown>>;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  if (!kinds.includes(value.kind ?? '') || !value.shard || !Array.isArray(value.results))
    throw new UsageError(`${file} is no report that selftest, verify or matrix wrote for a shard.`);
  return value as PartialReport<string, unknown>;
}
