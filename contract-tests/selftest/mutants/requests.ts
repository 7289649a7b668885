import type { SchemaObject } from '../../../src/contract/document.ts';
import type { ReportDraft } from '../../../src/domain/report.ts';
import type { SentReport } from '../../../src/domain/rules.ts';
import type { Service } from '../../../src/http/service.ts';
import type { Mutation } from '../../../src/start-server.ts';
import { byDocument, type Mutant, type MutantCall } from '../mutant.ts';

type Draft = SchemaObject & { properties: { [name: string]: SchemaObject } };

/** Accepts drafts that the contract does not, and stores these fields as they were sent. */
const accepts =
  (change: (draft: Draft) => void, ...fields: (keyof ReportDraft)[]) =>
  (): Mutation =>
  (served) => {
    const { rules } = served.dependencies;
    const raw = (sent: SentReport) =>
      Object.fromEntries(fields.map((field) => [field, sent?.[field]]));
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

const example: ReportDraft = {
  tags: ['rat'],
  c2Address: 'c2.example.com:4444',
  file256Hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  referenceLink: 'https://results.example/',
  confidenceScore: 1,
};

/** Valid values in place of those that the honest rules could not read. */
const valid = (fields: readonly (keyof ReportDraft)[]): Partial<ReportDraft> =>
  Object.fromEntries(fields.map((field) => [field, example[field]]));

const anything = (field: keyof ReportDraft) =>
  accepts((draft) => {
    draft.properties[field] = {};
  }, field);

const optional = (field: keyof ReportDraft) =>
  accepts((draft) => {
    draft.required = draft.required?.filter((name) => name !== field) ?? [];
  }, field);

/** Treats a missing `report` parameter as any existing report, for some calls. */
export const guessesTheId =
  (
    operation: 'fetch' | 'delete',
    isMeant: (served: Service, call: MutantCall) => boolean = () => true,
  ) =>
  (): Mutation =>
  (served) => {
    return {
      ...byDocument(served, ({ components: { parameters } }) => {
        if (parameters.report) parameters.report.required = false;
      }),
      answer: (by, sent) => {
        const call = sent as MutantCall;
        if (call.operation !== operation || call.id !== 'undefined' || !isMeant(by, call))
          return served.answer(by, call);
        const own = by.dependencies.store.state
          .contents()
          .reports.filter((report) => report.service === call.service);
        return served.answer(by, { ...call, id: own.at(-1)?.id ?? call.id } as MutantCall);
      },
    };
  };

/** Treats a malformed id as that of the newest report. */
const malformedMeansTheNewest = (): Mutation => (served) => {
  return {
    ...byDocument(served, ({ components: { parameters } }) => {
      if (parameters.report) parameters.report.schema = { type: 'string' };
    }),
    answer: async (by, sent) => {
      const call = sent as MutantCall;
      const reply = await served.answer(by, call);
      if (call.operation !== 'delete' || call.id !== 'no-uuid') return reply;
      const { service } = call;
      const { store } = by.dependencies;
      const own = store.state.contents().reports.filter((report) => report.service === service);
      const id = own.at(-1)?.id;
      if (id) await store.commit({ type: 'report-removed', service, id, remember: false });
      return reply;
    },
  };
};

export const requestMutants: readonly Mutant[] = [
  { name: 'takes-any-tags', breaks: 'create/stores-valid-tags', mutation: anything('tags') },
  {
    name: 'takes-any-address',
    breaks: 'create/stores-valid-c2-address',
    mutation: anything('c2Address'),
  },
  {
    name: 'takes-any-text-as-hash',
    breaks: 'create/stores-valid-file256-hash',
    mutation: accepts((draft) => {
      draft.properties.file256Hash = { type: 'string' };
    }, 'file256Hash'),
  },
  {
    name: 'takes-a-hash-with-space-behind',
    breaks: 'create/stores-valid-file256-hash',
    mutation: accepts((draft) => {
      draft.properties.file256Hash = { type: 'string', pattern: '^[0-9A-Fa-f]{64}\\s?$' };
    }, 'file256Hash'),
  },
  {
    name: 'takes-a-path-behind-an-address',
    breaks: 'create/stores-valid-c2-address',
    mutation: accepts((draft) => {
      draft.properties.c2Address = { type: 'string', pattern: '^[^\\s/]+:[0-9]{1,5}(/\\w+)?$' };
    }, 'c2Address'),
  },
  {
    name: 'takes-a-blank-in-a-host',
    breaks: 'create/stores-valid-c2-address',
    mutation: accepts((draft) => {
      draft.properties.c2Address = { type: 'string', pattern: '^[^:/]+:[0-9]{1,5}$' };
    }, 'c2Address'),
  },
  {
    name: 'takes-a-sign-before-a-port',
    breaks: 'create/stores-valid-c2-address',
    mutation: accepts((draft) => {
      draft.properties.c2Address = { type: 'string', pattern: '^[^\\s/]+:[+]?[0-9]{1,5}$' };
    }, 'c2Address'),
  },
  {
    name: 'takes-a-line-break-behind-a-port',
    breaks: 'create/stores-valid-c2-address',
    mutation: accepts((draft) => {
      draft.properties.c2Address = { type: 'string', pattern: '^[^\\s/]+:[0-9]{1,5}\\n?$' };
    }, 'c2Address'),
  },
  {
    name: 'takes-a-link-without-a-scheme',
    breaks: 'create/stores-valid-reference-link',
    mutation: accepts((draft) => {
      draft.properties.referenceLink = { type: 'string', pattern: '^(https?://)?[a-z]+[.]\\S+$' };
    }, 'referenceLink'),
  },
  {
    name: 'takes-any-link',
    breaks: 'create/stores-valid-reference-link',
    mutation: anything('referenceLink'),
  },
  {
    name: 'takes-any-score',
    breaks: 'create/stores-valid-confidence-score',
    mutation: anything('confidenceScore'),
  },
  { name: 'stores-no-tags', breaks: 'create/stores-every-field', mutation: optional('tags') },
  {
    name: 'stores-no-link',
    breaks: 'create/stores-every-field',
    mutation: optional('referenceLink'),
  },
  {
    name: 'stores-no-score',
    breaks: 'create/stores-every-field',
    mutation: optional('confidenceScore'),
  },
  {
    name: 'stores-anything',
    breaks: 'create/stores-only-reports',
    mutation: accepts(
      (draft) => {
        for (const keyword of Object.keys(draft)) delete draft[keyword];
      },
      ...(Object.keys(example) as (keyof ReportDraft)[]),
    ),
  },
  {
    name: 'fetch-guesses-the-id',
    breaks: 'fetch/missing-id-is-refused',
    mutation: guessesTheId('fetch'),
  },
  {
    name: 'delete-guesses-the-id',
    breaks: 'delete/missing-id-is-refused',
    mutation: guessesTheId('delete'),
  },
  {
    name: 'delete-of-a-malformed-id-takes-the-newest',
    breaks: 'delete/removes-only-that-report',
    mutation: malformedMeansTheNewest,
  },
];
