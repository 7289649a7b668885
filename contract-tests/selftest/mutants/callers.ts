import type { OperationName as Operation } from '../../../src/domain/operation.ts';
import type { Mutation } from '../../../src/start-server.ts';
import { intercept, type Mutant, overrideRules } from '../mutant.ts';

/** Treats requests without a token, or with an unknown one, as those of an existing caller. */
const takesFor =
  (operation: Operation, token: string, when: (header?: string) => boolean) =>
  (): Mutation =>
  (served) => {
    const taken = (of: Operation | undefined, header?: string) =>
      of === operation && when(header) ? token : header;
    return {
      ...served,
      authenticate: (by, of, header) => served.authenticate(by, of, taken(of, header)),
    };
  };

const isMissing = (header?: string) => header === undefined;
const isUnknown =
  (known: string) =>
  (header?: string): boolean =>
    header !== undefined && !header.startsWith(known);

/** Compares tokens carelessly: a similar token is accepted as the known one. */
const confuses = (operation: Operation, known: string, alike: (header: string) => boolean) =>
  takesFor(operation, known, (header) => header !== undefined && alike(header));

const formOf = (token: string): string => token.replace(/[a-z]/gi, 'a').replace(/\d/g, '0');

const stranger: { readonly [operation in Operation]?: string } = {
  create: 'token-researcher-1',
  delete: 'token-owner-tunnelco',
  lookup: 'token-analyst',
};

