import { idIn } from '../called-service.ts';
import type { Service } from '../service.ts';
import { readAnswer } from '../talk/answer.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import { type Attempts, type ConfirmOptions, objection } from './attempts.ts';
import { type RecordedCall, recordedCalls } from './recorded-call.ts';
import { evidenceIn } from './replay.ts';
import { sliceOf } from './slice.ts';

export const usedConnection = {
  byAnother: 'only on a connection that another caller used before',
  before: 'only on a connection that was used before',
} as const;

export const atTheSameTime = 'only at the same time';

/** Where a fault may happen only, and how a call is made elsewhere. */
const circumstances: readonly {
  readonly isIn: (calls: readonly RecordedCall[]) => boolean;
  readonly without: (call: RecordedCall) => RecordedCall;
  readonly says: (calls: readonly RecordedCall[]) => string;
  /** Whether it is about time itself. */
  readonly isTime?: boolean;
}[] = [
  {
    isIn: (calls) => calls.some(({ kept }) => kept),
    without: ({ kept: _, ...call }) => call,
    says: (calls) => {
      const callers = new Set(calls.filter(({ kept }) => kept).map(({ caller }) => caller));
      return callers.size > 1 ? usedConnection.byAnother : usedConnection.before;
    },
  },
  {
    isIn: (calls) => calls.some(({ atOnce }) => atOnce !== undefined),
    without: ({ atOnce: _, ...call }) => call,
    says: () => atTheSameTime,
    isTime: true,
  },
  {
    isIn: (calls) => calls.some(({ after }) => after !== undefined),
    without: ({ after: _, ...call }) => call,
    says: () => 'only some time later',
    isTime: true,
  },
  {
    isIn: (calls) => calls.some(({ encoding }) => encoding !== undefined),
    without: ({ encoding: _, ...call }) => call,
    says: (calls) => `only with Accept-Encoding: ${calls.at(-1)?.encoding}`,
  },
  {
    isIn: (calls) => calls.some(({ way }) => way?.chunked),
    without: unchunked,
    says: () => 'only with a chunked body',
  },
];

function unchunked({ way, ...call }: RecordedCall): RecordedCall {
  const { chunked: _, ...others } = way ?? {};
  return Object.keys(others).length === 0 ? call : { ...call, way: others };
}

/** What was not found, and was found later: it was there all the time. */
export function laterFound(
  service: Service,
  findings: readonly Finding[],
  history: readonly Exchange[],
): string | undefined {
  const isFound = ({ exchange: refused }: Finding): boolean =>
    refused !== undefined &&
    idIn(service, refused.about) !== '' &&
    service.operations.of(refused.operation).effect === 'nothing' &&
    readAnswer(refused).outcome === 'refusal' &&
    history.some(
      (one) =>
        one.operation === refused.operation &&
        one.startedAt > refused.startedAt &&
        idIn(service, one.about) === idIn(service, refused.about) &&
        readAnswer(one).outcome === 'success',
    );
  const [first] = findings;
  if (!first || !findings.every(isFound)) return undefined;
  const all = history.filter(({ operation }) => operation === first.exchange?.operation).length;
  return `and found later: ${findings.length} of ${all} times`;
}

/** Leaves out the circumstances without which the calls show it as well. */
export async function simplify(
  calls: readonly RecordedCall[],
  shows: (calls: readonly RecordedCall[]) => Promise<boolean>,
): Promise<readonly RecordedCall[]> {
  let simplest = calls;
  try {
    for (const { isIn, without } of circumstances) {
      if (!isIn(simplest)) continue;
      const simpler = simplest.map(without);
      if (await shows(simpler)) simplest = simpler;
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
  return simplest;
}

/** So often in turn, calls show it with a circumstance and do not without: by chance, less than once in 200 times. */
const turnsForChance = 4;

/** The circumstances that the calls need: with one it is shown, without it is not, as often as chance demands. */
export async function findNeeded(
  calls: readonly RecordedCall[],
  attempts: Attempts,
): Promise<string[]> {
  const only: string[] = [];
  try {
    for (const { isIn, without, says, isTime = false } of circumstances) {
      if (!isIn(calls)) continue;
      const others = calls.map(without);
      if (await isNeeded(calls, { others, isTime }, attempts)) only.push(says(calls));
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
  return only;
}

async function isNeeded(
  calls: readonly RecordedCall[],
  { others, isTime }: { readonly others: readonly RecordedCall[]; readonly isTime: boolean },
  attempts: Attempts,
): Promise<boolean> {
  for (let turn = 0; turn < turnsForChance; turn += 1) {
    if (!attempts.mayTry(calls, 2)) return false;
    // Slower ones, such as over new connections, may show nothing for that alone.
    const isShown = isTime
      ? await attempts.tryAgain(others)
      : await attempts.tryAsFast(others, calls);
    if (isShown !== false || !(await attempts.tryAgain(calls))) return false;
  }
  return true;
}

/** Of the calls that may have met a clause at first, so many are looked at. */
const mostSlicesRead = 20;

/**
 * Whether the first calls like these that met the clause break it now: the server has changed in the
 * meantime, by what it was sent or by itself, and another start of it may not show it.
 */
export async function isBrokenLater(
  findings: readonly Finding[],
  attempts: Attempts,
  options: ConfirmOptions,
): Promise<boolean> {
  const [finding] = findings;
  const { clause, exchange: shown } = finding ?? {};
  if (!finding || !clause || !shown) return false;
  const { service, history } = options;
  const alike = history
    .filter(
      (one) =>
        one.operation === shown.operation &&
        one.caller === shown.caller &&
        one.startedAt < shown.startedAt &&
        !one.throttled,
    )
    .slice(0, mostSlicesRead);
  const met = firstThatMet(clause, alike, finding, options);
  if (!met) return false;
  const calls = recordedCalls(service, met);
  if (objection(calls, options) || !attempts.mayTry(calls)) return false;
  try {
    if (!(await attempts.tryAgain(calls))) return false;
    return !attempts.mayTry(calls) || (await attempts.tryAlone(calls));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return false;
  }
}

/** The slice of the first of these exchanges that met a clause; mostly, it is that of the very first. */
function firstThatMet(
  clause: string,
  exchanges: readonly Exchange[],
  finding: Finding,
  options: ConfirmOptions,
): ReturnType<typeof sliceOf> | undefined {
  const { service, history } = options;
  for (const exchange of exchanges) {
    const slice = sliceOf(service, { ...finding, exchange }, history);
    const then = evidenceIn(slice, options);
    if (then.metCount(clause) > 0 && then.findings(clause).length === 0) return slice;
  }
  return undefined;
}
