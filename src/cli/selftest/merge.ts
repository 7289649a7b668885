import type { Io } from '../io.ts';
import { command, texts, UsageError } from '../options.ts';
import { mustBeWritable, readJson, writeOutput } from '../written.ts';
import { isProof, trialsReport } from './report.ts';
import { joined, type PartialReport, partialReport, wholeWork } from './shard.ts';

const help = `Joins the JSON reports of shards of a self-test, and says what one run would have said.

Usage: abuse-feed merge [options] FILE…

      --json FILE   write the whole as JSON
  -h, --help        show this

The files come from selftest with --shard and --json. All shards of one run have to be there. Ends as
that run would have ended.
`;

export const merge = command(help, texts('json'), async ({ values, positionals }, io) => {
  if (positionals.length === 0)
    throw new UsageError('merge needs the reports to join. See --help.');
  const results = joined(positionals.map((file) => reportIn(file, io)));
  mustBeWritable(values.json, io);
  io.stdout.write(trialsReport(results));
  const whole = { shard: wholeWork, all: results.length, results };
  writeOutput(values.json, io, () => partialReport(whole));
  return isProof(results) ? 0 : 1;
});

function reportIn(file: string, io: Io): PartialReport {
  const value = readJson(file, io) as Partial<PartialReport>;
  if (value.kind !== 'selftest' || !value.shard || !Array.isArray(value.results))
    throw new UsageError(`${file} is not a report written by selftest for a shard.`);
  return value as PartialReport;
}
