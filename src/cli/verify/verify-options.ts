import { variables } from '../../../contract-tests/index.ts';
import { harOptions } from '../har-file.ts';
import { flag, list, text, type ValuesOf } from '../options.ts';
import { reportOptions } from '../report-files.ts';

/** Modes other than judging one target once: options that would have no effect exclude them. */
const notInCleanup = { cleanup: 'only deletes what a run left behind' };
const notInDryRun = { ...notInCleanup, 'dry-run': 'judges nothing' };
const notInRepeat = { ...notInDryRun, repeat: 'writes no files' };

const options = {
  target: text('FILE', 'the implementation: its URLs, its tokens, what it holds (YAML or JSON)'),
  'base-url': text('URL', 'overrides baseUrl of the target'),
  'analysis-url': text('URL', 'overrides analysisUrl of the target'),
  only: list(
    'ID',
    "check only this clause, those of 'delete/*', or of a section such as 4.3; may be repeated, or a list with commas",
    { excludes: notInCleanup },
  ),
  skip: list('ID', 'leave out the requests of this clause; by pattern or section, as --only', {
    excludes: notInCleanup,
  }),
  careful: flag('leave out requests that could do harm on a faulty server; --dry-run lists them', {
    excludes: notInCleanup,
  }),
  'no-spend': flag('do not use the limited tokens', { excludes: notInCleanup }),
  list: flag('list the clauses and end'),
  baseline: text(
    'FILE',
    'compare with an earlier --json FILE: what is new, fixed or still broken',
    { excludes: notInRepeat },
  ),
  'fail-fast': flag('stop at the first broken clause', { excludes: notInDryRun }),
  ...reportOptions(notInRepeat),
  ...harOptions(notInRepeat),
  repro: text('DIR', 'write the requests of each cause, for abuse-feed replay', {
    excludes: notInRepeat,
  }),
  learn: text(
    'FILE',
    'write how the target answers the open points, as a dialect file, and beside it NAME.config.yaml, with which serve has its services and callers too',
    // Learning makes a run longer, which --dry-run tells.
    { excludes: { ...notInCleanup, repeat: notInRepeat.repeat } },
  ),
  strict: flag("exit with 1 if an answer differs from the target's expect file", {
    excludes: notInDryRun,
  }),
  'dry-run': flag('print what a run would do, without creating, deleting or using up anything', {
    excludes: notInCleanup,
  }),
  cleanup: text('FILE', 'delete what an interrupted run left behind, as listed in this file'),
  'require-all': flag('treat untestable clauses as inconclusive', { excludes: notInDryRun }),
  'fail-on-5xx': flag('exit with 1 if a valid request got a 5xx', {
    excludes: notInDryRun,
  }),
  dialect: text('NAME', 'dialect of the reference server, when that is checked', {
    excludes: notInCleanup,
  }),
  'plan-seed': text('N', 'plan the cases by this seed (default 1); the same seed repeats them', {
    excludes: notInDryRun,
  }),
  thorough: flag('plan cases for every triple of features, not only every pair', {
    excludes: notInCleanup,
  }),
  explore: text(
    'TIME',
    'explore at random afterwards, for a time such as 60s or a number of requests',
    { excludes: notInCleanup },
  ),
  budget: text('N', 'make at most N requests, the most telling first; cleaning up is among them', {
    excludes: { ...notInCleanup, 'require-all': 'wants everything tested' },
  }),
  repeat: text('N', 'run N times, and fail if the verdicts differ', { excludes: notInDryRun }),
  verbose: flag('print all evidence'),
};

export const definition = {
  page: 'docs/verify.md',
  begins: `Checks an implementation against the specification, clause by clause.

Usage: abuse-feed verify [options]

Without a target, it starts the reference server on a free port and checks that.`,
  example: 'abuse-feed verify --target my-server.yaml --html verify.html',
  options,
  ends: `Exit codes: 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive.
Variables override the target file: ${Object.values(variables).slice(0, 2).join(', ')}, …`,
};

export type VerifyValues = ValuesOf<typeof options>;
