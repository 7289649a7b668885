import { allClauses, bySection, type Clause, sectionName } from '../../../contract-tests/index.ts';
import { nearest } from '../../spec/nearest.ts';
import { UsageError } from '../options.ts';

export const listed = (values: readonly string[] | undefined): string[] =>
  (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');

/** `delete/*`: a star stands for anything. */
const globOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);

/** The clauses asked for. A filter that matches nothing would judge nothing and look fine. */
export const selection = (only: readonly string[], sectionNumbers: readonly string[]): Clause[] => {
  const all = allClauses();
  const isMeant = (clause: Clause, pattern: string): boolean =>
    pattern.includes('*') ? globOf(pattern).test(clause.id) : clause.id === pattern;
  for (const id of only)
    if (!all.some((clause) => isMeant(clause, id))) {
      const meant = nearest(
        id,
        all.map((clause) => clause.id),
      );
      throw new UsageError(
        `There is no clause ${id}.${meant ? ` Did you mean ${meant}?` : ''} See --list.`,
      );
    }
  const inSection = (clause: Clause, number: string): boolean =>
    clause.section === number || clause.section.startsWith(`${number}.`);
  for (const number of sectionNumbers)
    if (!all.some((clause) => inSection(clause, number)))
      throw new UsageError(`No clause is of section ${number}. See --list.`);
  const chosen = all.filter(
    (clause) =>
      (only.length === 0 || only.some((pattern) => isMeant(clause, pattern))) &&
      (sectionNumbers.length === 0 || sectionNumbers.some((number) => inSection(clause, number))),
  );
  if (chosen.length === 0) throw new UsageError('No clause is both in --only and in --section.');
  return chosen;
};

export const listing = (clauses: readonly Clause[]): string =>
  [...new Set(clauses.map(({ section }) => section))]
    .sort(bySection)
    .flatMap((number) => [
      sectionName(number),
      ...clauses
        .filter(({ section }) => section === number)
        .map(({ id, kind, sentence }) => `  ${id.padEnd(42)} ${kind.padEnd(8)} ${sentence}`),
    ])
    .join('\n');
