import type { SelftestTrial, TrialResult } from '../../../contract-tests/selftest/trials.ts';

/** The accuracy of the kit, by clause and in total. */
export function selftestReport(results: readonly TrialResult[]): string {
  const of = (kind: SelftestTrial['kind']) => results.filter(({ trial }) => trial.kind === kind);
  const mistakes = results.filter(({ right }) => !right);
  return [
    ...matrix(of('mutant')),
    ...mistakes.map(mistake),
    ...share('mutants rejected', of('mutant')),
    ...share('variants accepted', [...of('variant'), ...of('form'), ...of('connections')]),
    ...share('ordinary servers accepted', of('ordinary')),
    ...share('realistic faults rejected', of('realistic')),
    '',
  ].join('\n');
}

function clauseOf({ trial }: TrialResult): string {
  return 'breaks' in trial ? trial.breaks : '';
}

/** 100 % means all: almost all is rounded down. */
function percentOf(count: number, all: number): string {
  return `${((100 * count) / all).toFixed(count === all ? 0 : 1)} %`;
}

/** One line per clause: how many of its mutants were rejected by it. */
function matrix(results: readonly TrialResult[]): string[] {
  const byClause = new Map<string, TrialResult[]>();
  for (const result of results) {
    const clause = clauseOf(result);
    byClause.set(clause, [...(byClause.get(clause) ?? []), result]);
  }
  return [...byClause]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([clause, of]) => {
      const right = of.filter((result) => result.right).length;
      return `${right === of.length ? '✔' : '✘'} ${clause.padEnd(44)} ${right}/${of.length}`;
    });
}

/** Omitted where none was tried: 0 of 0 would look like a proof. */
function share(what: string, results: readonly TrialResult[]): string[] {
  if (results.length === 0) return [];
  const right = results.filter((result) => result.right).length;
  return [`${right} of ${results.length} ${what} (${percentOf(right, results.length)})`];
}

export function mistake({ trial, verdict, broken }: TrialResult): string {
  const judged = trial.kind === 'realistic' ? 'rejected' : 'accepted';
  const expected = 'breaks' in trial ? `rejected by ${trial.breaks}` : judged;
  const found = broken.length === 0 ? '' : ` (${broken.slice(0, 5).join(', ')})`;
  const slow = trial.delay
    ? ` with ${trial.delay.what} ${trial.delay.least}-${trial.delay.most} ms late`
    : '';
  const paced = trial.requestsPerSecond ? ` at ${trial.requestsPerSecond} requests a second` : '';
  return `✘ ${trial.kind} ${trial.name}${slow}${paced} should be ${expected}, but it ${verdict}${found}`;
}
