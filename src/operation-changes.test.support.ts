import type { ContractChange } from './contract-change.test.support.ts';

const changingOperation: ContractChange = {
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
      responses:
        "200":
          description: The report is changed.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/ReportUpdated"
              examples:
                updated:
                  summary: The report is changed
                  value: { id: 5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01, successful: true }
                  x-open-point:
                    - id: update.status.updated
                      section: "4, 7"
                      question: What is the status when the report is changed?
                      default: 200
                      alternatives: [202]
                      why: The usual status of a response.
        "400": { $ref: "#/components/responses/MalformedQuery" }
        "401": { $ref: "#/components/responses/UnknownCaller" }
        "403": { $ref: "#/components/responses/NotYourReport" }
        "404": { $ref: "#/components/responses/UnknownReport" }
        "429": { $ref: "#/components/responses/RateLimited" }
        "408": { $ref: "#/components/responses/RequestTimeout" }
        "413": { $ref: "#/components/responses/BodyTooLarge" }
        "414": { $ref: "#/components/responses/UriTooLong" }
        "415": { $ref: "#/components/responses/WrongContentType" }
        "431": { $ref: "#/components/responses/HeadersTooLarge" }
        "500": { $ref: "#/components/responses/InternalError" }
        "503": { $ref: "#/components/responses/Unavailable" }
`,
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
    'src/operations/update.ts': [
      [
        '',
        `import { ok, refused } from '../domain/refusal.ts';
import type { StoredReport } from '../domain/report.ts';
import { badReportParameter, findReport, type ReportPlace, reportPlace } from './find-report.ts';
import { knownCaller } from './identify-caller.ts';
import { clause, commonCauses, type Operation, open } from './operation.ts';

interface UpdateInput extends ReportPlace {
  readonly fields: Pick<StoredReport, 'confidenceScore'>;
}

/** Resolves when the change is durable. */
export const update: Operation<UpdateInput, StoredReport> = {
  name: 'update',
  success: 'updated',
  input: (request) => ({
    ...reportPlace(request),
    fields: request.body as UpdateInput['fields'],
  }),
  async run(dependencies, someone, { fields, ...place }) {
    const caller = knownCaller(someone);
    const found = findReport(dependencies, place);
    if (!found.ok) return found;
    if (found.value.createdBy !== caller.id) return refused({ kind: 'not-your-report' });
    const report = { ...found.value, ...fields };
    await dependencies.store.commit({ type: 'report-added', report });
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
      ],
    ],
    'src/operations/operations.ts': [
      ['/** Every operation of openapi.yaml;', "import { update } from './update.ts';\n"],
      ['  lookup,\n};', '  update,\n'],
    ],
    'contract-tests/operations/records.ts': [
      [
        '  lookup: {\n',
        `  update: {
    succeeded: succeededBy((body) => 'id' in body),
    effect: 'changes',
    words: {
      calls: 'updates',
      answer: ['the answer to an update', 'Answers to updates'],
      refused: 'An update is refused',
    },
  },
`,
      ],
    ],
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
    'contract-tests/model/rules/section-4-3.ts': [
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
    'contract-tests/model/rules/feed-histories.test.support.ts': [
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
      'everybody-updates': rewrite('update' as 'delete', (call, served) => {
        const { callers } = stateOf(served).contents();
        const report = served.dependencies.store.state.report(call.service, call.id);
        return { authorization: callers.find(({ id }) => id === report?.createdBy)?.token };
      }),
    },
`,
      ],
    ],
    'docs/serve.md': [
      [
        '| delete a report |',
        '| change a report | `PATCH /feed/{service}/api?report={id}` | `{id, successful}` | its creator |\n',
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

const listingOperation: ContractChange = {
  name: 'an operation that lists, with a cursor',
  most: 12,
  edits: {
    'openapi.yaml': [
      [
        '  /private/sample/{hash}:\n',
        `  /feed/{service}/reports:
    parameters:
      - $ref: "#/components/parameters/service"
    get:
      operationId: listReports
      x-operation: list
      x-section: "4.2"
      tags: [feed]
      summary: List reports
      description: The reports of a feed, the newest first, two at a time.
      parameters:
        - { name: cursor, in: query, description: Where the page before ended., schema: { type: string, minLength: 1, example: "2" } }
      responses:
        "200":
          description: A page of reports.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/ReportPage"
              examples:
                listed:
                  summary: The last page
                  value: { reports: [], successful: true }
                  x-open-point:
                    - id: list.status.listed
                      section: "4, 7"
                      question: What is the status of a page?
                      default: 200
                      alternatives: [203]
                      why: The usual status of a response.
        "400": { $ref: "#/components/responses/MalformedQuery" }
        "401": { $ref: "#/components/responses/UnknownCaller" }
        "404": { $ref: "#/components/responses/UnknownReport" }
        "429": { $ref: "#/components/responses/RateLimited" }
        "408": { $ref: "#/components/responses/RequestTimeout" }
        "414": { $ref: "#/components/responses/UriTooLong" }
        "431": { $ref: "#/components/responses/HeadersTooLarge" }
        "500": { $ref: "#/components/responses/InternalError" }
        "503": { $ref: "#/components/responses/Unavailable" }
`,
      ],
      [
        '    ReportCreated:\n      type: object\n',
        `    ReportPage:
      type: object
      description: A page of reports.
      required: [reports, successful]
      properties:
        reports:
          type: array
          maxItems: 2
          description: The reports of the page.
          items: { $ref: "#/components/schemas/Report" }
        cursor: { type: string, description: The cursor of the next page., example: "2" }
        successful: { type: boolean, enum: [true], description: Always true., example: true }
`,
      ],
    ],
    'src/operations/list.ts': [
      [
        '',
        `import { ok, refused } from '../domain/refusal.ts';
import type { StoredReport } from '../domain/report.ts';
import { viewOf } from './fetch.ts';
import { clause, commonCauses, type Operation, open } from './operation.ts';

const pageSize = 2;

interface Page {
  readonly reports: readonly StoredReport[];
  readonly cursor?: string;
}

export const list: Operation<{ readonly service: string; readonly cursor: number }, Page> = {
  name: 'list',
  success: 'listed',
  input: ({ params, query }) => ({
    service: String(params.service),
    cursor: Number(query.cursor ?? 0),
  }),
  async run({ store }, _, { service, cursor }) {
    if (!store.state.hasService(service)) return refused({ kind: 'unknown-service', service });
    const all = store.state.data.reports.filter((one) => one.service === service).reverse();
    const end = cursor + pageSize;
    return ok({
      reports: all.slice(cursor, end),
      ...(end < all.length && { cursor: String(end) }),
    });
  },
  body: ({ reports, ...rest }, dialect) => ({
    reports: reports.map((one) => viewOf(one, dialect)),
    ...rest,
    successful: true,
  }),
  causes: {
    ...commonCauses,
    'malformed-request': open('list.status.malformed-request'),
    'no-token': clause('list/token-required'),
    'unknown-token': clause('list/token-must-be-known'),
    'unknown-service': open('feed.unknown-service'),
  },
  whoMay: () => 'everybody whose token is known.',
};
`,
      ],
    ],
    'src/operations/fetch.ts': [['function viewOf(', 'export ']],
    'src/operations/operations.ts': [
      ['/** Every operation of openapi.yaml;', "import { list } from './list.ts';\n"],
      ['  lookup,\n', '  list,\n'],
    ],
    'contract-tests/operations/records.ts': [
      [
        '  lookup: {\n',
        `  list: {
    succeeded: succeededBy(({ reports }) => Array.isArray(reports)),
    effect: 'nothing',
    words: {
      calls: 'lists',
      answer: ['a page of reports', 'Pages of reports'],
      refused: 'A list is refused',
    },
  },
`,
      ],
    ],
    'contract-tests/clauses.yaml': [
      [
        '  - id: report/reported-by-is-the-creator\n',
        `  - id: list/repeats-nothing
    section: "4.2"
    kind: derived
    sentence: A page has no report twice.

`,
      ],
    ],
    'contract-tests/model/rules/section-4-2.ts': [
      [
        "  rule('create/id-finds-the-report', {",
        `  rule('list/repeats-nothing', {
    on: 'list',
    when: ({ answer }) => answer.outcome === 'success',
    demand: ({ answer: { body } }) => {
      const ids = (body.reports as { id: string }[]).map(({ id }) => id);
      return new Set(ids).size === ids.length || failure('each report once', ids.join());
    },
  }),
`,
      ],
    ],
    'contract-tests/model/rules/feed-histories.test.support.ts': [
      [
        "  'create/stores-every-field': {",
        `  'list/repeats-nothing': {
    broken: [{ operation: 'list', body: { reports: [reportOf(one), reportOf(one)], successful: true } }],
    met: [{ operation: 'list', body: { reports: [reportOf(two), reportOf(one)], successful: true } }],
  },
`,
      ],
    ],
    'contract-tests/selftest/mutants/creations.ts': [
      [
        "  'create/makes-a-new-report': {",
        `  'list/repeats-nothing': {
    'lists-the-newest-twice': body('listed', ({ reports, ...rest }) => ({ reports: (reports as object[]).map((_, __, all) => all[0]), ...rest })),
  },
`,
      ],
    ],
    'docs/serve.md': [
      [
        '| delete a report |',
        '| list reports | `GET /feed/{service}/reports?cursor={cursor}` | `{reports, cursor, successful}` | everybody with a token |\n',
      ],
    ],
  },
  mutants: ['lists-the-newest-twice', 'list-cursor-type-1', 'list-with-a-longer-token'],
};

export const operationChanges = [changingOperation, listingOperation];
