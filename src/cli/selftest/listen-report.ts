import { whyUndetectable } from '../../../contract-tests/selftest/listen/unobservable-mutants.ts';
import type { TrialResult } from '../../../contract-tests/selftest/trials.ts';

const isMutant = ({ trial }: TrialResult): boolean => trial.kind === 'mutant';

const breaks = ({ trial }: TrialResult): string => (trial.kind === 'mutant' ? trial.breaks : '');

/** The mutants that a listener detects in a client's usual traffic, and its false positives. */
export function listenSelftestReport(results: readonly TrialResult[]): string {
  const mutants = results.filter(isMutant);
  const variants = results.filter((one) => !isMutant(one));
  const heard = mutants.filter(({ broken }) => broken.length > 0);
  const own = heard.filter((one) => one.broken.includes(breaks(one)));
  const unheard = mutants.filter(({ broken }) => broken.length === 0);
  const reasons = new Map<string, string[]>();
  for (const one of unheard) {
    const why = whyUndetectable(one.trial.name, breaks(one)) ?? 'should have been detected';
    reasons.set(why, [...(reasons.get(why) ?? []), one.trial.name]);
  }
  const accused = variants.filter(({ broken }) => broken.length > 0);
  return [
    ...[...reasons].flatMap(([why, names]) => [
      `Not heard: ${why}`,
      ...names.map((name) => `  ${name}`),
    ]),
    ...accused.map(({ trial, broken }) => `✘ ${trial.name} is accused of ${broken.join(', ')}`),
    ...(mutants.length > 0
      ? [
          `${heard.length} of ${mutants.length} mutants detected in a client's usual traffic, ` +
            `${own.length} of them by the clause they break`,
        ]
      : []),
    ...(variants.length > 0 ? [`${accused.length} of ${variants.length} variants accused`] : []),
    '',
  ].join('\n');
}
