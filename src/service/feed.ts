import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { StoredReport } from '../domain/report.ts';
import type { SentReport } from '../domain/rules.ts';
import { reportConcern } from '../store/changes.ts';
import type { Basis } from './basis.ts';

/** 4.1. Resolves when the report is safe. */
export async function createReport(
  basis: Basis,
  caller: Caller,
  service: string,
  sent: SentReport,
): Promise<Outcome<StoredReport>> {
  const { store } = basis;
  for (;;) {
    // No await between the decision and what follows from it.
    const decided = admitted(basis, caller, service, sent);
    if (decided.ok) {
      const report = decided.value;
      const opens = !store.state.hasService(service);
      const opened = opens && store.commit({ type: 'service-added', service });
      const added = store.commit({ type: 'report-added', report });
      await (opened ? Promise.all([opened, added]) : added);
      return decided;
    }
    const durable = store.whenDurable();
    if (!durable || (await durable)) return decided;
  }
}

function admitted(
  basis: Basis,
  caller: Caller,
  service: string,
  sent: SentReport,
): Outcome<StoredReport> {
  const { store, rules } = basis;
  if (!store.state.hasService(service) && !rules.opensFeeds) {
    return refused({ kind: 'unknown-service', service });
  }
  if (!rules.mayCreate(caller)) return refused({ kind: 'not-a-researcher' });
  const problem = rules.problemWith(sent);
  if (problem) return refused({ kind: 'invalid-report', problem });

  const report = composed(basis, caller, service, sent);
  if (rules.refusesDuplicates && store.state.firstLike(report, 'both')) {
    return refused({ kind: 'duplicate-report' });
  }
  return ok(report);
}

/** 4.2. */
export async function fetchReport(
  basis: Basis,
  caller: Caller | undefined,
  service: string,
  id: string,
): Promise<Outcome<StoredReport>> {
  const { store } = basis;
  const about = reportConcern(id);
  for (let wait = store.whenDurable(about); wait; wait = store.whenDurable(about)) await wait;
  const found = find(basis, service, id);
  if (!found.ok) return found;
  if (!basis.rules.mayFetch(caller, found.value)) return refused({ kind: 'may-not-fetch' });
  return found;
}

/** 4.3. Resolves when the report is gone for good. */
export async function deleteReport(
  basis: Basis,
  caller: Caller,
  service: string,
  id: string,
): Promise<Outcome<string>> {
  const { store, rules } = basis;
  const about = reportConcern(id);
  for (let wait = store.whenDurable(about); wait; wait = store.whenDurable(about)) await wait;
  // No await between finding the report and removing it.
  const found = find(basis, service, id);
  if (!found.ok) {
    const absent = found.refusal.kind !== 'unknown-service';
    return absent && rules.deletesAbsent ? ok(id) : found;
  }
  if (!rules.mayDelete(caller, found.value)) return refused({ kind: 'not-your-report' });
  const remember = rules.remembersDeleted;
  await store.commit({ type: 'report-removed', service, id: found.value.id, remember });
  return ok(found.value.id);
}

/** A report is found in its own feed and in no other (2.1). */
function find(basis: Basis, service: string, id: string): Outcome<StoredReport> {
  const { store, rules } = basis;
  if (!store.state.hasService(service) && !rules.opensFeeds) {
    return refused({ kind: 'unknown-service', service });
  }
  const report = store.state.report(service, id);
  if (report && rules.sameId(report.id, id)) return ok(report);
  const kind = store.state.wasDeleted(service, id) ? 'deleted-report' : 'unknown-report';
  return refused({ kind, id });
}

/** A report as it is kept, of what a caller sent. */
export function composed(
  basis: Basis,
  caller: Caller,
  service: string,
  sent: SentReport,
): StoredReport {
  const { store, rules } = basis;
  const draft = rules.asStored(sent);
  const now = basis.now();
  const id = rules.newId(basis.random, now);
  return {
    tags: draft.tags,
    c2Address: draft.c2Address,
    file256Hash: draft.file256Hash,
    referenceLink: draft.referenceLink,
    confidenceScore: draft.confidenceScore,
    id,
    service,
    createdBy: caller.id,
    name: rules.nameOf(draft, service),
    reportedAt: now,
    reportedBy: caller.name,
    firstSeenID: firstSeen() ?? id,
  };

  function firstSeen(): string | undefined {
    if (rules.firstSeen === 'own') return undefined;
    if (rules.firstSeen === 'random') return rules.newId(basis.random, now);
    const { file256Hash, c2Address } = draft;
    return store.state.firstLike({ service, file256Hash, c2Address }, rules.firstSeen)?.firstSeenID;
  }
}
