import {
  clientsReport,
  consoleReport,
  type ListenResult,
  trafficReport,
} from '../../../contract-tests/index.ts';
import { type ExitCode, type Io, isColorful } from '../io.ts';
import { flag, type ValuesOf } from '../options.ts';
import { reportOptions, writeReportFiles } from '../report-files.ts';

/** Options for the reports at the end. */
export const outcomeOptions = {
  ...reportOptions(),
  verbose: flag('print all evidence'),
};

type Values = ValuesOf<typeof outcomeOptions>;

export const outcomeHelp = `Exit codes: 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive. Clauses that no request
covered are not counted.`;

/** The reports on all traffic, and the exit code. */
export function writeReports(result: ListenResult, values: Values, io: Io): ExitCode {
  const clients = clientsReport(result.clients);
  const traffic = trafficReport(result);
  for (const part of [clients, traffic]) if (part) io.stdout.write(`${part}\n`);
  io.stdout.write(
    consoleReport(result, { color: isColorful(io), verbose: values.verbose ?? false }),
  );
  writeReportFiles(values, io, result);
  return result.exitCode;
}
