import type { SchemaStatement } from '../../document/schema.ts';
import { fileHashes } from '../file-hashes.ts';
import { articled, type OperationPlace, operationPlaces } from '../operations.ts';
import { schemaNamed } from '../schemas.ts';
import { resources, statementsOf } from '../statements.ts';
import type { Clause } from './clause.ts';
import { clauseOf } from './field-clauses.ts';

/** What a success says. A resource as the whole body has clauses of its own. */
function successStatements({ success: { schema, clauses } }: OperationPlace): SchemaStatement[] {
  return resources.some((one) => one.schema === schema)
    ? []
    : [...statementsOf(schemaNamed(schema), clauses)];
}

/** 7: what an error says: `create/error-flag-false` beside `create/flag-true`. */
export function errorStatements(operation: string): readonly SchemaStatement[] {
  return statementsOf(schemaNamed('ReportError'), operation).map((one) => ({
    ...one,
    id: one.id.replace(/\/(error-)?/, '/error-'),
  }));
}

/** The clauses that every operation has: a new one gets its own. */
export function operationClauses(): readonly Clause[] {
  return operationPlaces.flatMap((place): Clause[] => {
    const { name, section, describesErrors, needsToken } = place;
    const answers = describesErrors ? 'Every response' : 'A successful response';
    return [
      {
        id: `${name}/body-is-json`,
        section: '0',
        kind: 'fixed',
        sentence: `${answers} to ${articled(name)} is ${describesErrors ? 'a JSON object' : 'valid JSON'}.`,
      },
      {
        id: `${name}/content-type-is-json`,
        section: '0',
        kind: 'fixed',
        sentence: `${answers} to ${articled(name)} is sent as application/json.`,
      },
      ...successStatements(place).map((one) => clauseOf(one, section, `a successful ${name}`)),
      ...(describesErrors
        ? errorStatements(name).map((one) =>
            clauseOf(one, one.about === 'enum' ? '7' : section, `a refused ${name}`),
          )
        : []),
      ...(needsToken ? tokenClauses(name) : []),
      ...(name === 'lookup' ? hashClauses() : []),
    ];
  });
}

/** 4.4: what a file is found by. */
function hashClauses(): Clause[] {
  return fileHashes.map(({ kind, name }) => ({
    id: `lookup/by-${kind}`,
    section: '4.4',
    kind: 'fixed',
    sentence: `An analysis is found by the ${name} hash of its file.`,
  }));
}

function tokenClauses(name: string): Clause[] {
  return [
    {
      id: `${name}/token-required`,
      section: '5',
      kind: 'fixed',
      sentence: `Without a token, ${articled(name)} is refused and has no effect.`,
    },
    {
      id: `${name}/token-must-be-known`,
      section: '5',
      kind: 'derived',
      sentence: `With an unknown token, ${articled(name)} is refused and has no effect.`,
    },
  ];
}
