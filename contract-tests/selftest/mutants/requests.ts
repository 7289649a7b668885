import { storesClause } from '../../../src/spec/clauses/field-clauses.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import { kebab } from '../../../src/spec/statements.ts';
import { byDocument, type Mutant, type MutantCall, mutantsBreaking, rewrite } from '../mutant.ts';
import type { Mutation, ReportDraft, SchemaObject, SentReport, WorldApi } from '../server.ts';
import { takesTheNewest } from './deletions.ts';
import { isOwner, reportsOf } from './stored-reports.ts';

type Draft = SchemaObject & { properties: { [name: string]: SchemaObject } };

/** Accepts drafts that the contract does not, and stores these fields as they were sent. */
function accepts(change: (draft: Draft) => void, ...fields: (keyof ReportDraft)[]) {
  return stores((sent, field) => sent?.[field], change, fields);
}

function stores(
  stored: (sent: SentReport, field: keyof ReportDraft) => unknown,
  change: (draft: Draft) => void,
  fields: readonly (keyof ReportDraft)[],
) {
  return (): Mutation => (served) => {
    const { rules } = served.dependencies;
    const raw = (sent: SentReport) =>
      Object.fromEntries(fields.map((field) => [field, stored(sent, field)]));
    return {
      ...byDocument(served, ({ components }) => change(components.schemas.ReportDraft as Draft)),
      dependencies: {
        ...served.dependencies,
        rules: {
          ...rules,
          problemWith: () => undefined,
          nameOf: () => 'report',
          asStored: (sent) => ({ ...rules.asStored({ ...sent, ...valid(fields) }), ...raw(sent) }),
        },
      },
    };
  };
}

const example: ReportDraft = {
  tags: ['rat'],
  c2Address: 'c2.example.com:4444',
  file256Hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  referenceLink: 'https://results.example/',
  confidenceScore: 1,
};

/** Valid values in place of those that the honest rules could not read. */
function valid(fields: readonly (keyof ReportDraft)[]): Partial<ReportDraft> {
  return Object.fromEntries(fields.map((field) => [field, example[field]]));
}

function accepting(field: keyof ReportDraft, schema: SchemaObject = {}) {
  return accepts((draft) => {
    draft.properties[field] = schema;
  }, field);
}

/** Accepts texts that a looser pattern matches. */
function matching(field: keyof ReportDraft, pattern: string) {
  return accepting(field, { type: 'string', pattern });
}

/** A field that may be left out is stored as this then; undefined: it stays away. */
export function optional(field: keyof ReportDraft, otherwise?: null) {
  return stores(
    (sent) => sent[field] ?? otherwise,
    (draft) => {
      draft.required = draft.required?.filter((name) => name !== field) ?? [];
    },
    [field],
  );
}

/** Accepts any parameter `report`, or none. */
function withAnyId(served: WorldApi): WorldApi {
  return byDocument(served, ({ components: { parameters } }) => {
    if (!parameters.report) return;
    parameters.report.required = false;
    parameters.report.schema = { type: 'string' };
  });
}

/** Treats a missing `report` parameter as the newest report, for some calls. */
function guessesTheId(
  operation: 'fetch' | 'delete',
  isMeant: (served: WorldApi, call: MutantCall) => boolean = () => true,
) {
  return (): Mutation => (served) =>
    rewrite(operation, (call, by) => ({
      id: call.id === 'undefined' && isMeant(by, call) && reportsOf(by, call.service).at(-1)?.id,
    }))()(withAnyId(served));
}

/** Where nothing better is listed below. */
const takesAnything = Object.fromEntries(
  draftFields.map((field) => [
    storesClause(field),
    { [`takes-any-${kebab(field)}`]: accepting(field as keyof ReportDraft) },
  ]),
);

export const requestMutants: readonly Mutant[] = mutantsBreaking({
  ...takesAnything,
  'create/stores-valid-c2-address': {
    'takes-any-address': accepting('c2Address'),
    'takes-a-path-behind-an-address': matching('c2Address', '^[^\\s/]+:[0-9]{1,5}(/\\w+)?$'),
  },
  'create/stores-valid-file256-hash': {
    'takes-any-text-as-hash': accepting('file256Hash', { type: 'string' }),
    'takes-a-hash-with-space-behind': matching('file256Hash', '^[0-9A-Fa-f]{64}\\s?$'),
    'takes-a-hash-behind-its-algorithm': matching('file256Hash', '^( |sha256:)?[0-9A-Fa-f]{64}$'),
  },
  'create/stores-valid-reference-link': {
    'takes-a-link-without-a-scheme': matching('referenceLink', '^(https?://)?[a-z]+[.]\\S+$'),
    'takes-a-relative-link': matching('referenceLink', '^(https?:/)?/\\S+$'),
    'takes-any-link': accepting('referenceLink'),
  },
  'create/stores-every-field': {
    'stores-null-as-tags': optional('tags', null),
    'stores-null-as-link': optional('referenceLink', null),
    'stores-null-as-score': optional('confidenceScore', null),
  },
  'create/stores-only-reports': {
    'stores-anything': accepts(
      (draft) => {
        for (const keyword of Object.keys(draft)) delete draft[keyword];
      },
      ...(Object.keys(example) as (keyof ReportDraft)[]),
    ),
  },
  'fetch/missing-id-is-refused': {
    'fetch-guesses-the-id': guessesTheId('fetch'),
    'fetch-guesses-the-id-for-owners': guessesTheId('fetch', isOwner),
  },
  'delete/missing-id-is-refused': {
    'delete-guesses-the-id': guessesTheId('delete'),
    'delete-guesses-the-id-for-owners': guessesTheId('delete', isOwner),
  },
  'delete/removes-only-that-report': {
    'delete-of-a-malformed-id-takes-the-newest': () => (served) =>
      takesTheNewest((_, __, { id }) => id === 'no-uuid')()(withAnyId(served)),
  },
});
