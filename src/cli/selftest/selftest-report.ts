import { whyUndetectable } from '../../../contract-tests/selftest/listen/unobservable-mutants.ts';
import type { SelftestTrial, TrialResult } from '../../../contract-tests/selftest/trials.ts';

/** The results of all trials, by verify and by listen. */
export const trialsReport = (results: readonly TrialResult[]): string =>
  results.some(({ trial }) => trial.listens)
    ? listenSelftestReport(results)
    : selftestReport(results);

/** The mutants that a listener detects in a client's usual traffic, and its false positives. */
function listenSelftestReport(results: readonly TrialResult[]): string {
  const mutants = results.filter(({ trial }) => trial.kind === 'mutant');
  const variants = results.filter(({ trial }) => trial.kind !== 'mutant');
  const detected = mutants.filter(({ broken }) => broken.length > 0);
  const own = detected.filter((one) => one.broken.includes(clauseOf(one)));
  const reasons = new Map<string, string[]>();
  for (const one of mutants.filter(({ broken }) => broken.length === 0)) {
    const why = whyUndetectable(one.trial.name, clauseOf(one)) ?? 'should have been detected';
    reasons.set(why, [...(reasons.get(why) ?? []), one.trial.name]);
  }
  const accused = variants.filter(({ broken }) => broken.length > 0);
  return [
    ...[...reasons].flatMap(([why, names]) => [
      `Not detected: ${why}`,
      ...names.map((name) => `  ${name}`),
    ]),
    ...accused.map(({ trial, broken }) => `✘ ${trial.name} is accused of ${broken.join(', ')}`),
    ...(mutants.length > 0
      ? [
          `${detected.length} of ${mutants.length} mutants detected in a client's usual traffic, ` +
            `${own.length} of them by the clause they break`,
        ]
      : []),
    ...(variants.length > 0 ? [`${accused.length} of ${variants.length} variants accused`] : []),
    '',
  ].join('\n');
}

/** The accuracy of the kit, by clause and in total. */
function selftestReport(results: readonly TrialResult[]): string {
  const of = (kind: SelftestTrial['kind']) => results.filter(({ trial }) => trial.kind === kind);
  const mistakes = results.filter(({ right }) => !right);
  return [
    ...matrix(of('mutant')),
    ...mistakes.map(mistake),
    ...share('mutants rejected', of('mutant')),
    ...share('variants accepted', [...of('variant'), ...of('form'), ...of('connections')]),
    ...share('realistic faults rejected', of('realistic')),
    '',
  ].join('\n');
}

const clauseOf = ({ trial }: TrialResult): string => ('breaks' in trial ? trial.breaks : '');

/** 100 % means all: almost all is rounded down. */
const percentOf = (count: number, all: number): string =>
  `${((100 * count) / all).toFixed(count === all ? 0 : 1)} %`;

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
const share = (what: string, results: readonly TrialResult[]): string[] => {
  if (results.length === 0) return [];
  const right = results.filter((result) => result.right).length;
  return [`${right} of ${results.length} ${what} (${percentOf(right, results.length)})`];
};

export function mistake({ trial, verdict, broken }: TrialResult): string {
  const judged = trial.kind === 'realistic' ? 'rejected' : 'accepted';
  const expected = 'breaks' in trial ? `rejected by ${trial.breaks}` : judged;
  const found = broken.length === 0 ? '' : ` (${broken.slice(0, 5).join(', ')})`;
  const slow = trial.delay
    ? ` with ${trial.delay.what} ${trial.delay.least}-${trial.delay.most} ms late`
    : '';
  return `✘ ${trial.kind} ${trial.name}${slow} should be ${expected}, but it ${verdict}${found}`;
}
