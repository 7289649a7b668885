import type { StoredReport } from '../../../src/domain/report.ts';
import { intercept, type Mutant, type MutantCall } from '../mutant.ts';
import { feedOf, removed, reportsOf } from './stored-reports.ts';

const isDelete = (call: MutantCall): call is MutantCall & { operation: 'delete' } =>
  call.operation === 'delete';

/** Deletes other reports together with one. */
const takesAlong = (isMeant: (other: StoredReport, deleted: StoredReport) => boolean) =>
  intercept(() => async (honest, served, call) => {
    if (!isDelete(call)) return honest(served, call);
    const { state } = served.dependencies.store;
    const report = state.report(call.service, call.id);
    const reply = await honest(served, call);
    if (report && reply.outcome === 'deleted')
      for (const other of state.contents().reports)
        if (isMeant(other, report)) await removed(served, other.service, other.id);
    return reply;
  });

export const deletionMutants: readonly Mutant[] = [
  {
    name: 'delete-pretends',
    breaks: 'delete/success-means-gone',
    mutation: intercept(() => async (honest, served, call) => {
      if (!isDelete(call)) return honest(served, call);
      const report = served.dependencies.store.state.report(call.service, call.id);
      const reply = await honest(served, call);
      if (report && reply.outcome === 'deleted') {
        await served.dependencies.store.commit({ type: 'report-added', report });
      }
      return reply;
    }),
  },
  {
    name: 'delete-hides-from-the-creator-only',
    breaks: 'delete/success-means-gone',
    mutation: intercept(() => {
      const hidden = new Map<string, string>();
      return async (honest, served, call) => {
        if (call.operation === 'fetch' && hidden.get(call.id) === call.authorization) {
          return served.replies.refused('fetch', { kind: 'unknown-report', id: call.id });
        }
        if (!isDelete(call)) return honest(served, call);
        const report = served.dependencies.store.state.report(call.service, call.id);
        const reply = await honest(served, call);
        if (report && reply.outcome === 'deleted') {
          hidden.set(call.id, call.authorization ?? '');
          await served.dependencies.store.commit({ type: 'report-added', report });
        }
        return reply;
      };
    }),
  },
  {
    name: 'delete-leaves-the-report-in-the-other-feeds',
    breaks: 'delete/success-means-gone',
    mutation: intercept(() => {
      const deleted = new Map<string, StoredReport>();
      return async (honest, served, call) => {
        const left = call.operation === 'fetch' && deleted.get(call.id);
        if (left && left.service !== call.service) return served.replies.succeeded('fetch', left);
        if (!isDelete(call)) return honest(served, call);
        const report = served.dependencies.store.state.report(call.service, call.id);
        const reply = await honest(served, call);
        if (report && reply.outcome === 'deleted') deleted.set(report.id, report);
        return reply;
      };
    }),
  },
  {
    name: 'delete-is-undone-a-moment-later',
    breaks: 'delete/success-means-gone',
    mutation: intercept(() => async (honest, served, call) => {
      if (!isDelete(call)) return honest(served, call);
      const report = served.dependencies.store.state.report(call.service, call.id);
      const reply = await honest(served, call);
      if (report && reply.outcome === 'deleted')
        setTimeout(
          () => served.dependencies.store.commit({ type: 'report-added', report }),
          100,
        ).unref();
      return reply;
    }),
  },
  {
    name: 'delete-once-more-takes-the-newest',
    breaks: 'delete/removes-only-that-report',
    mutation: intercept(() => {
      const deleted = new Set<string>();
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (!isDelete(call)) return reply;
        const newest = reportsOf(served, call.service).at(-1);
        if (newest && deleted.has(call.id)) await removed(served, newest.service, newest.id);
        if (reply.outcome === 'deleted') deleted.add(call.id);
        return reply;
      };
    }),
  },
  {
    name: 'delete-compares-the-beginning-of-ids',
    breaks: 'delete/removes-only-that-report',
    mutation: intercept(() => (honest, served, call) => {
      const { reports } = served.dependencies.store.state.contents();
      const near =
        isDelete(call) && reports.find(({ id }) => id.slice(0, 8) === call.id.slice(0, 8));
      return honest(served, near ? { ...call, id: near.id } : call);
    }),
  },
  ...(['file256Hash', 'c2Address'] as const).map(
    (field): Mutant => ({
      name: `delete-takes-what-has-the-same-${field === 'c2Address' ? 'address' : 'file'}`,
      breaks: 'delete/removes-only-that-report',
      mutation: takesAlong((other, deleted) => other[field] === deleted[field]),
    }),
  ),
  {
    name: 'delete-takes-the-same-file-from-every-other-feed',
    breaks: 'delete/own-feed-only',
    mutation: takesAlong(
      (other, deleted) =>
        other.service !== deleted.service && other.file256Hash === deleted.file256Hash,
    ),
  },
  {
    name: 'delete-refuses-and-deletes',
    breaks: 'delete/refused-means-unchanged',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (isDelete(call) && reply.outcome === 'not-your-report') {
        await removed(served, call.service, call.id);
      }
      return reply;
    }),
  },
  {
    name: 'delete-refuses-and-changes',
    breaks: 'delete/refused-means-unchanged',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (!isDelete(call) || reply.outcome !== 'not-your-report') return reply;
      const report = served.dependencies.store.state.report(call.service, call.id);
      if (report) {
        await removed(served, call.service, call.id);
        const marked = { ...report, tags: [...report.tags, 'disputed'] };
        await served.dependencies.store.commit({ type: 'report-added', report: marked });
      }
      return reply;
    }),
  },
  {
    name: 'delete-takes-the-next-report-along',
    breaks: 'delete/removes-only-that-report',
    mutation: intercept(() => async (honest, served, call) => {
      if (!isDelete(call)) return honest(served, call);
      const own = reportsOf(served, call.service);
      const at = own.findIndex(({ id }) => id === call.id);
      const next = at < 0 ? undefined : own[at + 1];
      const reply = await honest(served, call);
      if (next && reply.outcome === 'deleted') await removed(served, next.service, next.id);
      return reply;
    }),
  },
  {
    name: 'delete-works-from-every-feed',
    breaks: 'delete/own-feed-only',
    mutation: intercept(() => async (honest, served, call) => {
      const service = isDelete(call) && feedOf(served, call.id);
      return honest(served, service ? { ...call, service } : call);
    }),
  },
  {
    name: 'delete-by-the-owner-of-the-named-feed',
    breaks: 'delete/own-feed-only',
    mutation: intercept(() => async (honest, served, call) => {
      const service = isDelete(call) && feedOf(served, call.id);
      if (!isDelete(call) || !service || service === call.service) return honest(served, call);
      const owner = served.dependencies.store.state.callerByToken(call.authorization ?? '');
      if (owner?.owns !== call.service) return honest(served, call);
      await removed(served, service, call.id);
      return served.replies.refused('delete', { kind: 'unknown-report', id: call.id });
    }),
  },
];
