import type { RunResult } from '../../../contract-tests/index.ts';

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
