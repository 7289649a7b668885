import { bySection } from '../../src/values/section-order.ts';

/** One statement of a specification. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  /** Number and title of the section. */
  readonly heading: string;
  /** fixed: it is stated. derived: it follows from that. open: nothing is said. */
  readonly kind: 'fixed' | 'derived' | 'open';
  /** The part of the service it is about. */
  readonly area: string;
  readonly sentence: string;
  /** The question that it leaves open. */
  readonly openPoint?: string;
}

/** The sections of clauses, in order. */
export function sectionsIn(
  clauses: readonly Pick<Clause, 'section' | 'heading'>[],
): Pick<Clause, 'section' | 'heading'>[] {
  const headings = new Map(clauses.map(({ section, heading }) => [section, heading]));
  return [...headings]
    .map(([section, heading]) => ({ section, heading }))
    .sort((a, b) => bySection(a.section, b.section));
}
