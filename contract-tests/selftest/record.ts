import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/values/package-root.ts';
import { judgeTarget, type RunOptions, type VerifyResult } from '../index.ts';
import { body, combined, type Json, type Mutant, refusal } from './mutant.ts';
import { defaultDialect, startServer } from './server.ts';
import { referenceTarget } from './trial.ts';

/**
 * Runs the kit against the reference server and stores the results, for the tests of reporters, baselines
 * and options: `npm run selftest -- record` whenever the format of results changes.
 */
async function record(
  name: string,
  lies: readonly Mutant['mutation'][],
  options: RunOptions = {},
): Promise<void> {
  await using server = await startServer({ mutant: combined(...lies)() });
  const result = await judgeTarget(referenceTarget(server, defaultDialect), options);
  const file = join(packageRoot, 'contract-tests/judging/reporters/recorded', `${name}.json`);
  const text = JSON.stringify(withFewFindings(result), cut).replaceAll(server.baseUrl, standIn);
  writeFileSync(file, `${text}\n`);
  process.stdout.write(`${result.verdict} ${text.length} ${file}\n`);
}

const standIn = 'http://127.0.0.1:4010';
const longest = 400;
const findingsKept = 2;

/** Truncates the long texts of size probes, which no test needs. */
function cut(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > longest
    ? `${value.slice(0, longest)}…`
    : value;
}

/** Keeps some evidence per clause, and one observation per open point. */
function withFewFindings(result: VerifyResult): VerifyResult {
  return {
    ...result,
    target: {
      ...result.target,
      file: 'my-server.yaml',
      urls: result.target.urls.map((one, nth) => ({ ...one, from: `my-server.yaml:${nth + 5}` })),
    },
    clauses: result.clauses.map((clause) => ({
      ...clause,
      findings: clause.findings.slice(0, findingsKept),
      observations: clause.observations.slice(0, 1).map(({ exchange: _, ...seen }) => seen),
    })),
    observations: result.observations
      .filter(({ openPoint }, nth, all) => nth === all.findIndex((o) => o.openPoint === openPoint))
      .map(({ exchange: _, ...seen }) => seen),
    ...(result.own && {
      own: {
        ...result.own,
        card: {
          ...result.own.card,
          learned: result.own.card.learned.map(({ exchange, ...point }, nth) =>
            nth < findingsKept && exchange ? { ...point, exchange } : point,
          ),
        },
      },
    }),
  };
}

await record('conforms', [], { learn: true });
await record('violates', [
  body('deleted', ({ success, ...rest }: Json) => ({ ...rest, succesful: success })),
  refusal('create', (value) => ({ ...value, successful: true })),
]);
