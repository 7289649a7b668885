import { variables } from '../../../contract-tests/service/target/target-file.ts';
import { hashKinds } from '../../spec/file-hashes.ts';
import { roles } from '../../spec/target-callers.ts';
import { flag, list, text, type ValuesOf } from '../options.ts';

const [firstHash, ...otherHashes] = hashKinds.map((kind, nth) =>
  nth === 0 ? kind.toUpperCase() : `_${kind.toUpperCase()}`,
);

const otherTokens = roles
  .slice(1)
  .map((role) => variables[`tokens.${role}`]?.replace('ABUSE_FEED_TOKEN', ''));

/** Faults are tried under one dialect. */
const oneDialect = { faults: 'tries the default dialect alone' };

const options = {
  faults: flag(
    'inject a fault into one request at a time instead, under the default dialect, and report how the command copes',
  ),
  mixes: flag(
    'a quick look instead: some mixes of answers, and no answer alone except where a mix fails',
    { excludes: oneDialect },
  ),
  only: list(
    'A,B',
    'only these dialects instead: names, files, or answers such as "create.status.created: 200; auth.prefix: Bearer"',
    { excludes: { ...oneDialect, mixes: 'chooses the dialects itself' } },
  ),
  'dialect-seed': text('S', 'the seed of the mixes (default 1)', {
    excludes: { ...oneDialect, only: 'names the dialects' },
  }),
  jobs: text('N', 'run N at a time, each with a stand-in of its own (default 1)'),
  repeat: text(
    'N',
    'run it N times, an odd number, under each dialect, and decide by majority: for a command that is known to be flaky (default 1)',
    { excludes: { faults: 'repeats what it finds' } },
  ),
  budget: text(
    'N',
    'at most N runs; what was not tried is reported (default: no limit, and 200 with --faults)',
  ),
  timeout: text(
    'SECONDS',
    'time limit of a run (default: 300 for the first, then 30 and five times the first)',
  ),
  time: text(
    'TIME',
    'time limit of the whole, such as 90s, 10m or 1h; what was found until then is reported (default: none)',
  ),
  accept: list(
    'POINT',
    'an open point that the command may rely on: "ID because REASON" or "ID: ANSWER because REASON", or a file of such lines; it has that answer (or the default) in all runs but those that try whether it is still relied on',
    { excludes: oneDialect },
  ),
  json: text('FILE', 'write the results as JSON'),
  junit: text('FILE', 'write them as JUnit XML', { excludes: { faults: 'writes JSON' } }),
  html: text('FILE', 'write them as one HTML page', { excludes: { faults: 'writes JSON' } }),
  verbose: flag('print all the output of failing runs, not only its end'),
};

export const definition = {
  page: 'docs/dialects.md',
  begins: `Runs a command with every answer to every open point that it touches, each alone, then with mixes of them,
and reports which unspecified behaviour it relies on.

Usage: abuse-feed matrix [options] -- COMMAND [ARGUMENT…]`,
  example: 'abuse-feed matrix --html matrix.html -- npm test',
  options,
  ends: `The command finds the stand-in in its environment: ABUSE_FEED_BASE_URL, ABUSE_FEED_ANALYSIS_URL,
ABUSE_FEED_ADMIN_URL, ABUSE_FEED_SERVICE, ABUSE_FEED_OTHER_SERVICE, ABUSE_FEED_TOKEN_RESEARCHER (and
${otherTokens.join(', ')}; each the whole Authorization
header), ABUSE_FEED_ANALYSES_0_${firstHash} (${otherHashes.join(', ')}; and 1, 2, …), ABUSE_FEED_UNKNOWN_HASH.
ABUSE_FEED_DIALECT is a file with the dialect. Servers that the command starts by startServer() or
abuse-feed serve speak it too, and what they are asked counts as well.

Exit codes: 0 the command passes in all runs, 1 it fails in any, 2 wrong usage, 3 no result: it was
stopped before a failure was repeated, or made no request to the API; or, with --faults, it does
something else each time without any fault.`,
};

export type MatrixValues = ValuesOf<typeof options>;
