import { type CallOf, type Json, type MutantCall, onCall, onReply } from '../mutant.ts';
import type { Caller, Reply, StoredReport, WorldApi } from '../server.ts';

export function stateOf(served: WorldApi) {
  return served.dependencies.store.state;
}

export function reportsOf(served: WorldApi, service: string): StoredReport[] {
  return stateOf(served)
    .contents()
    .reports.filter((report) => report.service === service);
}

export function feedOf(served: WorldApi, id: string): string | undefined {
  return stateOf(served)
    .contents()
    .reports.find((report) => report.id === id)?.service;
}

export function callerBehind(served: WorldApi, { authorization }: MutantCall): Caller | undefined {
  return stateOf(served).callerByToken(authorization ?? '');
}

/** Whether the caller owns any feed. */
export function isOwner(served: WorldApi, call: MutantCall): boolean {
  return !!callerBehind(served, call)?.owns;
}

/** The id of the report that a create returned. */
export function idOf(reply: Reply): string {
  return reply.body.type === 'json' ? String((reply.body.value as Json).id) : '';
}

export function addReport(served: WorldApi, report: StoredReport): Promise<void> {
  return served.dependencies.store.commit({ type: 'report-added', report });
}

export function removeReport(
  served: WorldApi,
  { service, id }: Pick<StoredReport, 'service' | 'id'>,
): Promise<void> {
  return served.dependencies.store.commit({ type: 'report-removed', service, id, remember: false });
}

/** Replaces a stored report. */
export async function restoreReport(served: WorldApi, report: StoredReport): Promise<void> {
  await removeReport(served, report);
  await addReport(served, report);
}

type After<O extends 'create' | 'delete'> = (
  report: StoredReport,
  served: WorldApi,
  call: CallOf<O>,
) => Promise<void> | void;

/** Acts on every report that was created, before the reply. */
export function afterCreate(act: After<'create'>) {
  return onReply('create', async (reply, served, call) => {
    if (reply.outcome !== 'created') return reply;
    const report = stateOf(served).report(call.service, idOf(reply));
    if (report) await act(report, served, call);
    return reply;
  });
}

/** Acts on every report that was deleted, before the reply. */
export function afterDelete(act: After<'delete'>) {
  return onCall('delete', async (honest, served, call) => {
    const report = stateOf(served).report(call.service, call.id);
    const reply = await honest(served, call);
    if (report && reply.outcome === 'deleted') await act(report, served, call);
    return reply;
  });
}

/** Stores something other than what was sent. */
export function stores(change: (report: StoredReport) => Partial<StoredReport>) {
  return afterCreate((report, served) => restoreReport(served, { ...report, ...change(report) }));
}
