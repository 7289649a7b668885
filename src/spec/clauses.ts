import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Area, Clause } from './clause.ts';
import { fieldClauses } from './field-clauses.ts';
import { packageRoot } from './package-root.ts';

export type { Area, Clause } from './clause.ts';

export interface Clauses {
  /** What the parts of the specification are about, by their number. */
  readonly sections: { readonly [number: string]: string };
  readonly clauses: readonly Clause[];
}

let read: Clauses | undefined;

const readAll = (): Clauses => {
  const file = join(packageRoot, 'contract-tests', 'clauses.yaml');
  const { sections, clauses } = load(readFileSync(file, 'utf8')) as Clauses;
  return { sections, clauses: [...fieldClauses(), ...clauses] };
};

/** Those of clauses.yaml, and those of fields, which follow from openapi.yaml. */
export const readClauses = (): Clauses => {
  read ??= readAll();
  return read;
};

export const allClauses = (): readonly Clause[] => readClauses().clauses;

/** A part of the specification by its number, and what it is about. */
export const sectionName = (number: string): string =>
  `${number} ${readClauses().sections[number] ?? ''}`.trim();

/** The same for readers, to whom the opening paragraph has no number. */
export const sectionHeading = (number: string): string =>
  number === '0' ? (readClauses().sections[number] ?? '') : sectionName(number);

export const areaOf = ({ id, area }: { readonly id: string; readonly area?: Area }): Area =>
  area ?? (/^(open\/)?(lookup|analysis)[/.]/.test(id) ? 'lookup' : 'feed');

/** Part 4.10 would come after 4.9; the opening comes first. */
export const bySection = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });
