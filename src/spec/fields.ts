import type { Schema } from '../document/schema.ts';
import { followed, schemaNamed } from './schemas.ts';

function fieldsOf(name: string): { readonly [field: string]: Schema } {
  return Object.fromEntries(
    Object.entries(schemaNamed(name).properties ?? {}).map(([field, one]) => [
      field,
      followed(one),
    ]),
  );
}

/** 2.1: the fields sent to create a report. */
export const reportDraft = {
  properties: fieldsOf('ReportDraft'),
  required: schemaNamed('ReportDraft').required ?? [],
};

export const draftFields: readonly string[] = Object.keys(reportDraft.properties);

const report = fieldsOf('Report');

/** 2.1: the fields of a fetched report. */
export const reportFields: readonly string[] = Object.keys(report);

/** 2.1: what a fetched report says about a field. */
export function reportField(field: string): Schema {
  return report[field] ?? {};
}

/** The fields that an operation changes without being sent them: `x-changed-by` names it. */
export function fieldsChangedBy(operation: string): readonly string[] {
  return reportFields.filter((field) => {
    const changers = reportField(field)['x-changed-by'] as readonly string[] | undefined;
    return changers?.includes(operation) ?? false;
  });
}

/** What is shown of reports that were stored before the contract had a field. */
export const reportDefaults: { readonly [field: string]: unknown } = Object.fromEntries(
  Object.entries(report).flatMap(([field, { default: value }]) =>
    value === undefined ? [] : [[field, value]],
  ),
);
