import { variables } from '../../../contract-tests/index.ts';
import { flags, lists, texts, type ValuesOf } from '../options.ts';

export const help = `Judges an implementation of the specification, clause by clause.

Usage: abuse-feed verify [options]

Without a target, the reference server is started on a free port and judged.

  --target FILE        the implementation: its URLs, its tokens, what it holds (YAML or JSON)
  --base-url URL       overrides baseUrl of the target
  --analysis-url URL   overrides analysisUrl of the target
  --only ID            judge only this clause, those of 'delete/*', or of a section such as 4.3; may be
                       repeated, or a list with commas
  --skip ID            leave out the requests of this clause; by pattern or section, as --only
  --careful            ask nothing that could do harm on a faulty server; --dry-run lists it
  --no-spend           leave the limited tokens alone
  --list               list the clauses and end
  --baseline FILE      say what is new, mended and still broken since a former --json FILE
  --failed             judge only what was broken in --baseline FILE, or else in the file of --json
  --fail-fast          stop at the first clause that is broken
  --watch              judge again when the target file changes
  --watch-folder DIR   the same when something in this folder changes
  --json FILE          write the result as JSON
  --junit FILE         write the result as JUnit XML
  --html FILE          write the result as one HTML page
  --statement FILE     write a short conformance statement, as NAME.md and NAME.json
  --history DIR        keep a line of each run there, and say since when a clause is broken
  --repro DIR          write a shell script for each cause, which shows it again
  --learn FILE         write how the target answers the open points, as a dialect file, and beside
                       it NAME.config.yaml, with which serve has its services and callers too
  --strict             end with 1 if an answer differs from the file that expect of the target names
  --dry-run            say what a run would do, and create, delete and use up nothing
  --cleanup FILE       delete what a run has left that was cut off; it wrote this file
  --require-all        what could not be tested makes the run inconclusive
  --fail-on-5xx        end with 1 where a valid request was answered with 5xx
  --dialect NAME       the dialect of the reference server, where that is judged
  --plan-seed N        plan the cases by this seed (default 1); the same seed repeats them
  --thorough           cases for every triple of features, not only every pair
  --explore TIME       walk at random so long after all else, such as 60s, or so many requests
  --budget N           make N requests at most, the most telling first; cleaning up comes on top
  --repeat N           judge N times, and fail where the verdicts differ
  --verbose            show all the evidence
  -h, --help           show this

Ends with 0 conforms, 1 violates, 2 wrong usage, 3 inconclusive.
Variables override the target file: ${Object.values(variables).slice(0, 2).join(', ')}, …
`;

export const options = {
  ...texts('target', 'base-url', 'analysis-url', 'baseline', 'watch-folder', 'json', 'junit'),
  ...texts('html', 'statement', 'history', 'repro', 'learn', 'cleanup', 'dialect', 'plan-seed'),
  ...texts('explore', 'budget', 'repeat'),
  ...lists('only', 'skip'),
  ...flags('careful', 'no-spend', 'list', 'failed', 'fail-fast', 'watch', 'strict', 'dry-run'),
  ...flags('require-all', 'fail-on-5xx', 'thorough', 'verbose'),
};

export type Values = ValuesOf<typeof options>;
