import type { Schema } from '../../../src/contract/document.ts';
import { requestValidatorOf } from '../../../src/http/request-validator.ts';
import type { Mutation } from '../../../src/start-server.ts';
import type { Mutant } from '../mutant.ts';

/** Takes drafts that the contract does not, and stores them as they are. */
const accepts =
  (change: (draft: Schema & { properties: { [name: string]: Schema } }) => void) =>
  (): Mutation =>
  (served) => {
    const document = structuredClone(served.edition.document);
    change(document.components.schemas.ReportDraft as Parameters<typeof change>[0]);
    const { rules } = served.world;
    return {
      ...served,
      edition: { ...served.edition, document, validator: requestValidatorOf(document, false) },
      world: {
        ...served.world,
        rules: {
          ...rules,
          problemWith: () => undefined,
          asStored: (sent) => ({ ...sent }) as ReturnType<typeof rules.asStored>,
        },
      },
    };
  };

const anything = (field: string) =>
  accepts((draft) => {
    draft.properties[field] = {};
  });

const optional = (field: string) =>
  accepts((draft) => {
    draft.required = draft.required?.filter((name) => name !== field) ?? [];
  });

/** Treats a missing `report` parameter as any report there is. */
const guessesTheId = (operation: 'fetch' | 'delete') => (): Mutation => (served) => {
  const document = structuredClone(served.edition.document);
  const parameter = document.components.parameters.report;
  if (parameter) parameter.required = false;
  return {
    ...served,
    edition: { ...served.edition, document, validator: requestValidatorOf(document, false) },
    answer: (world, call) => {
      if (call.operation !== operation || call.id !== 'undefined')
        return served.answer(world, call);
      const own = world.world.store.state
        .contents()
        .reports.filter((report) => report.service === call.service);
      return served.answer(world, { ...call, id: own.at(-1)?.id ?? call.id });
    },
  };
};

export const requestMutants: readonly Mutant[] = [
  { name: 'takes-any-tags', breaks: 'create/stores-valid-tags', mutation: anything('tags') },
  {
    name: 'takes-any-address',
    breaks: 'create/stores-a-valid-address',
    mutation: anything('c2Address'),
  },
  {
    name: 'takes-any-text-as-hash',
    breaks: 'create/stores-a-valid-hash',
    mutation: accepts((draft) => {
      draft.properties.file256Hash = { type: 'string' };
    }),
  },
  {
    name: 'takes-any-link',
    breaks: 'create/stores-a-valid-link',
    mutation: anything('referenceLink'),
  },
  {
    name: 'takes-any-score',
    breaks: 'create/stores-a-valid-score',
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
    mutation: accepts((draft) => {
      for (const keyword of Object.keys(draft)) delete draft[keyword];
    }),
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
];
