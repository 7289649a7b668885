import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openapiText } from '../../src/spec/openapi.ts';
import { folderWith } from '../../src/values/folder-with.test.support.ts';

/** An operation of the owner of a feed, as a contributor would add it. */
const added = `  /feed/{service}/reports/{report}/notes:
    parameters:
      - $ref: "#/components/parameters/service"
      - { name: report, in: path, required: true, schema: { $ref: "#/components/schemas/Uuid" } }
    get:
      x-operation: readNotes
      x-section: "4.3"
      x-callers: [owner]
      tags: [feed]
      summary: Read the notes of a report
      responses:
        "200":
          description: As it should be.
          content: { application/json: { schema: { $ref: "#/components/schemas/ReportDeleted" } } }
        "410": { $ref: "#/components/responses/DeletedReport" }
  /private/sample/{hash}/summary:
    get:
      x-operation: summarize
      x-callers: [known]
      tags: [lookup]
      parameters:
        - { name: hash, in: path, required: true, schema: { type: string, example: abc } }
      responses:
        "200":
          description: As it should be.
          content: { application/json: { schema: { $ref: "#/components/schemas/ReportDeleted" } } }
`;

/** The contract with that operation, and with a role that may not use the lookup. */
function anotherContract(): string {
  const path = '  /private/sample/{hash}:\n';
  const lookup = /(summary: Look up a static analysis\n +x-callers: )\[.*\]/;
  return openapiText()
    .replace(path, added + path)
    .replace(lookup, '$1[known, not bystander]')
    .replace(
      '        researcher: researchers\n',
      '        researcher: researchers\n        bystander: bystanders\n',
    );
}

let clauses: typeof import('../../src/spec/clauses/caller-clauses.ts');
let who: typeof import('./model/known/who.ts');
let hidden: typeof import('./learn/hidden-points.ts');
let whoMay: typeof import('../../src/spec/who-may.ts');

beforeAll(async () => {
  const folder = folderWith({ 'openapi.yaml': anotherContract() });
  vi.stubEnv('ABUSE_FEED_OPENAPI', join(folder, 'openapi.yaml'));
  vi.resetModules();
  clauses = await import('../../src/spec/clauses/caller-clauses.ts');
  who = await import('./model/known/who.ts');
  hidden = await import('./learn/hidden-points.ts');
  whoMay = await import('../../src/spec/who-may.ts');
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

// Nobody has to be served a summary: there may be no analysis.
test('who may call an operation is said in clauses of "may" and "only"', () => {
  const said = clauses
    .callerClausesInWords()
    .filter(({ id }) => /^(readNotes|lookup|summarize)\//.test(id))
    .map(({ id, section, sentence }) => `${id} ${section}: ${sentence}`);
  expect(said).toEqual([
    'readNotes/owner-may 4.3: The service that owns the feed may read the notes of the report.',
    'readNotes/owner-only 4.3: Only the service that owns the feed may read the notes of the report.',
    'lookup/no-bystanders 4.4: Bystanders may not look up a static analysis.',
  ]);
});

test('what is said to a caller who may not follows from who may', () => {
  expect(whoMay.refusalInWords('lookup', {})).toBe('Bystanders may not look up a static analysis.');
  expect(whoMay.refusalInWords('lookup', { 'lookup.who': 'researchers' })).toBe(
    'Only researchers may look up a static analysis.',
  );
  const everybody = { any: ['known'], except: [] } as const;
  expect(whoMay.onlyInWords(everybody, 'fetch the report')).toBe(
    'This caller may not fetch the report.',
  );
});

function held(roles: readonly string[], feed?: string) {
  return {
    key: 'tokens.reader',
    token: 'held' as const,
    has: (role: string) => roles.includes(role),
    owns: (service: string) => service === feed,
  };
}

test.each([
  ['the owner of the feed', 'readNotes', held([], 'tunnelco'), true],
  ['the owner of another feed', 'readNotes', held([], 'dyndnsco'), false],
  ['a researcher', 'readNotes', held(['researcher']), false],
  [
    'a caller of whom nothing is known',
    'readNotes',
    { key: 'x', token: 'other' as const },
    undefined,
  ],
  ['a role that no answer admits', 'lookup', held(['bystander']), false],
  ['a role that some answer admits', 'lookup', held(['researcher']), undefined],
  ['a role that is not named', 'create', held(['bystander']), false],
])('%s: whether it may call %s', (_, operation, caller, may) => {
  const subject = { service: 'tunnelco', creator: 'tokens.researcher' };
  expect(who.admissionTo(operation, caller, subject).may).toBe(may);
});

test('what does not arise under an answer does not arise in an added operation', () => {
  const answers = (id: string) => (id === 'delete.afterwards' ? 'forgotten' : undefined);
  expect(hidden.isHidden('readNotes.status.deleted-report', answers)).toBe(true);
});
