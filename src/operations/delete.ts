import { ok } from '../domain/refusal.ts';
import type { components } from '../spec/api.generated.ts';
import { badReportParameter, findReport, type ReportPlace, reportPlace } from './find-report.ts';
import { knownCaller } from './identify-caller.ts';
import { clause, commonCauses, mayNot, type Operation, open } from './operation.ts';

/** 4.3. Its result is the id. */
export const deleteReport: Operation<ReportPlace, string> = {
  name: 'delete',
  success: 'deleted',
  input: reportPlace,
  run(dependencies, someone, place) {
    const caller = knownCaller(someone);
    const { store, rules } = dependencies;
    const { service, id } = place;
    const found = findReport(dependencies, place);
    if (!found.ok) {
      const absent = found.refusal.kind !== 'unknown-service';
      return absent && rules.deletesAbsent ? ok(id) : found;
    }
    if (!rules.may('delete', caller, found.value))
      return mayNot('not-your-report', 'delete', dependencies.dialect);
    const remember = rules.remembersDeleted;
    store.commit({ type: 'report-removed', service, id: found.value.id, remember });
    return ok(found.value.id);
  },
  body: (id) =>
    ({
      message: `The report ${id} is deleted.`,
      success: true,
    }) satisfies components['schemas']['ReportDeleted'],
  event: (id) => `report-deleted; id=${id}`,
  badParameter: badReportParameter,
  causes: {
    ...commonCauses,
    'malformed-request': open('delete.status.malformed-request'),
    'missing-parameter': clause('delete/missing-id-is-refused'),
    'malformed-id': open('delete.status.malformed-id'),
    'no-token': clause('delete/token-required'),
    'unknown-token': clause('delete/token-must-be-known'),
    'unknown-service': open('feed.unknown-service'),
    'unknown-report': open('delete.absent'),
    'deleted-report': open('delete.afterwards'),
    'not-your-report': clause('delete/reader-may-not'),
  },
};
