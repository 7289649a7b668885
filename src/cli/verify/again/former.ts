import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type RunResult, safeCopy } from '../../../../contract-tests/index.ts';
import type { Io } from '../../io.ts';
import { UsageError } from '../../options.ts';

/** What is compared of a former run. */
export type Former = Pick<RunResult, 'startedAt' | 'clauses'>;

/** A report that `verify --json` has written. */
export const formerReport = (file: string, io: Io): Former => {
  let value: Partial<Former> | null;
  try {
    value = JSON.parse(readFileSync(resolve(io.cwd, file), 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const { startedAt, clauses } = value ?? {};
  if (typeof startedAt !== 'string' || !Array.isArray(clauses))
    throw new UsageError(`${file} is no report that verify --json wrote for one target.`);
  return { startedAt, clauses };
};

const endedAs = ({ clauses }: Former, verdict: string): string[] =>
  clauses.filter((one) => one.verdict === verdict).map(({ id }) => id);

/** The clauses that were broken, to judge them again. */
export const failedBefore = (files: readonly (string | undefined)[], io: Io): string[] => {
  const file = files.find((one) => one !== undefined);
  if (file === undefined)
    throw new UsageError(
      '--failed needs the JSON report of the last run. Name it with --baseline FILE or --json FILE.',
    );
  const failed = endedAs(formerReport(file, io), 'broken');
  if (failed.length === 0)
    throw new UsageError(`Nothing was broken in ${file}. Leave out --failed.`);
  return failed;
};

const line = (what: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`  ${what.padEnd(14)} ${ids.join(', ')}`];

/** What is new, mended and still broken since a former run. */
export const changesSince = (former: Former, now: RunResult): string => {
  const [before, after] = [endedAs(former, 'broken'), endedAs(now, 'broken')];
  const judged = new Map(now.clauses.map(({ id, verdict }) => [id, verdict]));
  const lines = [
    ...line(
      'new',
      after.filter((id) => !before.includes(id)),
    ),
    ...line(
      'mended',
      before.filter((id) => judged.get(id) === 'met'),
    ),
    ...line(
      'still broken',
      before.filter((id) => after.includes(id)),
    ),
    ...line(
      'not seen now',
      before.filter((id) => judged.get(id) === 'not-testable'),
    ),
  ];
  const when = former.startedAt.slice(0, 19).replace('T', ' ');
  return safeCopy([
    `Since the run of ${when} UTC:`,
    ...(lines.length > 0 ? lines : ['  no change']),
  ])
    .concat('')
    .join('\n');
};

/** Waivers of clauses that hold by now. */
export const needlessWaivers = ({ clauses }: RunResult): string => {
  const ids = clauses
    .filter(
      ({ verdict, findings, times }) => verdict === 'waived' && findings.length === 0 && times > 0,
    )
    .map(({ id }) => id);
  return ids.length === 0
    ? ''
    : `You can remove these from waive of the target file, the server now meets them: ${ids.join(', ')}\n`;
};
