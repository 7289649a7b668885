/** A change that a contributor makes by CONTRIBUTING.md, and how many files may be edited for it. */
export interface ContractChange {
  readonly name: string;
  readonly most: number;
  /** By file: what is put before a text in it; a file that does not exist is made. */
  readonly edits: { readonly [file: string]: readonly (readonly [before: string, text: string])[] };
  /** Mutants that the kit must reject then. */
  readonly mutants: readonly string[];
}

const field = (name: string, text: string): string => `        ${name}:\n${text}`;

const campaign = field(
  'campaign',
  `          type: string
          description: What the report belongs to.
          pattern: "^[a-z]+(-[a-z]+)*$"
          x-words: lower-case words with dashes
          example: autumn-mail
`,
);

const optionalField: ContractChange = {
  name: 'an optional field of a report',
  most: 3,
  edits: {
    'openapi.yaml': [
      [
        '        confidenceScore:\n          type: integer\n          description: How sure the researcher is.\n          minimum',
        campaign,
      ],
      [
        '        confidenceScore:\n          type: integer\n          description: How sure the researcher is.\n          example',
        campaign,
      ],
    ],
    'seed-data/reports.yaml': [['  c2Address: relay.example:443', '  campaign: spring\n']],
  },
  mutants: ['loses-campaign', 'takes-any-campaign'],
};

const serviceField: ContractChange = {
  name: 'a required field that the service sets',
  most: 4,
  edits: {
    'openapi.yaml': [
      [
        '        confidenceScore:\n          type: integer\n          description: How sure the researcher is.\n          example',
        field(
          'updatedAt',
          `          type: string
          description: When the report was last changed.
          default: "1970-01-01 00:00:00"
          x-words: a time
          pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$"
          example: "2026-01-31 13:45:00"
`,
        ),
      ],
      ['        - reportedBy\n        - file256Hash\n', '        - updatedAt\n'],
      [
        '                      reportedBy: First researcher\n',
        '                      updatedAt: "1970-01-01 00:00:00"\n',
      ],
    ],
    'src/operations/create.ts': [
      [
        '    reportedBy: caller.name,',
        "    updatedAt: new Date(now).toISOString().slice(0, 19).replace('T', ' '),\n",
      ],
    ],
    'src/contract/contract.test.ts': [
      ["      'reportedBy',\n      'file256Hash'", "      'updatedAt',\n"],
    ],
  },
  mutants: ['report-without-updated-at', 'report-updated-at-format-1'],
};

const nestedField: ContractChange = {
  name: 'a nested field of an analysis',
  most: 2,
  edits: {
    'openapi.yaml': [
      [
        '        ssDeep:\n          type: string',
        field(
          'sections',
          `          type: array
          uniqueItems: true
          description: The sections of the file.
          items: { $ref: "#/components/schemas/FileSection" }
`,
        ),
      ],
      [
        '    AnalysisTag:\n',
        `    FileSection:
      type: object
      description: A section of a file.
      required: [name, entropy]
      properties:
        name: { type: string, maxLength: 8, description: Its name., example: .text }
        entropy: { type: number, minimum: 0, maximum: 8, description: Its entropy., example: 6.5 }
`,
      ],
    ],
  },
  mutants: ['analysis-without-sections-name', 'analysis-sections-entropy-format-2'],
};

const clauseChange: ContractChange = {
  name: 'a clause',
  most: 4,
  edits: {
    'contract-tests/clauses.yaml': [
      [
        '  - id: report/reported-by-is-the-creator\n',
        `  - id: report/reported-at-past
    section: "2.1"
    kind: derived
    sentence: reportedAt of a report is not in the future.

`,
      ],
    ],
    'contract-tests/model/rules/section-2-1.ts': [
      [
        "  rule('create/returns-only-the-id', {",
        `  rule('report/reported-at-past', {
    on: 'fetch',
    shownBy: 'successful creates and fetches',
    when: isShown,
    demand: ({ fetched: now }) =>
      !(instantOf(String(now?.reportedAt)) > Date.now() + 2 * day) ||
      failure('a time in the past', String(now?.reportedAt)),
  }),
`,
      ],
    ],
    'contract-tests/model/rules/feed-histories.test.support.ts': [
      [
        "  'create/lowers-the-hash': stored(",
        "  'report/reported-at-past': stored({}, { reportedAt: '2099-01-01 00:00:00' }, {}),\n",
      ],
    ],
    'contract-tests/selftest/mutants/creations.ts': [
      [
        "  'create/makes-a-new-report': {",
        "  'report/reported-at-past': { 'reports-in-the-future': stores(() => ({ reportedAt: Date.UTC(2099, 1) })) },\n",
      ],
    ],
  },
  mutants: ['reports-in-the-future'],
};

const pointChange: ContractChange = {
  name: 'an open point whose answer is null',
  most: 5,
  edits: {
    'openapi.yaml': [
      [
        '        - id: lookup.initial-requests\n',
        `        - id: lookup.pending
          section: "4.4"
          question: What is the response for a reported file without an analysis?
          default: unknown
          alternatives: ["null"]
          patch: { "null": { "#/components/schemas/StaticAnalysis": { nullable: true } } }
          why: It has no analysis, as any other file.
`,
      ],
    ],
    'src/domain/rules.ts': [['  readonly requestsOf:', '  readonly pendingIsNull: boolean;\n']],
    'src/dialects/rules.ts': [
      ['  countsMalformedHash:', "  pendingIsNull: dialect['lookup.pending'] === 'null',\n"],
    ],
    'src/operations/lookup.ts': [
      [
        "  return analysis ? ok(analysis) : refused({ kind: 'unknown-hash' });",
        `  const isReported = store.state.data.reports.some((one) => one.file256Hash === hash);
  if (!analysis && isReported && rules.pendingIsNull) return ok(null as unknown as Analysis);
`,
      ],
    ],
    'contract-tests/learn/lookup-probes.ts': [
      [
        'const malformedHash = [',
        `probe('lookup', ['lookup.pending'], async (context) => {
  const { api, callers, draft, observe } = context;
  const { file256Hash } = draft();
  await api.created(callers.researcher, { file256Hash });
  const { json, exchange } = await readableAnswer(api.lookup(callers.analyst, file256Hash));
  observe('lookup.pending', json === null ? 'null' : 'unknown', exchange);
});

`,
      ],
    ],
  },
  mutants: [],
};

const dialectChange: ContractChange = {
  name: 'a named dialect',
  most: 1,
  edits: {
    'src/dialects/named.ts': [
      [
        '  strict: {\n',
        "  bearer: { says: 'with Bearer before tokens', differences: { 'auth.prefix': 'Bearer' } },\n",
      ],
    ],
  },
  mutants: [],
};

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
  mutants: ['update-ignores-confidence-score', 'everybody-updates', 'update-error-flag-true'],
};

const optionChange: ContractChange = {
  name: 'an option of serve',
  most: 2,
  edits: {
    'src/cli/serve/settings.ts': [
      ["  'no-cors': flag(", "  'any-host': flag('listen on all addresses'),\n"],
      ['    port:\n      values.port', "    ...(values['any-host'] && { host: '0.0.0.0' }),\n"],
    ],
    'docs/serve.md': [
      ['      --no-cors          send', '      --any-host         listen on all addresses\n'],
    ],
  },
  mutants: [],
};

/** In the order in which they are made, in one copy. */
export const contractChanges: readonly ContractChange[] = [
  optionalField,
  serviceField,
  nestedField,
  changingOperation,
  clauseChange,
  pointChange,
  dialectChange,
  optionChange,
];
