import type { Former, RunResult } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../options.ts';
import { readJson } from '../written.ts';

/** A report written by `verify --json`. */
export function previousRunReport(file: string, io: Io): Former {
  const { startedAt, clauses } = (readJson(file, io) ?? {}) as Partial<Former>;
  if (typeof startedAt !== 'string' || !Array.isArray(clauses))
    throw new UsageError(`${file} is not a report written by verify --json for one target.`);
  return { startedAt, clauses };
}

/** Waivers of clauses that are met by now. */
export function needlessWaivers({ clauses }: RunResult): string {
  const ids = clauses
    .filter(
      ({ verdict, findings, times }) => verdict === 'waived' && findings.length === 0 && times > 0,
    )
    .map(({ id }) => id);
  return ids.length === 0
    ? ''
    : `You can remove these from waive of the target file, the server now meets them: ${ids.join(', ')}\n`;
}
