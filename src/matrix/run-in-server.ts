import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { chooseDialect } from '../dialects/choose.ts';
import { type Dialect, differencesOf } from '../dialects/dialect.ts';
import { operationNames } from '../domain/operation.ts';
import type { OnAnswer } from '../http/context.ts';
import { operationOf } from '../operations/operations.ts';
import type { FaultRule } from '../worlds/fault-rule.ts';
import { type Environment, type InitialState, limitedByCount } from '../worlds/world.ts';
import type { FaultPlace } from './fault-kinds.ts';
import type { RequestEvent } from './request-events.ts';
import type { Change } from './trial.ts';

/** A limit of requests a second is met by slow machines, too. */
export const countedLimits: Environment = { rateLimiter: limitedByCount };

/** What a server in a run of the matrix is given. */
export interface ServerInRun {
  /** Notes every response, so that the matrix knows what the command has exercised. */
  readonly onAnswer: OnAnswer;
  readonly faultsIn: NonNullable<InitialState['faultsIn']>;
  readonly environment: Environment;
}

/** What a server that the command starts itself inherits. */
export interface MatrixRun extends ServerInRun {
  readonly label: string;
  readonly dialect: Dialect;
}

/** Set only by `abuse-feed matrix`: the file that servers of the command note requests in. */
export const notesVariable = 'ABUSE_FEED_MATRIX_NOTES';
/** The fault or the limit of the run, as JSON; unset where it has none. */
export const faultVariable = 'ABUSE_FEED_MATRIX_FAULT';

type Disturbed = Pick<Change, 'fault' | 'limit'>;

/** The variables that servers of the command read. */
export function variablesOf({ fault, limit }: Disturbed, notesFile: string) {
  const disturbed = fault !== undefined || limit !== undefined;
  return {
    [notesVariable]: notesFile,
    ...(disturbed && { [faultVariable]: JSON.stringify({ fault, limit }) }),
  };
}

/** Undefined outside of a matrix run. */
export function matrixRunIn(
  env: { readonly [name: string]: string | undefined },
  /** Whether the server was given a dialect, and so proves nothing about that of the run. */
  hasOwnDialect = false,
): MatrixRun | undefined {
  const { [notesVariable]: notes, [faultVariable]: fault, ABUSE_FEED_DIALECT: asked } = env;
  if (!notes || !asked) return undefined;
  const run = chooseDialect(asked, { cwd: process.cwd() });
  const disturbed: Disturbed = fault ? JSON.parse(fault) : {};
  // Written synchronously, since a test runner may kill its processes.
  const add = (event: RequestEvent) => appendFileSync(notes, `${JSON.stringify(event)}\n`);
  return { ...run, ...serverInRun(disturbed, hasOwnDialect ? undefined : run.dialect, add) };
}

/** Applies the fault or the limit of a run, and records every request. */
export function serverInRun(
  { fault, limit }: Disturbed,
  dialect: Dialect | undefined,
  add: (event: RequestEvent) => void,
): ServerInRun {
  const counts = new Map<string, number>();
  return {
    environment: countedLimits,
    faultsIn: (world) => {
      if (limit !== undefined) return refusalsWith(limit);
      return fault && world === fault.world ? [ruleOf(fault)] : [];
    },
    onAnswer: (operation, outcome, { url, world, req, bodyText = '', reply, interference }) => {
      const name = world.name ?? world.id;
      const place = `${operation} ${name}`;
      const nth = counts.get(place) ?? 0;
      counts.set(place, nth + 1);
      const isPlace = name === fault?.world && operation === fault.operation && nth === fault.nth;
      add({
        operation,
        outcome,
        world: name,
        test: world.name,
        path: url.split('?', 1)[0] ?? '',
        isForeign: !dialect || Object.keys(differencesOf(world.dialect, dialect)).length > 0,
        request: createHash('sha256').update(`${req.method} ${url}\n${bodyText}`).digest('hex'),
        acted: operation !== undefined && reply?.outcome === operationOf(operation).success,
        // Faults added by the tests themselves do not count.
        faulted: isPlace && interference !== undefined,
        at: performance.timeOrigin + performance.now(),
      });
    },
  };
}

/** Refuses the first request of each operation. */
function refusalsWith(status: number): readonly FaultRule[] {
  return operationNames.map((operation) => ({
    type: 'reply',
    operation,
    times: 1,
    status,
    headers: { 'Retry-After': '1' },
    body: { error: 'Too many requests. Wait 1 s, and ask again.', successful: false },
  }));
}

function ruleOf({ kind, operation, nth }: FaultPlace): FaultRule {
  if (kind.isLasting) return { ...kind.effect, operation };
  const before = Array.from({ length: nth }, () => 'ok' as const);
  return { type: 'sequence', operation, steps: [...before, kind.effect] };
}
