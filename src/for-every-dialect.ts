import { ControlProblem } from './admin/control/problem.ts';
import { RunningServer } from './admin/control/running-server.ts';
import type { MadeWorld } from './admin/control/server-control.ts';
import { type Differences, dialectOf } from './dialects/dialect.ts';
import { acceptedFrom } from './matrix/accepted.ts';
import { AnswerSearch } from './matrix/answer-search.ts';
import { reportText } from './matrix/report.ts';
import { noteOf } from './matrix/request-events.ts';
import { countedLimits } from './matrix/run-in-server.ts';
import { unwatched } from './matrix/search.ts';
import type { Change, Run } from './matrix/trial.ts';
import { startServer } from './server.ts';
import { described } from './values/described.ts';
import { aList, isText, type ValueForm, wrongOption } from './values/value-form.ts';

/** Options of forEveryDialect. */
export interface EveryDialectOptions {
  /** The server to create worlds in. Default: a temporary one. */
  readonly server?: RunningServer;
  /** Open points that the test may rely on, each as `ID because REASON` or `ID: ANSWER because REASON`. */
  readonly accept?: readonly string[];
  /** How many runs of the test go on at the same time, each in a world of its own. Default: 1. */
  readonly jobs?: number;
}

/** Names the open points that a test relies on. */
export class ReliesOnOpenPoints extends Error {
  override readonly name = 'ReliesOnOpenPoints';
}

/**
 * Runs a test in a world of the default dialect, then in a world for every other answer to every open point that
 * the test touches, and in some for mixes of them. Throws the test's own error under the default; if it fails
 * with another answer, throws an error that names the open points it relies on. Resolves with the verdict.
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
  options: EveryDialectOptions = {},
): Promise<string> {
  checkCall(test, options);
  const { server: given, accept = [], jobs = 1 } = options;
  const accepted = accept.map((one) => acceptedFrom(one));
  const server = given ?? (await startServer({ dialect: 'default', environment: countedLimits }));
  const errors = new Map<string, unknown>();
  async function runOnce({ label, answers }: Change): Promise<Run> {
    const dialect = dialectOf(answers as Differences);
    await using world = await server.createWorld({ dialect });
    // As they come: a world keeps some of its requests, and a test may clear them.
    const notes = new Set<string>();
    world.onRequest((seen) => void notes.add(noteOf(seen)));
    const started = performance.now();
    let passed = true;
    try {
      await test(world);
    } catch (error) {
      errors.set(label, error);
      passed = false;
    }
    return {
      label,
      passed,
      end: passed ? 'exit 0' : 'an error',
      ms: performance.now() - started,
      notes: [...notes].sort(),
      output: '',
      tests: {},
      elsewhere: [],
    };
  }
  try {
    const wanted = {
      seed: 1,
      jobs,
      accepted,
      // A server that is given limits requests by its clock, so that speed would decide.
      fixed: given ? ['any.rate-limit'] : [],
    };
    const report = await new AnswerSearch(wanted, runOnce, unwatched).run();
    const [first] = report.control;
    if (first && !first.passed) throw errors.get(first.label);
    const verdict = reportText(report);
    if (report.exitCode === 0) return verdict;
    const failed = report.trials.find(({ label }) => errors.has(label));
    throw new ReliesOnOpenPoints(verdict, { cause: failed && errors.get(failed.label) });
  } finally {
    if (!given) await server.close();
  }
}

const optionForms: { readonly [name in keyof EveryDialectOptions]-?: ValueForm } = {
  server: {
    fits: (value) => value instanceof RunningServer,
    words: 'what startServer() resolves with',
  },
  accept: aList('a list of texts', isText),
  jobs: {
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    words: 'a whole number of at least 1',
  },
};

function checkCall(test: unknown, options: EveryDialectOptions): void {
  const mistake =
    typeof test === 'function'
      ? wrongOption('forEveryDialect()', options, optionForms)
      : `forEveryDialect() takes a test, which is a function, and got ${described(test)}.`;
  if (mistake !== undefined) throw new ControlProblem('invalid-request', mistake);
}
