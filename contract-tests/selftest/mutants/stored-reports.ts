import type { Caller } from '../../../src/domain/caller.ts';
import type { StoredReport } from '../../../src/domain/report.ts';
import type { Reply } from '../../../src/http/reply/reply.ts';
import type { Service } from '../../../src/http/service.ts';
import { type CallOf, type Json, type MutantCall, onCall, onReply } from '../mutant.ts';

export const stateOf = (served: Service) => served.dependencies.store.state;

export const reportsOf = (served: Service, service: string): StoredReport[] =>
  stateOf(served)
    .contents()
    .reports.filter((report) => report.service === service);

export const feedOf = (served: Service, id: string): string | undefined =>
  stateOf(served)
    .contents()
    .reports.find((report) => report.id === id)?.service;

export const callerBehind = (served: Service, { authorization }: MutantCall): Caller | undefined =>
  stateOf(served).callerByToken(authorization ?? '');

/** Whether the caller owns any feed. */
export const isOwner = (served: Service, call: MutantCall): boolean =>
  !!callerBehind(served, call)?.owns;

/** The id of the report that a create returned. */
export const idOf = (reply: Reply): string =>
  reply.body.type === 'json' ? String((reply.body.value as Json).id) : '';

export const added = (served: Service, report: StoredReport): Promise<void> =>
  served.dependencies.store.commit({ type: 'report-added', report });

export const removed = (
  served: Service,
  { service, id }: Pick<StoredReport, 'service' | 'id'>,
): Promise<void> =>
  served.dependencies.store.commit({ type: 'report-removed', service, id, remember: false });

/** Replaces a stored report. */
export const restored = async (served: Service, report: StoredReport): Promise<void> => {
  await removed(served, report);
  await added(served, report);
};

type After<O extends 'create' | 'delete'> = (
  report: StoredReport,
  served: Service,
  call: CallOf<O>,
) => Promise<void> | void;

/** Acts on every report that was created, before the reply. */
export const afterCreate = (act: After<'create'>) =>
  onReply('create', async (reply, served, call) => {
    if (reply.outcome !== 'created') return reply;
    const report = stateOf(served).report(call.service, idOf(reply));
    if (report) await act(report, served, call);
    return reply;
  });

/** Acts on every report that was deleted, before the reply. */
export const afterDelete = (act: After<'delete'>) =>
  onCall('delete', async (honest, served, call) => {
    const report = stateOf(served).report(call.service, call.id);
    const reply = await honest(served, call);
    if (report && reply.outcome === 'deleted') await act(report, served, call);
    return reply;
  });

/** Stores something other than what was sent. */
export const stores = (change: (report: StoredReport) => Partial<StoredReport>) =>
  afterCreate((report, served) => restored(served, { ...report, ...change(report) }));
