import { isDeepStrictEqual } from 'node:util';
import type { Analysis } from '../../domain/analysis.ts';
import type { StoredReport } from '../../domain/report.ts';
import { differenceFrom, type ModelReport } from './model.test.support.ts';

export interface ModelAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: { readonly [field: string]: unknown };
}

/** What is wrong with the body of an answer, or nothing. */
export type Check = (body: ModelAnswer['body']) => string | undefined;

const hasOnly = (body: object, ...fields: string[]): boolean =>
  isDeepStrictEqual(Object.keys(body).sort(), fields.sort());

export const isRefusal: Check = (body) =>
  hasOnly(body, 'error', 'successful') &&
  typeof body.error === 'string' &&
  body.successful === false
    ? undefined
    : 'this is not the body of a refusal';

export const isCreated: Check = (body) =>
  hasOnly(body, 'id', 'successful') && typeof body.id === 'string' && body.successful === true
    ? undefined
    : 'this is not the answer to a create';

export const isDeleted: Check = (body) =>
  hasOnly(body, 'message', 'success') && typeof body.message === 'string' && body.success === true
    ? undefined
    : 'this is not the answer to a delete';

const reportFields = 'id name tags c2Address reportedAt reportedBy file256Hash firstSeenID '
  .concat('referenceLink confidenceScore')
  .split(' ');

export const isReport =
  (model: ModelReport): Check =>
  (body) => {
    const report = body.report as Partial<StoredReport>;
    if (!hasOnly(body, 'report', 'successful') || body.successful !== true) {
      return 'this is not the answer to a fetch';
    }
    if (!hasOnly(report, ...reportFields)) return 'these are not the fields of a report';
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(report.reportedAt))) {
      return `reportedAt is ${report.reportedAt}`;
    }
    return differenceFrom(model, report);
  };

export const isAnalysis =
  (analysis: Analysis): Check =>
  (body) =>
    isDeepStrictEqual(body, JSON.parse(JSON.stringify(analysis)))
      ? undefined
      : 'this is not the analysis of the file';
