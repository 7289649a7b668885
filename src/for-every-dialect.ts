import type { MadeWorld } from './admin/server-control.ts';
import { exercisedPoints } from './matrix/exercised-points.ts';
import { type Candidate, type MatrixCommandRun, Search, type Watcher } from './matrix/search.ts';
import { conclusion } from './matrix/verdict.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** How a test is run for every dialect. */
export interface EveryDialectOptions {
  /** Where the worlds are made; one that is started for this, and closed, where it is not given. */
  readonly server?: RunningServer;
  /** How many dialects are tried besides the default, or more where every answer needs them; 8 where it is absent. */
  readonly runs?: number;
  /** How often the test is run again, at most, to narrow down why it fails; 60 where it is absent. */
  readonly budget?: number;
}

/** What a test was seen to rely on. */
export class ReliesOnOpenPoints extends Error {
  override readonly name = 'ReliesOnOpenPoints';
}

const silent: Watcher = {
  ...{ say: () => {}, expects: () => {}, started: () => {}, ended: () => {} },
  ...{ done: () => {}, knows: () => {} },
};

/**
 * Runs a test in a world of the default dialect, and then in one world for each dialect that is needed for
 * every answer to every open point that the test meets. Throws what the test throws under the default;
 * otherwise, where it fails under another, an error that names the open points it relies on. Resolves with
 * the verdict.
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
  { server: given, runs: rows = 8, budget = 60 }: EveryDialectOptions = {},
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
    const wanted = { candidates: undefined, extra: [], rows, budget, seed: 1, jobs: 1 };
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
