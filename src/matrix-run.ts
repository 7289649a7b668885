import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { chooseDialect } from './dialects/choose.ts';
import { type Dialect, differencesOf } from './dialects/dialect.ts';
import { operationNames } from './domain/operation.ts';
import type { OnAnswer } from './http/context.ts';
import type { FaultEvent, FaultTrial } from './matrix/fault-trials.ts';
import { noteLine, ownDialectNote } from './matrix/run-notes.ts';
import { operationOf } from './operations/operations.ts';
import type { FaultRule } from './worlds/fault-rule.ts';
import { type Environment, type InitialState, limitedByCount } from './worlds/world.ts';

/** What a server started by a command of `abuse-feed matrix` inherits. */
export interface MatrixRun {
  readonly label: string;
  readonly dialect: Dialect;
  /** Called after every response, so that the matrix knows what the command has exercised. */
  readonly onAnswer: OnAnswer;
  /** The fault of the run, in its world. */
  readonly faultsIn?: InitialState['faultsIn'];
  readonly environment: Environment;
}

/** The servers of all runs: a limit of requests a second is met by slow machines, too. */
export const matrixEnvironment: Environment = { rateLimiter: limitedByCount };

/** Set only by `abuse-feed matrix`: the file that servers of the command note their responses in. */
export const notesVariable = 'ABUSE_FEED_MATRIX_NOTES';
/** The same for the fault matrix: the fault, or `none`; or the status of a limit of requests. */
export const faultVariable = 'ABUSE_FEED_MATRIX_FAULT';

/** Undefined outside of a matrix run. */
export function matrixRunIn(
  env: { readonly [name: string]: string | undefined },
  /** Whether the server was given a dialect, and so proves nothing about that of the run. */
  hasOwnDialect = false,
): MatrixRun | undefined {
  const { [notesVariable]: notes, [faultVariable]: fault, ABUSE_FEED_DIALECT: asked } = env;
  if (!notes || !asked) return undefined;
  const run = chooseDialect(asked, { cwd: process.cwd() });
  // Written synchronously, since a test runner may kill its processes.
  const add = (line: string) => appendFileSync(notes, `${line}\n`);
  const limit = Number(fault);
  if (fault && !limit) {
    const trial = fault === 'none' ? undefined : (JSON.parse(fault) as FaultTrial);
    const watch = faultWatch(trial, (event) => add(JSON.stringify(event)));
    return { ...run, ...watch, environment: matrixEnvironment };
  }
  const onAnswer = notesOn(hasOwnDialect ? undefined : run.dialect, add);
  const faults = limit ? { faultsIn: () => limitOf(limit) } : {};
  return { ...run, ...faults, onAnswer, environment: matrixEnvironment };
}

/** Refuses the first request of each operation. */
export function limitOf(status: number): readonly FaultRule[] {
  return operationNames.map((operation) => ({
    type: 'reply',
    operation,
    times: 1,
    status,
    headers: { 'Retry-After': '1' },
    body: { error: 'Too many requests. Wait 1 s, and ask again.', successful: false },
  }));
}

/** Applies the fault of a trial, and records every request of the API. */
export function faultWatch(
  trial: FaultTrial | undefined,
  add: (event: FaultEvent) => void,
): Required<Pick<MatrixRun, 'onAnswer' | 'faultsIn'>> {
  const rules = trial ? [ruleOf(trial)] : [];
  const counts = new Map<string, number>();
  return {
    faultsIn: (world) => (world === trial?.world ? rules : []),
    onAnswer: (operation, _outcome, { url, world, req, bodyText = '', reply, interference }) => {
      if (operation === undefined) return;
      const name = world.name ?? world.id;
      const nth = counts.get(`${operation} ${name}`) ?? 0;
      counts.set(`${operation} ${name}`, nth + 1);
      const isPlace = name === trial?.world && operation === trial.operation && nth === trial.nth;
      add({
        world: name,
        operation,
        request: createHash('sha256').update(`${req.method} ${url}\n${bodyText}`).digest('hex'),
        acted: reply?.outcome === operationOf(operation).success,
        // Faults added by the tests themselves do not count.
        faulted: isPlace && interference !== undefined,
        at: performance.timeOrigin + performance.now(),
      });
    },
  };
}

function ruleOf({ kind, operation, nth }: FaultTrial): FaultRule {
  if (kind.isLasting) return { ...kind.effect, operation };
  const before = Array.from({ length: nth }, () => 'ok' as const);
  return { type: 'sequence', operation, steps: [...before, kind.effect] };
}

/** Notes each kind of response in the dialect of a run once: `create created`. */
export function notesOn(dialect: Dialect | undefined, add: (line: string) => void): OnAnswer {
  const written = new Set<string>();
  return (operation, outcome, { url, world }) => {
    const isOwn = !dialect || Object.keys(differencesOf(world.dialect, dialect)).length > 0;
    const what = isOwn ? ownDialectNote : `${operation ?? '-'} ${outcome}`;
    const path = operation || outcome === 'contract' ? undefined : url.split('?', 1)[0];
    const line = noteLine({ what, test: world.name, path });
    if (written.has(line)) return;
    written.add(line);
    add(line);
  };
}
