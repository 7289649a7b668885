import { allClauses } from '../../../src/spec/clauses/clauses.ts';
import { reportFields } from '../../../src/spec/fields.ts';
import { Redactor } from '../../../src/traffic/redactor.ts';
import { secretForms } from '../../../src/traffic/secrets.ts';
import { roles, type Target } from './target.ts';
import { variables } from './target-file.ts';

/** The kit's own words. */
function vocabulary(): string {
  const said = allClauses().flatMap(({ id, sentence }) => [id, sentence]);
  return [...said, ...reportFields, ...roles].join('\n');
}

/** In the commands of a report: `$ABUSE_FEED_TOKEN_READER`. */
const variableNames = Object.values(variables);

export function redactorOf(secrets: readonly string[]): Redactor {
  return new Redactor(secrets, vocabulary(), variableNames);
}

/** What must not be in any report. The URLs of a target have no passwords. */
export function secretsOf({ tokens: { limited, ...single }, headers = {} }: Target): string[] {
  return [
    ...Object.values(single),
    ...limited.map(({ token }) => token),
    ...Object.values(headers),
  ].flatMap(secretForms);
}
