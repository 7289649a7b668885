import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { Report, ReportDraft, StoredReport } from '../domain/report.ts';
import type { SentReport } from '../domain/rules.ts';
import type { components } from '../spec/api.generated.ts';
import { draftFields } from '../spec/fields.ts';
import type { Dependencies } from './dependencies.ts';
import { knownCaller } from './identify-caller.ts';
import { clause, commonCauses, mayNot, type Operation, open } from './operation.ts';

export interface CreateInput {
  readonly service: string;
  readonly report: SentReport;
}

/** 4.1. */
export const create: Operation<CreateInput, StoredReport> = {
  name: 'create',
  success: 'created',
  input: ({ params, body }) => ({ service: String(params.service), report: body as SentReport }),
  run(dependencies, someone, { service, report: sent }) {
    const { store } = dependencies;
    const decided = admitted(dependencies, knownCaller(someone), service, sent);
    if (!decided.ok || store.state.report(service, decided.value.id)) return decided;
    if (!store.state.hasService(service)) store.commit({ type: 'service-added', service });
    store.commit({ type: 'report-added', report: decided.value });
    return decided;
  },
  body: ({ id }) => ({ id, successful: true }) satisfies components['schemas']['ReportCreated'],
  event: ({ id }) => `report-created; id=${id}`,
  bodyRules: (dialect) => ({
    limit: dialect['create.body-limit'],
    anyContentType: dialect['create.content-type'] === 'ignored',
    leftOutIfNull: dialect['create.null-fields'] === 'left-out' ? draftFields : [],
    onlyDigits: dialect['create.score.notation'] === 'digits',
  }),
  badBody: (problem, flaw) => ({
    kind: flaw === 'type' ? 'wrong-type' : 'invalid-report',
    problem,
  }),
  causes: {
    ...commonCauses,
    'malformed-request': open('create.status.malformed-request'),
    'wrong-content-type': open('create.content-type'),
    'body-too-large': open('create.body-limit'),
    'wrong-type': clause('create/stores-only-reports'),
    'no-object': clause('create/stores-only-reports'),
    'wrong-notation': open('create.score.notation'),
    'invalid-report': clause('create/stores-only-reports'),
    'no-token': clause('create/token-required'),
    'unknown-token': clause('create/token-must-be-known'),
    'unknown-service': open('feed.unknown-service'),
    'not-a-researcher': clause('create/researchers-only'),
    'duplicate-report': open('create.duplicates'),
  },
};

function admitted(
  dependencies: Dependencies,
  caller: Caller,
  service: string,
  sent: SentReport,
): Outcome<StoredReport> {
  const { store, rules } = dependencies;
  if (!store.state.hasService(service) && !rules.opensFeeds) {
    return refused({ kind: 'unknown-service', service });
  }
  if (!rules.may('create', caller, { service }))
    return mayNot('not-a-researcher', 'create', dependencies.dialect);
  const problem = rules.problemWith(sent);
  if (problem) return refused({ kind: 'invalid-report', problem });

  const report = newStoredReport(dependencies, caller, service, sent);
  if (rules.duplicates === 'refused' && store.state.firstLike(report, 'both')) {
    return refused({ kind: 'duplicate-report' });
  }
  const own = rules.duplicates === 'same-id' && store.state.firstLike(report, 'own');
  return ok(own || report);
}

/** Fields outside the contract are not stored. */
function known(sent: SentReport): SentReport {
  const whole = sent as { readonly [field: string]: unknown };
  const kept: { [field: string]: unknown } = {};
  for (const field of draftFields) if (whole[field] !== undefined) kept[field] = whole[field];
  return kept as unknown as SentReport;
}

/** The fields that openapi.yaml has in Report but not in ReportDraft: nobody sends them. */
type SetByService = Exclude<keyof Report, keyof ReportDraft>;

/** Has each of them, so that one that newStoredReport does not set does not compile. */
type NewReport = StoredReport & {
  readonly [field in SetByService]: Exclude<StoredReport[field], undefined>;
};

/** The stored report for a valid body. */
export function newStoredReport(
  dependencies: Dependencies,
  caller: Caller,
  service: string,
  sent: SentReport,
): NewReport {
  const { store, rules } = dependencies;
  const draft = rules.asStored(known(sent));
  const now = dependencies.now();
  const id = rules.newId(dependencies.random, now);
  return {
    id,
    service,
    createdBy: caller.id,
    name: rules.nameOf(draft, service),
    reportedAt: now,
    reportedBy: caller.name,
    firstSeenID: firstSeen() ?? id,
    // Last: V8 takes ten times as long to add named properties after a spread.
    ...draft,
  };

  function firstSeen(): string | undefined {
    if (rules.firstSeen === 'own') return undefined;
    if (rules.firstSeen === 'random') return rules.newId(dependencies.random, now);
    const { file256Hash, c2Address } = draft;
    return store.state.firstLike({ service, file256Hash, c2Address }, rules.firstSeen)?.firstSeenID;
  }
}
