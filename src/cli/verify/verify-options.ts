import { variables } from '../../../contract-tests/index.ts';
import { flags, lists, texts, type ValuesOf } from '../options.ts';

export const help = `Checks an implementation against the specification, clause by clause.

Usage: abuse-feed verify [options]

Without a target, it starts the reference server on a free port and checks that.

  --target FILE        the implementation: its URLs, its tokens, what it holds (YAML or JSON)
  --base-url URL       overrides baseUrl of the target
  --analysis-url URL   overrides analysisUrl of the target
  --only ID            check only this clause, those of 'delete/*', or of a section such as 4.3; may be
                       repeated, or a list with commas
  --skip ID            leave out the requests of this clause; by pattern or section, as --only
  --careful            leave out requests that could do harm on a faulty server; --dry-run lists them
  --no-spend           do not use the limited tokens
  --list               list the clauses and end
  --baseline FILE      compare with an earlier --json FILE: what is new, fixed or still broken
  --fail-fast          stop at the first broken clause
  --json FILE          write the result as JSON
  --junit FILE         write the result as JUnit XML
  --html FILE          write the result as one HTML page
  --repro DIR          write the calls of each cause, for abuse-feed replay
  --learn FILE         write how the target answers the open points, as a dialect file, and beside
                       it NAME.config.yaml, with which serve has its services and callers too
  --strict             exit with 1 if an answer differs from the target's expect file
  --dry-run            print what a run would do, without creating, deleting or using up anything
  --cleanup FILE       delete what an interrupted run left behind, as listed in this file
  --require-all        treat untestable clauses as inconclusive
  --fail-on-5xx        exit with 1 if a valid request was answered with 5xx
  --dialect NAME       dialect of the reference server, when that is checked
  --plan-seed N        plan the cases by this seed (default 1); the same seed repeats them
  --thorough           plan cases for every triple of features, not only every pair
  --explore TIME       explore at random afterwards, for a time such as 60s or a number of requests
  --budget N           make at most N requests, the most telling first; cleanup comes on top
  --repeat N           run N times, and fail if the verdicts differ
  --verbose            print all evidence
  -h, --help           show this help

Exit codes: 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive.
Variables override the target file: ${Object.values(variables).slice(0, 2).join(', ')}, …
`;

export const options = {
  ...texts('target', 'base-url', 'analysis-url', 'baseline', 'json', 'junit'),
  ...texts('html', 'repro', 'learn', 'cleanup', 'dialect', 'plan-seed'),
  ...texts('explore', 'budget', 'repeat'),
  ...lists('only', 'skip'),
  ...flags('careful', 'no-spend', 'list', 'fail-fast', 'strict', 'dry-run'),
  ...flags('require-all', 'fail-on-5xx', 'thorough', 'verbose'),
};

export type Values = ValuesOf<typeof options>;
