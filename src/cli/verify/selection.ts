import { allClauses, type Clause, sectionName } from '../../../contract-tests/index.ts';
import { kindWords } from '../../values/clause-kinds.ts';
import { nearest } from '../../values/nearest.ts';
import { bySection } from '../../values/section-order.ts';
import { UsageError } from '../options.ts';

export function splitList(values: readonly string[] | undefined): string[] {
  return (values ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '');
}

/** `delete/*`: a star matches anything. */
function matchesGlob(id: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop() ?? '';
  if (!id.startsWith(first)) return false;
  let done = first.length;
  for (const part of others) {
    const at = id.indexOf(part, done);
    if (at < 0) return false;
    done = at + part.length;
  }
  return id.length - last.length >= done && id.endsWith(last);
}

const isSection = /^\d+(\.\d+)*$/;

/** By id, by a pattern of ids, or by section, subsections included. */
function isMeant({ id, section }: Clause, pattern: string): boolean {
  if (isSection.test(pattern)) return section === pattern || section.startsWith(`${pattern}.`);
  return pattern.includes('*') ? matchesGlob(id, pattern) : id === pattern;
}

/** The selected clauses. A filter that matches nothing would judge nothing and look fine. */
export function selection(only: readonly string[]): Clause[] {
  const all = allClauses();
  for (const id of only)
    if (!all.some((clause) => isMeant(clause, id))) {
      if (isSection.test(id)) throw new UsageError(`No clause is of section ${id}. See --list.`);
      const meant = nearest(
        id,
        all.map((clause) => clause.id),
      );
      throw new UsageError(
        `There is no clause ${id}.${meant ? ` Did you mean ${meant}?` : ''} See --list.`,
      );
    }
  return all.filter(
    (clause) => only.length === 0 || only.some((pattern) => isMeant(clause, pattern)),
  );
}

export function listing(clauses: readonly Clause[]): string {
  return [...new Set(clauses.map(({ section }) => section))]
    .sort(bySection)
    .flatMap((number) => [
      sectionName(number),
      ...clauses
        .filter(({ section }) => section === number)
        .map(
          ({ id, kind, sentence }) => `  ${id.padEnd(42)} ${kindWords[kind].padEnd(8)} ${sentence}`,
        ),
    ])
    .join('\n');
}
