import type { MadeWorld } from './admin/control/server-control.ts';
import { acceptedFrom } from './matrix/accepted.ts';
import { exercisedPoints } from './matrix/exercised-points.ts';
import { Search } from './matrix/search.ts';
import type { Candidate, MatrixCommandRun, Watcher } from './matrix/search-result.ts';
import { conclusion } from './matrix/verdict.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** Options of forEveryDialect. */
export interface EveryDialectOptions {
  /** The server to create worlds in. Default: a temporary one. */
  readonly server?: RunningServer;
  /** The number of dialects besides the default; more if needed to try every answer. Default: 8. */
  readonly runs?: number;
  /** The maximum number of additional runs to narrow down a failure. Default: 60. */
  readonly budget?: number;
  /** Open points that the test may rely on, each as `ID because REASON` or `ID: ANSWER because REASON`. */
  readonly accept?: readonly string[];
}

/** Names the open points that a test relies on. */
export class ReliesOnOpenPoints extends Error {
  override readonly name = 'ReliesOnOpenPoints';
}

const silent: Watcher = {
  ...{ say: () => {}, expects: () => {}, started: () => {}, ended: () => {} },
  ...{ done: () => {}, knows: () => {} },
};

/**
 * Runs a test in a world of the default dialect, then in further worlds until every answer to every open
 * point that the test exercises was tried. Throws the test's own error under the default; if it fails
 * under another dialect, throws an error that names the open points it relies on. Resolves with the
 * verdict.
 *
 * ```ts
 * await forEveryDialect(async ({ baseUrl, tokens }) => {
 *   const client = new Client(baseUrl, tokens['researcher-1']);
 *   await client.report(draft);
 * });
 * ```
 */
export async function forEveryDialect(
  test: (world: MadeWorld) => unknown,
  { server: given, runs: rows = 8, budget = 60, accept = [] }: EveryDialectOptions = {},
): Promise<string> {
  const server = given ?? (await startServer({ dialect: 'default' }));
  const errors = new Map<string, unknown>();
  const runOnce = async ({ label, dialect }: Candidate): Promise<MatrixCommandRun> => {
    await using world = await server.createWorld({ dialect });
    const started = performance.now();
    const passed = await Promise.resolve(test(world)).then(
      () => true,
      (error) => {
        errors.set(label, error);
        return false;
      },
    );
    const seen = world.requests().map(({ operation, outcome }) => `${operation ?? '-'} ${outcome}`);
    const notes = [...new Set(seen)].sort();
    const end = passed ? 'exit 0' : 'an error';
    const ms = performance.now() - started;
    return { ...{ label, dialect, passed, end, ms, notes }, output: '', tests: {}, elsewhere: [] };
  };
  try {
    const accepted = accept.map((one) => acceptedFrom(one));
    const wanted = { candidates: undefined, rows, budget, seed: 1, jobs: 1, accepted };
    const outcome = await new Search(wanted, runOnce, silent).run();
    const [first] = outcome.runs;
    if (first && !first.passed) throw errors.get(first.label);
    const verdict = conclusion(outcome);
    const [failed] = outcome.runs.filter(({ passed }) => !passed);
    if (failed) throw new ReliesOnOpenPoints(verdict, { cause: errors.get(failed.label) });
    if (first && exercisedPoints(first.notes).size === 0) throw new ReliesOnOpenPoints(verdict);
    return verdict;
  } finally {
    if (!given) await server.close();
  }
}
