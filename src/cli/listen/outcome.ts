import {
  clientsReport,
  consoleReport,
  htmlReport,
  jsonReport,
  junitReport,
  type ListenResult,
  trafficReport,
} from '../../../contract-tests/index.ts';
import { type ExitCode, type Io, isColorful } from '../io.ts';
import { flags, texts, type ValuesOf } from '../options.ts';
import { mustBeWritable, writeOutput } from '../written.ts';

/** Options for the reports at the end. */
export const outcomeOptions = {
  ...texts('json', 'junit', 'html'),
  ...flags('verbose'),
};

type Values = ValuesOf<typeof outcomeOptions>;

export const outcomeHelp = `  --json FILE          write the result as JSON
  --junit FILE         write the result as JUnit XML
  --html FILE          write the result as one HTML page
  --verbose            print all evidence
  -h, --help           show this help

Exit codes: 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive. Clauses that no request
covered are not counted.
`;

/** Unwritable files are reported before listening starts. */
export const mustTakeOutcome = ({ json, junit, html }: Values, io: Io): void => {
  for (const file of [json, junit, html]) mustBeWritable(file, io);
};

/** The reports on all traffic, and the exit code. */
export const writeReports = (result: ListenResult, values: Values, io: Io): ExitCode => {
  const clients = clientsReport(result.clients);
  const traffic = trafficReport(result);
  for (const part of [clients, traffic]) if (part) io.stdout.write(`${part}\n`);
  io.stdout.write(
    consoleReport(result, { color: isColorful(io), verbose: values.verbose ?? false }),
  );
  writeOutput(values.json, io, () => jsonReport(result));
  writeOutput(values.junit, io, () => junitReport(result));
  writeOutput(values.html, io, () => htmlReport(result));
  return result.exitCode;
};