export const callerMutants: readonly Mutant[] = [
  ...Object.entries(stranger).flatMap(([operation, token]): Mutant[] => [
    {
      name: `${operation}-without-token`,
      breaks: `${operation}/token-required`,
      mutation: takesFor(operation as Operation, token, isMissing),
    },
    {
      name: `${operation}-with-any-token`,
      breaks: `${operation}/token-must-be-known`,
      mutation: takesFor(operation as Operation, token, isUnknown('token-')),
    },
  ]),
  ...Object.entries({ ...stranger, delete: 'token-researcher-1' }).flatMap(
    ([operation, token]): Mutant[] => [
      {
        name: `${operation}-with-a-longer-token`,
        breaks: `${operation}/token-must-be-known`,
        mutation: confuses(
          operation as Operation,
          token,
          (header) => header.startsWith(`${token}-`) && !header.includes('-limited-'),
        ),
      },
      {
        name: `${operation}-with-a-token-that-every-object-has`,
        breaks: `${operation}/token-must-be-known`,
        mutation: confuses(operation as Operation, token, (header) => header in {}),
      },
      {
        name: `${operation}-with-half-a-token`,
        breaks: `${operation}/token-must-be-known`,
        mutation: confuses(operation as Operation, token, (header) => token.startsWith(header)),
      },
      {
        name: `${operation}-with-a-token-of-that-form`,
        breaks: `${operation}/token-must-be-known`,
        mutation: confuses(
          operation as Operation,
          token,
          (header) => !/^token-/.test(header) && formOf(header) === formOf(token),
        ),
      },
    ],
  ),
  {
    name: 'everybody-creates',
    breaks: 'create/researchers-only',
    mutation: overrideRules(() => ({ mayCreate: () => true })),
  },
  {
    name: 'everybody-but-owners-creates',
    breaks: 'create/researchers-only',
    mutation: overrideRules(() => ({ mayCreate: (caller) => caller.owns === undefined })),
  },
  {
    name: 'everybody-deletes',
    breaks: 'delete/reader-may-not',
    mutation: overrideRules(() => ({ mayDelete: () => true })),
  },
  {
    name: 'readers-delete',
    breaks: 'delete/reader-may-not',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) => caller.id === 'reader' || honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'researchers-delete-everything',
    breaks: 'delete/other-researcher-may-not',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) =>
        caller.roles.includes('researcher') || honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'second-researcher-deletes-everything',
    breaks: 'delete/other-researcher-may-not',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) =>
        caller.id === 'researcher-2' || honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'first-researcher-deletes-everything',
    breaks: 'delete/researchers-are-equal',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) =>
        caller.id === 'researcher-1' || honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'owners-delete-everywhere',
    breaks: 'delete/other-owner-may-not',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) => caller.owns !== undefined || honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'creators-may-not-delete',
    breaks: 'delete/creator-may-delete',
    mutation: overrideRules(() => ({
      mayDelete: (caller, report) => caller.owns === report.service,
    })),
  },
  {
    name: 'owners-may-not-delete',
    breaks: 'delete/owner-may-delete-any',
    mutation: overrideRules(() => ({
      mayDelete: (caller, report) => caller.id === report.createdBy,
    })),
  },
  {
    name: 'owners-delete-only-what-the-first-researcher-made',
    breaks: 'delete/owner-may-delete-any',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) =>
        caller.owns !== undefined
          ? honest.mayDelete(caller, report) && report.createdBy === 'researcher-1'
          : honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'owner-of-the-second-feed-may-not-delete',
    breaks: 'delete/owner-of-any-feed',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) =>
        caller.owns === 'dyndnsco'
          ? caller.id === report.createdBy
          : honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'owner-of-the-first-feed-deletes-everywhere',
    breaks: 'delete/owners-are-equal',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) => caller.owns === 'tunnelco' || honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'everybody-deletes-in-the-second-feed',
    breaks: 'delete/reader-may-not',
    mutation: overrideRules((honest) => ({
      mayDelete: (caller, report) =>
        report.service === 'dyndnsco' || honest.mayDelete(caller, report),
    })),
  },
  {
    name: 'everybody-creates-in-the-second-feed',
    breaks: 'create/researchers-only',
    mutation: intercept(() => (honest, served, call) => {
      const fooled = call.operation === 'create' && call.service === 'dyndnsco';
      const isReader = call.authorization === 'token-reader';
      const authorization = fooled && isReader ? 'token-researcher-1' : call.authorization;
      return honest(served, { ...call, authorization });
    }),
  },
  {
    name: 'strangers-delete-at-the-second-try',
    breaks: 'delete/other-researcher-may-not',
    mutation: () => {
      const tried = new Set<string>();
      return overrideRules((honest) => ({
        mayDelete: (caller, report) => {
          const key = `${caller.id} ${report.id}`;
          if (honest.mayDelete(caller, report) || tried.has(key)) return true;
          tried.add(key);
          return false;
        },
      }))();
    },
  },
  {
    name: 'who-has-reported-the-same-file-may-delete',
    breaks: 'delete/researchers-are-equal',
    mutation: (): Mutation => (served) => {
      const { rules: honest, store } = served.dependencies;
      const mayDelete: typeof honest.mayDelete = (caller, report) =>
        honest.mayDelete(caller, report) ||
        store.state
          .contents()
          .reports.some(
            (own) => own.createdBy === caller.id && own.file256Hash === report.file256Hash,
          );
      return {
        ...served,
        dependencies: { ...served.dependencies, rules: { ...honest, mayDelete } },
      };
    },
  },
  {
    name: 'whoever-has-seen-a-report-may-delete-it',
    breaks: 'delete/other-researcher-may-not',
    mutation: () => {
      const seen = new Set<string>();
      return (served) => {
        const { rules: honest } = served.dependencies;
        const mayFetch: typeof honest.mayFetch = (caller, report) => {
          seen.add(`${caller?.id} ${report.id}`);
          return honest.mayFetch(caller, report);
        };
        const mayDelete: typeof honest.mayDelete = (caller, report) =>
          honest.mayDelete(caller, report) || seen.has(`${caller.id} ${report.id}`);
        const rules = { ...honest, mayFetch, mayDelete };
        return { ...served, dependencies: { ...served.dependencies, rules } };
      };
    },
  },
];
