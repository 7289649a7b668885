import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { packageRoot } from '../contract/package-root.ts';

/** One statement of the specification, as the contract tests list it. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  readonly kind: 'fixed' | 'derived' | 'open';
  readonly sentence: string;
  readonly openPoint?: string;
}

/** Read as data: the kit that judges other servers shares no code with this one. */
export const readClauses = (): readonly Clause[] =>
  load(readFileSync(join(packageRoot, 'contract-tests', 'clauses.yaml'), 'utf8')) as Clause[];

export const sectionTitles: { readonly [section: string]: string } = {
  '0': 'All bodies',
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '2.1': 'Report',
  '2.2': 'Static analysis report',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'Create report',
  '4.2': 'Fetch a single report',
  '4.3': 'Delete a report',
  '4.4': 'Static analysis report by hash',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};
