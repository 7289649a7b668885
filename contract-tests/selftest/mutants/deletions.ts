import type { StoredReport } from '../../../src/domain/report.ts';
import type { Service } from '../../../src/http/service.ts';
import { intercept, type Mutant, mutantsBreaking, onCall, onReply, rewrite } from '../mutant.ts';
import {
  added,
  afterDelete,
  callerBehind,
  feedOf,
  removed,
  reportsOf,
  restored,
  stateOf,
} from './stored-reports.ts';

/** Deletes other reports together with one. */
const takesAlong = (isMeant: (other: StoredReport, deleted: StoredReport) => boolean) =>
  afterDelete(async (deleted, served) => {
    for (const other of stateOf(served).contents().reports)
      if (isMeant(other, deleted)) await removed(served, other);
  });

/** Deletions that report success but keep some reports. */
export const deletesNot = (isMeant: (report: StoredReport) => boolean) =>
  afterDelete(async (report, served) => {
    if (isMeant(report)) await added(served, report);
  });

/** What a refused deletion does to the report after all. */
const refusesBut = (act: (served: Service, report: StoredReport) => Promise<void>) =>
  onReply('delete', async (reply, served, call) => {
    const report = stateOf(served).report(call.service, call.id);
    if (report && reply.outcome === 'not-your-report') await act(served, report);
    return reply;
  });

export const deletionMutants: readonly Mutant[] = mutantsBreaking({
  'delete/success-means-gone': {
    'delete-pretends': deletesNot(() => true),
    'delete-hides-from-the-creator-only': () => {
      const hidden = new Map<string, string>();
      return intercept(async (honest, served, call) => {
        if (call.operation === 'fetch' && hidden.get(call.id) === call.authorization)
          return served.replies.refused('fetch', { kind: 'unknown-report', id: call.id });
        if (call.operation !== 'delete') return honest(served, call);
        const report = stateOf(served).report(call.service, call.id);
        const reply = await honest(served, call);
        if (report && reply.outcome === 'deleted') {
          hidden.set(call.id, call.authorization ?? '');
          await added(served, report);
        }
        return reply;
      })();
    },
    'delete-leaves-the-report-in-the-other-feeds': () => {
      const deleted = new Map<string, StoredReport>();
      return intercept(async (honest, served, call) => {
        const left = call.operation === 'fetch' && deleted.get(call.id);
        if (left && left.service !== call.service) return served.replies.succeeded('fetch', left);
        if (call.operation !== 'delete') return honest(served, call);
        const report = stateOf(served).report(call.service, call.id);
        const reply = await honest(served, call);
        if (report && reply.outcome === 'deleted') deleted.set(report.id, report);
        return reply;
      })();
    },
    'delete-is-undone-a-moment-later': afterDelete((report, served) => {
      setTimeout(() => added(served, report), 100).unref();
    }),
  },
  'delete/removes-only-that-report': {
    'delete-once-more-takes-the-newest': () => {
      const deleted = new Set<string>();
      return onReply('delete', async (reply, served, call) => {
        const newest = reportsOf(served, call.service).at(-1);
        if (newest && deleted.has(call.id)) await removed(served, newest);
        if (reply.outcome === 'deleted') deleted.add(call.id);
        return reply;
      })();
    },
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
      if (next && reply.outcome === 'deleted') await removed(served, next);
      return reply;
    }),
  },
  'delete/own-feed-only': {
    'delete-takes-the-same-file-from-every-other-feed': takesAlong(
      (other, deleted) =>
        other.service !== deleted.service && other.file256Hash === deleted.file256Hash,
    ),
    'delete-works-from-every-feed': rewrite('delete', ({ id }, served) => ({
      service: feedOf(served, id),
    })),
    'delete-by-the-owner-of-the-named-feed': onCall('delete', async (honest, served, call) => {
      const service = feedOf(served, call.id);
      const isOwner = callerBehind(served, call)?.owns === call.service;
      if (!service || service === call.service || !isOwner) return honest(served, call);
      await removed(served, { service, id: call.id });
      return served.replies.refused('delete', { kind: 'unknown-report', id: call.id });
    }),
  },
  'delete/refused-means-unchanged': {
    'delete-refuses-and-deletes': refusesBut(removed),
    'delete-refuses-and-changes': refusesBut((served, report) =>
      restored(served, { ...report, tags: [...report.tags, 'disputed'] }),
    ),
  },
});
