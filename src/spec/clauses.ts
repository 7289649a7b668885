import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { packageRoot } from '../../contract-tests/package-root.ts';

export type Kind = 'fixed' | 'derived' | 'open';
export type Area = 'feed' | 'lookup';

/** One statement of the specification, in our own words. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  readonly kind: Kind;
  readonly sentence: string;
  /** For an open clause: the question in openapi.yaml that it observes. */
  readonly openPoint?: string;
}

export const clauseFile = (): string => join(packageRoot(), 'contract-tests', 'clauses.yaml');

interface ClauseFile {
  readonly sections: { readonly [number: string]: string };
  readonly clauses: readonly Clause[];
}

let known: ClauseFile | undefined;

const file = (): ClauseFile => {
  known ??= load(readFileSync(clauseFile(), 'utf8')) as ClauseFile;
  return known;
};

export const allClauses = (): readonly Clause[] => file().clauses;

/** A part of the specification by its number, and what it is about. */
export const sectionName = (number: string): string =>
  `${number} ${file().sections[number] ?? ''}`.trim();

/** The same for readers, to whom the opening paragraph has no number. */
export const sectionHeading = (number: string): string =>
  number === '0' ? (file().sections[number] ?? '') : sectionName(number);

export const areaOf = (clause: Clause): Area =>
  /^(open\/)?(lookup|analysis)[/.]/.test(clause.id) ? 'lookup' : 'feed';

/** Part 4.10 would come after 4.9; the opening comes first. */
export const bySection = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });
