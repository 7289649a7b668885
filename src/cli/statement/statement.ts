import { sha256Of, statementFiles } from '../../../contract-tests/index.ts';
import { command, UsageError } from '../options.ts';
import { readText } from '../written.ts';

const help = `Checks that a conformance statement matches a report.

Usage: abuse-feed statement check STATEMENT REPORT

STATEMENT is what verify --statement has written, as Markdown or JSON; REPORT what the same run has written
by --json.

  -h, --help           show this help

Exit codes: 0 it matches, 1 it does not, 2 wrong usage.
`;

const statedBy = (report: string, file: string): ReturnType<typeof statementFiles> => {
  try {
    return statementFiles(report);
  } catch {
    throw new UsageError(`${file} is not a report written by verify --json for one target.`);
  }
};

/** A statement is derived from its report alone, so it is generated again and compared. */
export const statement = command(help, {}, async ({ positionals }, io) => {
  const [act, file, report, more] = positionals;
  if (act !== 'check' || file === undefined || report === undefined || more !== undefined)
    throw new UsageError('statement takes: check STATEMENT REPORT. See --help.');
  const [given, full] = [readText(file, io), readText(report, io)];
  const { md, json } = statedBy(full, report);
  if (given === md || given === json) {
    io.stdout.write(`${file} belongs to ${report}.\n`);
    return 0;
  }
  const why = given.includes(sha256Of(full))
    ? 'it names this report, and says something else than it does'
    : 'it names another report';
  io.stdout.write(`${file} does not belong to ${report}: ${why}.\n`);
  return 1;
});
