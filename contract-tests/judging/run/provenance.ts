import { createHash } from 'node:crypto';
import type { Service } from '../service.ts';
import { canonical } from '../talk/canonical.ts';

/** What a verdict is based on, so that verdicts can be compared. */
export interface Provenance {
  /** Hashes of the clauses, the document, and the target without its secrets. */
  readonly clauses: string;
  readonly document: string;
  readonly target: string;
  readonly command?: string;
}

function sha256Of(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

export function provenanceOf(service: Service, command: string | undefined): Provenance {
  const { document, target } = service.basis();
  return {
    clauses: sha256Of(canonical(service.clauses.all)),
    document: sha256Of(document),
    target: sha256Of(canonical(target)),
    ...(command !== undefined && { command }),
  };
}
