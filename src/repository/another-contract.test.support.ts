import { changingOperation } from './changing-operation.test.support.ts';
import type { ContractChange } from './contract-change.test.support.ts';
import { fieldChanges } from './field-changes.test.support.ts';
import { listingOperation } from './listing-operation.test.support.ts';

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
    'contract-tests/service/model/rules/section-2-1.ts': [
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
    'contract-tests/service/model/rules/feed-histories.test.support.ts': [
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
    'contract-tests/service/learn/lookup-probes.ts': [
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

const reporterChange: ContractChange = {
  name: 'a reporter',
  most: 3,
  edits: {
    'contract-tests/judging/reporters/csv.ts': [
      [
        '',
        `import type { RunResult } from '../run/result.ts';

/** One line per clause. */
export const csv = (result: RunResult): string =>
  result.clauses.map(({ id, verdict }) => \`\${id},\${verdict}\\n\`).join('');
`,
      ],
    ],
    'contract-tests/judging/reporters/reporters.ts': [
      ['import { escapedJson, safeCopy }', "import { csv } from './csv.ts';\n"],
      ['  json: {', "  csv: { says: 'write the clauses as CSV', write: csv },\n"],
    ],
    'docs/reports.md': [['`--json FILE`, `--junit FILE` and', '`--csv FILE`, ']],
  },
  mutants: [],
};

/** In the order in which they are made, in one copy. */
export const contractChanges: readonly ContractChange[] = [
  ...fieldChanges,
  changingOperation,
  listingOperation,
  clauseChange,
  pointChange,
  dialectChange,
  optionChange,
  reporterChange,
];
