import type { Caller } from '../../domain/caller.ts';
import type { ReportDraft, StoredReport } from '../../domain/report.ts';
import type { Contents } from '../../store/contents.ts';

/** A report as the model knows it: all but the moment, of which it knows between which two it was. */
export interface ModelReport extends Omit<StoredReport, 'reportedAt'> {
  readonly since: number;
  readonly until: number;
}

/** What a world has to hold under the default dialect, in the simplest way there is. */
export class Model {
  readonly reports = new Map<string, ModelReport>();
  /** Lookups left, by caller id. */
  readonly left = new Map<string, number>();
  readonly #callers: ReadonlyMap<string, Caller>;

  constructor({ reports, callers }: Contents) {
    this.#callers = new Map(callers.map((caller) => [caller.id, caller]));
    for (const { reportedAt, ...report } of reports) {
      this.reports.set(report.id, { ...report, since: reportedAt, until: reportedAt });
    }
    for (const { id, requests = 300 } of callers) this.left.set(id, requests);
  }

  create(
    made: Pick<ModelReport, 'id' | 'service' | 'createdBy' | 'since' | 'until'>,
    draft: ReportDraft,
  ): ModelReport {
    const { id, service, createdBy } = made;
    const first = [...this.reports.values()].find(
      (one) => one.service === service && one.file256Hash === draft.file256Hash,
    );
    const report = {
      ...draft,
      ...made,
      name: draft.tags[0] ?? 'untagged',
      reportedBy: this.#callers.get(createdBy)?.name ?? '',
      firstSeenID: first?.firstSeenID ?? id,
    };
    this.reports.set(id, report);
    return report;
  }

  /** Takes one off the count; false where there is none. */
  spend(caller: string): boolean {
    const left = this.left.get(caller) ?? 0;
    if (left > 0) this.left.set(caller, left - 1);
    return left > 0;
  }

  token(caller: string): string {
    return this.#callers.get(caller)?.token ?? '';
  }

  ownerOf(service: string): string {
    for (const { id, owns } of this.#callers.values()) if (owns === service) return id;
    throw new Error(`nobody owns ${service}`);
  }
}

const fields = [
  'id',
  'name',
  'tags',
  'c2Address',
  'reportedBy',
  'file256Hash',
  'firstSeenID',
  'referenceLink',
  'confidenceScore',
] as const;

/** What is wrong with a report that was shown, or nothing. */
export function differenceFrom(
  model: ModelReport,
  shown: Partial<StoredReport>,
): string | undefined {
  for (const field of fields) {
    const [is, ought] = [shown[field], model[field]].map((value) => JSON.stringify(value));
    if (is !== ought) return `${field} is ${is}, not ${ought}`;
  }
  // Fetched ones say `YYYY-MM-DD HH:MM:SS` and mean UTC; the control plane says it in full.
  const text = String(shown.reportedAt);
  const at = Date.parse(text.endsWith('Z') ? text : `${text.replace(' ', 'T')}Z`);
  const isThen = at >= model.since - 1000 && at <= model.until;
  return isThen ? undefined : `reportedAt is ${text}`;
}

/** A world as its control plane shows it. */
export interface StateView {
  readonly reports: readonly (StoredReport & { readonly reportedAt: unknown })[];
  readonly callers: readonly { readonly id: string; readonly requestsLeft: number }[];
}

export function differenceInState(model: Model, state: StateView): string | undefined {
  const missing = new Set(model.reports.keys());
  for (const shown of state.reports) {
    const report = model.reports.get(shown.id);
    if (!report) return `report ${shown.id} should not be there`;
    const problem = differenceFrom(report, shown);
    if (problem) return `report ${shown.id}: ${problem}`;
    missing.delete(shown.id);
  }
  if (missing.size > 0) return `missing reports: ${[...missing]}`;
  for (const { id, requestsLeft } of state.callers) {
    const left = model.left.get(id);
    if (left !== requestsLeft) return `${id} has ${requestsLeft} lookups left, not ${left}`;
  }
  return undefined;
}
