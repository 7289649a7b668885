import { allClauses } from '../../../src/spec/clauses.ts';
import { openapiText } from '../../../src/spec/openapi.ts';
import { canonical, digest } from '../../service/model/known/remembered.ts';
import type { Target } from '../../service/target/target.ts';

/** What a verdict is based on, so that verdicts can be compared. */
export interface Provenance {
  /** Hashes of the clauses, the document, and the target without its secrets. */
  readonly clauses: string;
  readonly document: string;
  readonly target: string;
  readonly command?: string;
}

const sha256Of = (text: string): string => `sha256:${digest(text)}`;

const withoutSecrets = ({ tokens, source: _, from: __, ...rest }: Target): object => {
  const { limited, ...single } = tokens;
  return {
    ...rest,
    tokens: Object.keys(single).sort(),
    limited: limited.map(({ remaining }) => remaining),
  };
};

export const provenanceOf = (target: Target, command: string | undefined): Provenance => ({
  clauses: sha256Of(canonical(allClauses())),
  document: sha256Of(openapiText()),
  target: sha256Of(canonical(withoutSecrets(target))),
  ...(command !== undefined && { command }),
});
