import {
  type CallOf,
  combined,
  intercept,
  type Mutant,
  mutantsBreaking,
  onCall,
  onReply,
  rewrite,
} from '../mutant.ts';
import type { Reply, StoredReport, WorldApi } from '../server.ts';
import {
  addReport,
  afterCreate,
  afterDelete,
  callerBehind,
  feedOf,
  isOwner,
  removeReport,
  reportsOf,
  restoreReport,
  stateOf,
} from './stored-reports.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Deletes other reports together with one. */
function takesAlong(isMeant: (other: StoredReport, deleted: StoredReport) => boolean) {
  return afterDelete(async (deleted, served) => {
    for (const other of stateOf(served).contents().reports)
      if (isMeant(other, deleted)) await removeReport(served, other);
  });
}

/** Some requests to delete take the newest report of the feed. */
export function takesTheNewest(
  isMeant: (reply: Reply, served: WorldApi, call: CallOf<'delete'>) => boolean,
) {
  return onReply('delete', async (reply, served, call) => {
    const newest = reportsOf(served, call.service).at(-1);
    if (isMeant(reply, served, call) && newest) await removeReport(served, newest);
    return reply;
  });
}

/** Deletions that report success but keep some reports. */
function deletesNot(isMeant: (report: StoredReport) => boolean) {
  return afterDelete(async (report, served) => {
    if (isMeant(report)) await addReport(served, report);
  });
}

/** What a refused deletion does to the report after all. */
function refusesBut(act: (served: WorldApi, report: StoredReport) => Promise<void>) {
  return onReply('delete', async (reply, served, call) => {
    const report = stateOf(served).report(call.service, call.id);
    if (report && reply.outcome === 'not-your-report') await act(served, report);
    return reply;
  });
}

/** Removes a report of another feed than the one named, for some callers, whatever is answered. */
function reachesOver(isMeant: (served: WorldApi, call: CallOf<'delete'>) => boolean) {
  return onCall('delete', async (honest, served, call) => {
    const service = feedOf(served, call.id);
    if (service && service !== call.service && isMeant(served, call))
      await removeReport(served, { service, id: call.id });
    return honest(served, call);
  });
}

export const deletionMutants: readonly Mutant[] = mutantsBreaking({
  'delete/success-means-gone': {
    'delete-pretends': deletesNot(() => true),
    'delete-leaves-reports-without-tags': deletesNot(({ tags }) => tags.length === 0),
    'delete-leaves-reports-with-a-long-tag': deletesNot(({ tags }) =>
      tags.some(({ length }) => length > 100),
    ),
    'delete-hides-from-the-creator-only': () => {
      const hidden = new Map<string, string | undefined>();
      return combined(
        afterDelete((report, served, { authorization }) => {
          hidden.set(report.id, authorization);
          return addReport(served, report);
        }),
        rewrite('fetch', ({ id, authorization }) => ({
          id: hidden.has(id) && hidden.get(id) === authorization && unknownId,
        })),
      )();
    },
    'delete-leaves-the-report-in-the-other-feeds': () => {
      const deleted = new Map<string, StoredReport>();
      return combined(
        afterDelete((report) => void deleted.set(report.id, report)),
        onCall('fetch', (honest, served, call) => {
          const left = deleted.get(call.id);
          return left && left.service !== call.service
            ? served.replies.succeeded('fetch', left)
            : honest(served, call);
        }),
      )();
    },
    'deleted-report-comes-back-with-its-file': () => {
      const gone: StoredReport[] = [];
      return combined(
        afterDelete((report) => void gone.push(report)),
        afterCreate(async ({ file256Hash }, served) => {
          const back = gone.find((one) => one.file256Hash === file256Hash);
          if (back) await restoreReport(served, back);
        }),
      )();
    },
    'delete-is-undone-a-moment-later': afterDelete((report, served) => {
      setTimeout(() => addReport(served, report), 100).unref();
    }),
  },
  'delete/creator-may-delete': {
    'delete-only-what-was-fetched': () => {
      const fetched = new Set<string>();
      return intercept((honest, served, call) => {
        if (call.operation === 'fetch') fetched.add(call.id);
        const isRefused = call.operation === 'delete' && !fetched.has(call.id);
        return isRefused
          ? served.replies.refused('delete', { kind: 'unknown-report', id: call.id })
          : honest(served, call);
      })();
    },
  },
  'delete/removes-only-that-report': {
    'delete-once-more-takes-the-newest': () => {
      const deleted = new Set<string>();
      return takesTheNewest(({ outcome }, _, { id }) => {
        const isAgain = deleted.has(id);
        if (outcome === 'deleted') deleted.add(id);
        return isAgain;
      })();
    },
    'delete-at-once-takes-the-newest-too': takesTheNewest(
      ({ outcome }, served, { service }) =>
        outcome === 'deleted' && reportsOf(served, service).at(-1)?.tags.length === 0,
    ),
    'delete-of-an-unknown-id-by-the-owner-takes-the-newest': takesTheNewest(
      ({ outcome }, served, call) => outcome === 'unknown-report' && isOwner(served, call),
    ),
    'delete-compares-the-beginning-of-ids': rewrite('delete', (call, served) => ({
      id: stateOf(served)
        .contents()
        .reports.find(({ id }) => id.slice(0, 8) === call.id.slice(0, 8))?.id,
    })),
    'delete-takes-what-has-the-same-file': takesAlong(
      (other, deleted) => other.file256Hash === deleted.file256Hash,
    ),
    'delete-takes-what-has-the-same-address': takesAlong(
      (other, deleted) => other.c2Address === deleted.c2Address,
    ),
    'delete-takes-the-next-report-along': onCall('delete', async (honest, served, call) => {
      const own = reportsOf(served, call.service);
      const at = own.findIndex(({ id }) => id === call.id);
      const next = at < 0 ? undefined : own[at + 1];
      const reply = await honest(served, call);
      if (next && reply.outcome === 'deleted') await removeReport(served, next);
      return reply;
    }),
    'strangers-delete-by-an-id-in-upper-case': rewrite('delete', (call, served) => ({
      authorization:
        call.id !== call.id.toLowerCase() &&
        callerBehind(served, call) &&
        `token-owner-${call.service}`,
    })),
  },
  'delete/own-feed-only': {
    'delete-takes-the-same-file-from-every-other-feed': takesAlong(
      (other, deleted) =>
        other.service !== deleted.service && other.file256Hash === deleted.file256Hash,
    ),
    'delete-works-from-every-feed': rewrite('delete', ({ id }, served) => ({
      service: feedOf(served, id),
    })),
    'delete-by-the-owner-of-the-named-feed': reachesOver(
      (served, call) => callerBehind(served, call)?.owns === call.service,
    ),
    'delete-in-another-feed-asks-nobody': reachesOver((served, call) => {
      const { owns, roles } = callerBehind(served, call) ?? {};
      return !owns && roles?.includes('researcher') === false;
    }),
  },
  'delete/refused-means-unchanged': {
    'delete-refuses-and-deletes': refusesBut(removeReport),
    'delete-refuses-and-changes': refusesBut((served, report) =>
      restoreReport(served, { ...report, tags: [...report.tags, 'disputed'] }),
    ),
  },
});
