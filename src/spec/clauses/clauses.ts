import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '../../document/yaml.ts';
import { packageRoot } from '../../values/package-root.ts';
import { openPointById } from '../open-points.ts';
import { operationPlaces } from '../operations.ts';
import { callerClausesInWords } from './caller-clauses.ts';
import type { Area, Clause } from './clause.ts';
import { fieldClauses } from './field-clauses.ts';
import { operationClauses } from './operation-clauses.ts';

export type { Area, Clause } from './clause.ts';

/** A section of the specification: its title, and what it is about in our words. */
export interface Section {
  readonly title: string;
  readonly about: string;
}

export interface Clauses {
  /** The sections of the specification, by number. */
  readonly sections: { readonly [number: string]: Section };
  readonly clauses: readonly Clause[];
}

let read: Clauses | undefined;

function readAll(): Clauses {
  const file = join(packageRoot, 'contract-tests', 'clauses.yaml');
  const { sections, clauses, open } = parseYaml(readFileSync(file, 'utf8')) as Clauses & {
    readonly open: readonly string[];
  };
  return {
    sections,
    clauses: [
      ...fieldClauses(),
      ...operationClauses(),
      ...callerClausesInWords(),
      ...clauses,
      ...open.map(openClause),
    ],
  };
}

function openClause(id: string): Clause {
  const point = openPointById.get(id);
  if (!point) throw new Error(`clauses.yaml lists ${id}, which openapi.yaml does not have`);
  const [section = ''] = point.section.split(', ');
  return { id: `open/${id}`, section, kind: 'open', sentence: point.question, openPoint: id };
}

/** The clauses of clauses.yaml, and those of fields and operations, derived from openapi.yaml. */
export function readClauses(): Clauses {
  read ??= readAll();
  return read;
}

export function allClauses(): readonly Clause[] {
  return readClauses().clauses;
}

/** A section of the specification: number and title. */
export function sectionName(number: string): string {
  return `${number} ${readClauses().sections[number]?.title ?? ''}`.trim();
}

/** The same for readers; the introduction has no number. */
export function sectionHeading(number: string): string {
  return number === '0' ? (readClauses().sections[number]?.title ?? '') : sectionName(number);
}

export function areaOf({ id, area }: { readonly id: string; readonly area?: Area }): Area {
  const [about = ''] = id.replace(/^open\//, '').split(/[/.]/, 1);
  return area ?? (lookupPrefixes.has(about) ? 'lookup' : 'feed');
}

/** What clauses and open points about the lookup begin with: its operations, and what they return. */
const lookupPrefixes = new Set([
  'analysis',
  ...operationPlaces.filter((one) => one.area === 'lookup').map(({ name }) => name),
]);
