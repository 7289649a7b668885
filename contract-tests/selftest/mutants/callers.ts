import type { OperationName as Operation } from '../../../src/domain/operation.ts';
import { operationPlaces } from '../../../src/spec/operations.ts';
import type { Mutation } from '../../../src/start-server.ts';
import { deletionRule, type Mutant, mutantsBreaking, overrideRules, rewrite } from '../mutant.ts';
import { givesIn } from './corners.ts';
import { stateOf } from './stored-reports.ts';

/** Treats requests without a token, or with an unknown one, as those of an existing caller. */
const takesFor =
  (operation: Operation, token: string, when: (header?: string) => boolean) =>
  (): Mutation =>
  (served) => {
    const taken = (of: Operation | undefined, header?: string) =>
      of === operation && when(header) ? token : header;
    return {
      ...served,
      authenticate(of, header) {
        return served.authenticate.call(this, of, taken(of, header));
      },
    };
  };

/** By the end of a name: which unknown tokens are accepted as a known one. */
const unknownTokens: {
  readonly [name: string]: (header: string, known: string) => boolean;
} = {
  'any-token': (header) => !header.startsWith('token-'),
  'a-longer-token': (header, known) =>
    header.startsWith(`${known}-`) && !header.includes('-limited-'),
  'a-token-that-every-object-has': (header) => header in {},
  'a-token-but-for-its-first-character': (header, known) =>
    header !== known && header.length === known.length && header.slice(1) === known.slice(1),
  'a-token-but-for-its-last-character': (header, known) =>
    !/^token-\w+-\d$/.test(header) &&
    header.slice(0, known.length - 1) === known.slice(0, -1) &&
    header.length === known.length,
  'any-token-of-three-parts': (header) => header.split('.').length === 3,
  'half-a-token': (header, known) => known.startsWith(header),
  'a-token-of-that-form': (header, known) =>
    !/^token-/.test(header) && formOf(header) === formOf(known),
};

const formOf = (token: string): string => token.replace(/[a-z]/gi, 'a').replace(/\d/g, '0');

/** Whom strangers are taken for. */
const knownTokens: { readonly [operation in Operation]?: string } = {
  delete: 'token-owner-tunnelco',
  lookup: 'token-analyst',
};

const tokenMutants = (
  operation: Operation,
  known = knownTokens[operation] ?? 'token-researcher-1',
  similar = operation === 'lookup' ? known : 'token-researcher-1',
): Mutant[] => [
  {
    name: `${operation}-without-token`,
    breaks: `${operation}/token-required`,
    mutation: takesFor(operation, known, (header) => header === undefined),
  },
  ...Object.entries(unknownTokens).map(([name, isTaken]) => {
    const token = name === 'any-token' ? known : similar;
    return {
      name: `${operation}-with-${name}`,
      breaks: `${operation}/token-must-be-known`,
      mutation: takesFor(
        operation,
        token,
        (header) => header !== undefined && isTaken(header, token),
      ),
    };
  }),
];

export const callerMutants: readonly Mutant[] = [
  ...operationPlaces.flatMap(({ name, needsToken }) =>
    needsToken ? tokenMutants(name as Operation) : [],
  ),
  ...mutantsBreaking({
    'create/researchers-only': {
      'everybody-creates': overrideRules(() => ({ mayCreate: () => true })),
      'everybody-but-owners-creates': overrideRules(() => ({
        mayCreate: (caller) => caller.owns === undefined,
      })),
      'everybody-creates-in-the-second-feed': rewrite('create', ({ service, authorization }) => ({
        authorization:
          service === 'dyndnsco' && authorization === 'token-reader' && 'token-researcher-1',
      })),
    },
    'delete/reader-may-not': {
      'everybody-deletes': deletionRule(() => true),
      'readers-delete': deletionRule((honest, caller) => honest || caller.id === 'reader'),
      'everybody-deletes-in-the-second-feed': deletionRule(
        (honest, _, report) => honest || report.service === 'dyndnsco',
      ),
    },
    'delete/other-researcher-may-not': {
      'researchers-delete-everything': deletionRule(
        (honest, caller) => honest || caller.roles.includes('researcher'),
      ),
      'second-researcher-deletes-everything': deletionRule(
        (honest, caller) => honest || caller.id === 'researcher-2',
      ),
      'strangers-delete-at-the-second-try': givesIn(1),
      'whoever-has-seen-a-report-may-delete-it': () => {
        const seen = new Set<string>();
        return overrideRules((honest) => ({
          mayFetch: (caller, report) => {
            seen.add(`${caller?.id} ${report.id}`);
            return honest.mayFetch(caller, report);
          },
          mayDelete: (caller, report) =>
            honest.mayDelete(caller, report) || seen.has(`${caller.id} ${report.id}`),
        }))();
      },
    },
    'delete/researchers-are-equal': {
      'first-researcher-deletes-everything': deletionRule(
        (honest, caller) => honest || caller.id === 'researcher-1',
      ),
      'who-has-reported-the-same-file-may-delete': () => (served) =>
        deletionRule(
          (honest, caller, { file256Hash }) =>
            honest ||
            stateOf(served)
              .contents()
              .reports.some(
                (own) => own.createdBy === caller.id && own.file256Hash === file256Hash,
              ),
        )()(served),
    },
    'delete/other-owner-may-not': {
      'owners-delete-everywhere': deletionRule(
        (honest, caller) => honest || caller.owns !== undefined,
      ),
    },
    'delete/creator-may-delete': {
      'creators-may-not-delete': deletionRule(
        (_, caller, report) => caller.owns === report.service,
      ),
    },
    'delete/owner-may-delete-any': {
      'owners-may-not-delete': deletionRule((_, caller, report) => caller.id === report.createdBy),
      'owners-delete-only-what-the-first-researcher-made': deletionRule(
        (honest, caller, report) =>
          honest && (caller.owns === undefined || report.createdBy === 'researcher-1'),
      ),
    },
    'delete/owner-of-any-feed': {
      'owner-of-the-second-feed-may-not-delete': deletionRule((honest, caller, report) =>
        caller.owns === 'dyndnsco' ? caller.id === report.createdBy : honest,
      ),
    },
    'delete/owners-are-equal': {
      'owner-of-the-first-feed-deletes-everywhere': deletionRule(
        (honest, caller) => honest || caller.owns === 'tunnelco',
      ),
    },
  }),
];
