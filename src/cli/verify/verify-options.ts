import { variables } from '../../../contract-tests/index.ts';
import { flag, list, text, type ValuesOf } from '../options.ts';
import { outcomeOptions, recordOptions } from '../outcome.ts';

const options = {
  target: text('FILE', 'the implementation: its URLs, its tokens, what it holds (YAML or JSON)'),
  'base-url': text('URL', 'overrides baseUrl of the target'),
  'analysis-url': text('URL', 'overrides analysisUrl of the target'),
  only: list(
    'ID',
    "check only this clause, those of 'delete/*', or of a section such as 4.3; may be repeated, or a list with commas",
  ),
  skip: list('ID', 'leave out the requests of this clause; by pattern or section, as --only'),
  careful: flag('leave out requests that could do harm on a faulty server; --dry-run lists them'),
  'no-spend': flag('do not use the limited tokens'),
  list: flag('list the clauses and end'),
  'dry-run': flag('print what a run would do, and send nothing'),
  cleanup: text('FILE', 'delete what an interrupted run left behind, as listed in this file'),
  cause: text('FILE', 'repeat the requests of a cause that --repro wrote, and say if it is fixed'),
  'fail-fast': flag('stop at the first broken clause'),
  'require-all': flag('treat untestable clauses as inconclusive'),
  'fail-on-5xx': flag('exit with 1 if a valid request got a 5xx'),
  strict: flag("exit with 1 if an answer differs from the target's expect file"),
  explore: text(
    'TIME',
    'explore at random afterwards, for a time such as 60s or a number of requests',
  ),
  card: text(
    'FILE',
    'write how the target answers the open points: a choice card, for serve --like TARGET',
  ),
  repro: text('DIR', 'write the requests of each cause, for --cause FILE'),
  ...outcomeOptions,
  ...recordOptions,
  dialect: text('NAME', 'dialect of the reference server, when that is checked'),
};

const server = ['target', 'base-url', 'analysis-url'] as const;
const requests = ['only', 'skip', 'careful', 'no-spend', 'explore', 'card', 'dialect'] as const;

export const definition = {
  page: 'docs/verify.md',
  begins: `Checks an implementation against the specification, clause by clause.

Usage: abuse-feed verify [options]

Without a target, it starts the reference server on a free port and checks that.`,
  example: 'abuse-feed verify --target my-server.yaml --html verify.html',
  options,
  modes: {
    list: { does: 'only lists the clauses', takes: ['only'] },
    'dry-run': { does: 'judges nothing', takes: [...server, ...requests] },
    cleanup: { does: 'only deletes what a run left behind', takes: server },
    cause: {
      does: 'only repeats the requests of a cause',
      takes: [...server, 'no-spend', 'dialect'],
    },
  },
  renamed: { learn: '--card', har: '--record', 'har-with-tokens': '--record-with-tokens' },
  ends: `Exit codes: 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive; of --cause: 0 fixed, 1 still broken, 3 cannot be told.
Variables override the target file: ${Object.values(variables).slice(0, 2).join(', ')}, …`,
};

export type VerifyValues = ValuesOf<typeof options>;
