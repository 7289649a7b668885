import type { Caller } from '../../../src/domain/caller.ts';
import type { StoredReport } from '../../../src/domain/report.ts';
import type { Reply } from '../../../src/http/reply/reply.ts';
import type { Service } from '../../../src/http/service.ts';
import { intercept, type Json, type MutantCall } from '../mutant.ts';

export const reportsOf = (served: Service, service: string): StoredReport[] =>
  served.dependencies.store.state.contents().reports.filter((report) => report.service === service);

export const feedOf = (served: Service, id: string): string | undefined =>
  served.dependencies.store.state.contents().reports.find((report) => report.id === id)?.service;

export const callerBehind = (served: Service, { authorization }: MutantCall): Caller | undefined =>
  served.dependencies.store.state.callerByToken(authorization ?? '');

/** The id of the report that a create returned. */
export const idOf = (reply: Reply): string =>
  reply.body.type === 'json' ? String((reply.body.value as Json).id) : '';

export const removed = (served: Service, service: string, id: string): Promise<void> =>
  served.dependencies.store.commit({ type: 'report-removed', service, id, remember: false });

/** Replaces a stored report. */
export const restored = async (served: Service, report: StoredReport): Promise<void> => {
  await removed(served, report.service, report.id);
  await served.dependencies.store.commit({ type: 'report-added', report });
};

/** Stores something other than what was sent. */
export const stores = (change: (report: StoredReport, nth: number) => Partial<StoredReport>) =>
  intercept(() => {
    let nth = 0;
    return async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const report = served.dependencies.store.state.report(call.service, idOf(reply));
      if (report) await restored(served, { ...report, ...change(report, ++nth) });
      return reply;
    };
  });
