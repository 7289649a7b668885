import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredReport } from '../../../src/domain/report.ts';
import { body, changed, intercept, type Json, type Mutant } from '../mutant.ts';
import { idOf, reportsOf, restored, stores } from './stored-reports.ts';

/** Accepts a field from the client, although the service sets it. */
const takesOver = (
  field: 'reportedBy' | 'reportedAt' | 'name' | 'firstSeenID',
  read: (sent: unknown) => unknown,
) =>
  intercept(() => async (honest, served, call) => {
    const reply = await honest(served, call);
    if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
    const sent = (call.report as unknown as Json)[field];
    const report = served.dependencies.store.state.report(call.service, idOf(reply));
    if (report && sent !== undefined) {
      await restored(served, { ...report, [field]: read(sent) } as StoredReport);
    }
    return reply;
  });

export const creationMutants: readonly Mutant[] = [
  {
    name: 'create-answers-with-another-id',
    breaks: 'create/id-finds-the-report',
    mutation: body('created', (value) => ({ ...value, id: randomUUID() })),
  },
  {
    name: 'create-answers-with-the-first-id',
    breaks: 'create/makes-a-new-report',
    mutation: intercept(() => {
      let first: string | undefined;
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (reply.outcome !== 'created') return reply;
        first ??= idOf(reply);
        return changed(reply, (value) => ({ ...value, id: first }));
      };
    }),
  },
  {
    name: 'create-repeats-give-the-old-id',
    breaks: 'create/repeats-make-new-reports',
    mutation: intercept(() => async (honest, served, call) => {
      if (call.operation === 'create') {
        const { c2Address, file256Hash } = call.report;
        const old = reportsOf(served, call.service).find(
          (report) => report.c2Address === c2Address && report.file256Hash === file256Hash,
        );
        if (old) return served.replies.succeeded('create', old);
      }
      return honest(served, call);
    }),
  },
  {
    name: 'create-loses-parallel-reports',
    breaks: 'create/parallel-creates-are-all-kept',
    mutation: intercept(() => {
      let under = 0;
      return async (honest, served, call) => {
        if (call.operation !== 'create') return honest(served, call);
        const crowded = ++under > 1;
        await pause(20);
        const reply = await honest(served, call);
        under--;
        if (crowded && reply.outcome === 'created') {
          const { service } = call;
          const id = idOf(reply);
          await served.dependencies.store.commit({
            type: 'report-removed',
            service,
            id,
            remember: false,
          });
        }
        return reply;
      };
    }),
  },
  {
    name: 'create-stores-in-another-feed',
    breaks: 'create/in-the-named-feed',
    mutation: intercept(() => (honest, served, call) => {
      const other = call.operation === 'create' && call.service === 'dyndnsco';
      return honest(served, other ? { ...call, service: 'tunnelco' } : call);
    }),
  },
  {
    name: 'create-stamps-all-reports',
    breaks: 'create/leaves-others-unchanged',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const id = idOf(reply);
      for (const report of reportsOf(served, call.service))
        if (report.id !== id) await restored(served, { ...report, tags: [id] });
      return reply;
    }),
  },
  {
    name: 'create-updates-what-is-known-of-the-file',
    breaks: 'create/leaves-others-unchanged',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const { file256Hash, tags = [] } = call.report;
      for (const report of reportsOf(served, call.service)) {
        if (report.file256Hash === file256Hash) await restored(served, { ...report, tags });
      }
      return reply;
    }),
  },
  {
    name: 'create-scores-the-file-anew',
    breaks: 'create/leaves-others-unchanged',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const { file256Hash, confidenceScore = 0 } = call.report;
      for (const report of reportsOf(served, call.service)) {
        if (report.file256Hash === file256Hash)
          await restored(served, { ...report, confidenceScore });
      }
      return reply;
    }),
  },
  {
    name: 'create-takes-over-the-id',
    breaks: 'create/id-is-the-services',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const sent = (call.report as unknown as Json).id;
      if (typeof sent !== 'string') return reply;
      const { store } = served.dependencies;
      const report = store.state.report(call.service, idOf(reply));
      if (!report) return reply;
      const { service, id } = report;
      await store.commit({ type: 'report-removed', service, id, remember: false });
      await store.commit({ type: 'report-added', report: { ...report, id: sent } });
      return changed(reply, (value) => ({ ...value, id: sent }));
    }),
  },
  {
    name: 'create-overwrites-by-id',
    breaks: 'create/overwrites-nothing',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const sent = (call.report as unknown as Json).id;
      const { state } = served.dependencies.store;
      const old = typeof sent === 'string' ? state.report(call.service, sent) : undefined;
      const report = state.report(call.service, idOf(reply));
      if (old && report) await restored(served, { ...report, id: old.id });
      return reply;
    }),
  },
  {
    name: 'create-takes-over-the-reporter',
    breaks: 'create/reporter-is-the-services',
    mutation: takesOver('reportedBy', String),
  },
  {
    name: 'create-takes-over-the-time',
    breaks: 'create/time-is-the-services',
    mutation: takesOver('reportedAt', (sent) => Date.parse(`${String(sent).replace(' ', 'T')}Z`)),
  },
  {
    name: 'create-takes-over-any-name',
    breaks: 'create/stores-only-reports',
    mutation: takesOver('name', (sent) => sent),
  },
  {
    name: 'create-takes-over-any-first-seen-id',
    breaks: 'create/stores-only-reports',
    mutation: takesOver('firstSeenID', (sent) => sent),
  },
  {
    name: 'reporter-changes-with-every-report',
    breaks: 'report/reported-by-is-the-creator',
    mutation: stores((report) => ({ reportedBy: `reporter of ${report.id}` })),
  },
];
