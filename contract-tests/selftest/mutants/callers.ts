import { operationPlaces } from '../../../src/spec/operations.ts';
import {
  combined,
  type Json,
  type Mutant,
  mutantsBreaking,
  overrideRules,
  rewrite,
} from '../mutant.ts';
import type {
  Caller,
  Mutation,
  OperationName as Operation,
  StoredReport,
  WorldApi,
} from '../server.ts';
import { callerBehind, reportsOf } from './stored-reports.ts';
import { denies, lets, type Right, tokenOf } from './who-may.ts';

/** Treats requests without a token, or with an unknown one, as those of an existing caller. */
function takesFor(operation: Operation, token: string, when: (header?: string) => boolean) {
  return (): Mutation => (served) => {
    const taken = (of: Operation | undefined, header?: string) =>
      of === operation && when(header) ? token : header;
    return {
      ...served,
      authenticate(of, header) {
        return served.authenticate.call(this, of, taken(of, header));
      },
    };
  };
}

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

function formOf(token: string): string {
  return token.replace(/[a-z]/gi, 'a').replace(/\d/g, '0');
}

/** Whom strangers are taken for, where it is not whoever may call the operation first. */
const knownTokens: { readonly [operation in Operation]?: string } = {
  delete: 'token-owner-tunnelco',
  lookup: 'token-analyst',
};

function tokenMutants(
  operation: Operation,
  known = knownTokens[operation] ?? tokenOf(operation),
  similar = operation === 'delete' ? 'token-researcher-1' : known,
): Mutant[] {
  return [
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
}

function creates(isLet: (caller: Caller) => boolean) {
  return lets('create', isLet);
}

type ReportRight = (caller: Caller, report: StoredReport, served: WorldApi) => boolean;

/** Deletions are about stored reports. */
function grants(isLet: ReportRight) {
  return lets('delete', isLet as Right);
}

function refuses(isKept: ReportRight) {
  return denies('delete', isKept as Right);
}

/** Refuses an unauthorised caller this many times, then succeeds. */
function givesIn(after: number) {
  return () => {
    const tried = new Map<string, number>();
    return grants((caller, report) => {
      const key = `${caller.id} ${report.id}`;
      tried.set(key, (tried.get(key) ?? 0) + 1);
      return (tried.get(key) ?? 0) > after;
    })();
  };
}

function isUntagged({ tags }: StoredReport): boolean {
  return tags.length === 0;
}

/** The reports of its file, oldest first. */
function sameFile(served: WorldApi, { service, file256Hash }: StoredReport): StoredReport[] {
  return reportsOf(served, service).filter((one) => one.file256Hash === file256Hash);
}

export const callerMutants: readonly Mutant[] = [
  ...operationPlaces.flatMap(({ name, needsToken }) =>
    needsToken ? tokenMutants(name as Operation) : [],
  ),
  ...mutantsBreaking({
    'create/researchers-only': {
      'everybody-but-owners-creates': creates(({ owns }) => owns === undefined),
      'readers-create-at-the-fourth-try': () => {
        let tries = 0;
        return creates(({ id }) => id === 'reader' && ++tries % 4 === 0)();
      },
      'everybody-creates-in-the-second-feed': rewrite('create', ({ service, authorization }) => ({
        authorization:
          service === 'dyndnsco' && authorization === 'token-reader' && 'token-researcher-1',
      })),
      'create-believes-who-says-to-be-a-researcher': rewrite('create', (call, served) => ({
        authorization:
          (call.report as unknown as Json).role === 'researcher' &&
          callerBehind(served, call) &&
          'token-researcher-1',
      })),
    },
    'delete/reader-may-not': {
      'everybody-deletes-in-the-second-feed': grants((_, { service }) => service === 'dyndnsco'),
      'the-reader-deletes-reports-without-tags': grants(
        ({ id }, report) => id === 'reader' && isUntagged(report),
      ),
      'strangers-delete-one-of-several': grants(
        ({ owns, roles }, report, served) =>
          !owns && roles.length === 0 && sameFile(served, report).length > 1,
      ),
    },
    'delete/other-researcher-may-not': {
      'researchers-delete-everything': grants(({ roles }) => roles.includes('researcher')),
      'strangers-delete-at-the-second-try': givesIn(1),
      'strangers-delete-at-the-third-try': givesIn(2),
      'whoever-has-seen-a-report-may-delete-it': () => {
        const seen = new Set<string>();
        return combined(
          overrideRules((honest) => ({
            may: (operation, caller, subject) => {
              if (operation === 'fetch') seen.add(`${caller?.id} ${(subject as StoredReport).id}`);
              return honest.may(operation, caller, subject);
            },
          })),
          grants((caller, report) => seen.has(`${caller.id} ${report.id}`)),
        )();
      },
    },
    'delete/researchers-are-equal': {
      'who-has-reported-the-same-file-may-delete': grants(({ id }, report, served) =>
        sameFile(served, report).some(({ createdBy }) => createdBy === id),
      ),
      'delete-by-the-first-to-report-the-file': grants(
        ({ id }, report, served) => sameFile(served, report)[0]?.createdBy === id,
      ),
    },
    'delete/other-owner-may-not': {
      'owners-delete-everywhere': grants(({ owns }) => owns !== undefined),
      'another-owner-deletes-what-the-second-researcher-made': grants(
        ({ owns }, { createdBy }) => owns === 'dyndnsco' && createdBy === 'researcher-2',
      ),
      'strangers-delete-at-the-fifth-try': givesIn(4),
    },
    'delete/creator-may-delete': {
      'creators-may-not-delete-reports-without-tags': refuses(
        ({ id }, report) => id === report.createdBy && isUntagged(report),
      ),
    },
    'delete/owner-may-delete-any': {
      'owners-delete-only-what-the-first-researcher-made': refuses(
        ({ owns }, { createdBy }) => owns !== undefined && createdBy !== 'researcher-1',
      ),
      'owners-may-not-delete-reports-without-tags': refuses(
        ({ owns }, report) => owns === report.service && isUntagged(report),
      ),
      'owner-may-not-delete-one-of-several': refuses(
        ({ owns }, report, served) =>
          owns === report.service && sameFile(served, report).length > 1,
      ),
    },
  }),
];
