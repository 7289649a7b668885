import type { ContractChange } from './contract-change.test.support.ts';
import { registered, responses } from './operation-change.test.support.ts';

export const listingOperation: ContractChange = {
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
${responses({
  outcome: 'list.status.listed',
  schema: 'ReportPage',
  value: '{ reports: [], successful: true }',
})}`,
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
    ...registered('list', {
      module: `import { ok, refused } from '../domain/refusal.ts';
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
  run({ store }, _, { service, cursor }) {
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
      succeeded: '({ reports }) => Array.isArray(reports)',
      effect: 'nothing',
      row: 'list reports | `GET /feed/{service}/reports?cursor={cursor}` | `{reports, cursor, successful}` | everybody with a token',
    }),
    'src/operations/fetch.ts': [['function viewOf(', 'export ']],
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
    'contract-tests/service/model/rules/section-4-2.ts': [
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
    'contract-tests/service/model/rules/feed-histories.test.support.ts': [
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
  },
  mutants: ['lists-the-newest-twice', 'list-cursor-type-1', 'list-with-a-longer-token'],
};
