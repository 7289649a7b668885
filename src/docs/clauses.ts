import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { packageRoot } from '../spec/package-root.ts';

/** One statement of the specification, as the contract tests list it. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  readonly kind: 'fixed' | 'derived' | 'open';
  readonly sentence: string;
  readonly openPoint?: string;
}

export interface Clauses {
  /** What the parts of the specification are about, by their number. */
  readonly sections: { readonly [number: string]: string };
  readonly clauses: readonly Clause[];
}

/** Read as data: the kit that judges other servers shares no code with this one. */
export const readClauses = (): Clauses =>
  load(readFileSync(join(packageRoot, 'contract-tests', 'clauses.yaml'), 'utf8')) as Clauses;
