import type { StoredReport } from '../../../src/domain/report.ts';
import { deletionRule, type Mutant, mutantsBreaking, overrideRules } from '../mutant.ts';
import { deletesNot } from './deletions.ts';
import { afterDelete, removed, reportsOf } from './stored-reports.ts';

const untagged = ({ tags }: StoredReport): boolean => tags.length === 0;
const longTagged = ({ tags }: StoredReport): boolean => tags.some(({ length }) => length > 100);

/** Refuses an unauthorised caller this many times, then succeeds. */
export const givesIn = (after: number) => () => {
  const tried = new Map<string, number>();
  return deletionRule((honest, caller, report) => {
    const key = `${caller.id} ${report.id}`;
    tried.set(key, (tried.get(key) ?? 0) + 1);
    return honest || (tried.get(key) ?? 0) > after;
  })();
};

const createdByOwnerOf = (service: string) =>
  overrideRules((honest) => ({
    mayCreate: (caller) => caller.owns === service || honest.mayCreate(caller),
  }));

/** Rules that fail only for some reports, some pairs of callers or some moments. */
export const cornerMutants: readonly Mutant[] = mutantsBreaking({
  'delete/success-means-gone': {
    'delete-leaves-reports-without-tags': deletesNot(untagged),
    'delete-leaves-reports-with-a-long-tag': deletesNot(longTagged),
  },
  'delete/creator-may-delete': {
    'creators-may-not-delete-reports-without-tags': deletionRule(
      (honest, caller, report) => honest && !(untagged(report) && caller.id === report.createdBy),
    ),
  },
  'delete/owner-may-delete-any': {
    'owners-may-not-delete-reports-without-tags': deletionRule(
      (honest, caller, report) => honest && !(untagged(report) && caller.owns === report.service),
    ),
  },
  'delete/reader-may-not': {
    'the-reader-deletes-reports-without-tags': deletionRule(
      (honest, caller, report) => honest || (untagged(report) && caller.id === 'reader'),
    ),
    'the-analyst-deletes-everything': deletionRule(
      (honest, caller) => honest || caller.id === 'analyst',
    ),
  },
  'delete/other-owner-may-not': {
    'another-owner-deletes-what-the-second-researcher-made': deletionRule(
      (honest, caller, report) =>
        honest || (caller.owns === 'dyndnsco' && report.createdBy === 'researcher-2'),
    ),
    'strangers-delete-at-the-fifth-try': givesIn(4),
  },
  'delete/other-researcher-may-not': { 'strangers-delete-at-the-third-try': givesIn(2) },
  'create/researchers-only': {
    'the-owner-of-tunnelco-creates': createdByOwnerOf('tunnelco'),
    'the-owner-of-dyndnsco-creates': createdByOwnerOf('dyndnsco'),
    'readers-create-at-the-fourth-try': () => {
      let tries = 0;
      return overrideRules((honest) => ({
        mayCreate: (caller) =>
          honest.mayCreate(caller) || (caller.id === 'reader' && ++tries % 4 === 0),
      }))();
    },
  },
  'delete/removes-only-that-report': {
    'delete-at-once-takes-the-newest-too': afterDelete(async ({ service }, served) => {
      const newest = reportsOf(served, service).at(-1);
      if (newest && untagged(newest)) await removed(served, newest);
    }),
  },
});
