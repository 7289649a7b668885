import type { ContractChange } from './contract-change.test.support.ts';
import { registered, responses } from './operation-change.test.support.ts';

export const changingOperation: ContractChange = {
  name: 'an operation that changes a report',
  most: 12,
  edits: {
    'openapi.yaml': [
      [
        '    delete:\n      operationId: deleteReport\n',
        `    patch:
      operationId: updateReport
      x-operation: update
      x-section: "4.3"
      tags: [feed]
      summary: Change a report
      description: Changes the score of a report. Its creator may, and nobody else.
      parameters:
        - $ref: "#/components/parameters/report"
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: "#/components/schemas/ReportUpdate"
            examples:
              updated: { summary: Another score, value: { confidenceScore: 40 } }
${responses({
  outcome: 'update.status.updated',
  schema: 'ReportUpdated',
  value: '{ id: 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01, successful: true }',
  also: { 403: 'NotYourReport', 413: 'BodyTooLarge', 415: 'WrongContentType' },
})}`,
      ],
      [
        '    ReportCreated:\n      type: object\n',
        `    ReportUpdate:
      type: object
      description: What is changed.
      required: [confidenceScore]
      properties:
        confidenceScore: { type: integer, minimum: 0, maximum: 100, description: How sure., example: 40 }
    ReportUpdated:
      type: object
      description: A report was changed.
      required: [id, successful]
      properties:
        id:
          $ref: "#/components/schemas/Uuid"
        successful: { type: boolean, enum: [true], description: Always true., example: true }
`,
      ],
    ],
    ...registered('update', {
      module: `import { ok, refused } from '../domain/refusal.ts';
import type { StoredReport } from '../domain/report.ts';
import { badReportParameter, findReport, type ReportPlace, reportPlace } from './find-report.ts';
import { knownCaller } from './identify-caller.ts';
import { clause, commonCauses, type Operation, open } from './operation.ts';

interface UpdateInput extends ReportPlace {
  readonly fields: Pick<StoredReport, 'confidenceScore'>;
}

export const update: Operation<UpdateInput, StoredReport> = {
  name: 'update',
  success: 'updated',
  input: (request) => ({
    ...reportPlace(request),
    fields: request.body as UpdateInput['fields'],
  }),
  run(dependencies, someone, { fields, ...place }) {
    const caller = knownCaller(someone);
    const found = findReport(dependencies, place);
    if (!found.ok) return found;
    if (found.value.createdBy !== caller.id) return refused({ kind: 'not-your-report' });
    const report = { ...found.value, ...fields };
    dependencies.store.commit({ type: 'report-added', report });
    return ok(report);
  },
  body: ({ id }) => ({ id, successful: true }),
  bodyRules: (dialect) => ({ limit: dialect['create.body-limit'], anyContentType: false }),
  badBody: (problem) => ({ kind: 'malformed-request', problem }),
  badParameter: badReportParameter,
  causes: {
    ...commonCauses,
    'malformed-request': open('update.status.malformed-request'),
    'missing-parameter': open('update.status.missing-parameter'),
    'malformed-id': open('update.status.malformed-id'),
    'wrong-content-type': open('update.status.wrong-content-type'),
    'body-too-large': open('create.body-limit'),
    'no-token': clause('update/token-required'),
    'unknown-token': clause('update/token-must-be-known'),
    'unknown-service': open('feed.unknown-service'),
    'unknown-report': open('update.status.unknown-report'),
    'deleted-report': open('delete.afterwards'),
    'not-your-report': clause('update/creator-only'),
  },
  whoMay: () => 'whoever created the report.',
};
`,
      succeeded: "(body) => 'id' in body",
      effect: 'changes',
      row: 'change a report | `PATCH /feed/{service}/api?report={id}` | `{id, successful}` | its creator',
    }),
    'contract-tests/clauses.yaml': [
      [
        '  - id: delete/creator-may-delete\n',
        `  - id: update/creator-only
    section: "4.3"
    kind: fixed
    sentence: Only the creator of a report may change it.

`,
      ],
    ],
    'contract-tests/service/model/rules/section-4-3.ts': [
      [
        "  mayDelete(\n    'delete/creator-may-delete'",
        `  rule('update/creator-only', {
    on: 'update',
    when: ({ who, report, isAlone }) =>
      isAlone && who.token === 'held' && report !== undefined && report.creator !== who.key,
    demand: isRefused,
    needsKnownCaller: true,
  }),
`,
      ],
    ],
    'contract-tests/service/model/rules/feed-histories.test.support.ts': [
      [
        "  'create/stores-every-field': {",
        `  'update/creator-only': {
    broken: [
      created(one),
      { operation: 'update', report: one, who: 'reader', sent: { confidenceScore: 7 }, body: { id: one, successful: true } },
    ],
    met: [
      ...[created(one), created(two, { who: 'otherResearcher' })],
      refused('update', { report: one, who: 'otherResearcher' }),
    ],
  },
`,
      ],
    ],
    'contract-tests/selftest/mutants/callers.ts': [
      [
        `    'create/researchers-only': {`,
        `    'update/creator-only': {
      'everybody-updates': rewrite('update' as 'delete', ({ service, id }, served) => {
        const { state } = served.dependencies.store;
        return { authorization: state.caller(state.report(service, id)?.createdBy ?? '')?.token };
      }),
    },
`,
      ],
    ],
  },
  mutants: [
    'update-ignores-confidence-score',
    'everybody-updates',
    'update-error-flag-true',
    'update-with-half-a-token',
  ],
};
