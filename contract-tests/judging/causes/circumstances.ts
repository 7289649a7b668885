import { isDeepStrictEqual } from 'node:util';
import { idIn } from '../called-service.ts';
import type { Service } from '../service.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { RecordedCall } from './recorded-call.ts';
import type { Tries } from './tries.ts';

export const usedConnection = {
  byAnother: 'only on a connection that another caller used before',
  before: 'only on a connection that was used before',
} as const;

export const atTheSameTime = 'only at the same time';

interface Circumstance {
  /** The same call elsewhere. */
  readonly without: (call: RecordedCall) => RecordedCall;
  readonly says: (calls: readonly RecordedCall[]) => string;
  /** Whether it is about time itself. */
  readonly isTime?: boolean;
}

/** What a fault may need. */
const circumstances: readonly Circumstance[] = [
  {
    without: ({ kept: _, ...call }) => call,
    says: (calls) => {
      const callers = new Set(calls.filter(({ kept }) => kept).map(({ caller }) => caller));
      return callers.size > 1 ? usedConnection.byAnother : usedConnection.before;
    },
  },
  { without: ({ atOnce: _, ...call }) => call, says: () => atTheSameTime, isTime: true },
  { without: ({ after: _, ...call }) => call, says: () => 'only some time later', isTime: true },
  {
    without: ({ encoding: _, ...call }) => call,
    says: (calls) => `only with Accept-Encoding: ${calls.at(-1)?.encoding}`,
  },
  {
    without: ({ way, ...call }) => {
      const { chunked: _, ...others } = way ?? {};
      return Object.keys(others).length === 0 ? call : { ...call, way: others };
    },
    says: () => 'only with a chunked body',
  },
];

/** So often in turn, calls show it with a circumstance and do not without: by chance, less than once in 200 times. */
const turnsForChance = 4;

/** Repeats calls without each of their circumstances: what is shown without one does not need it. */
export async function simplify(
  calls: readonly RecordedCall[],
  shows: (calls: readonly RecordedCall[]) => Promise<boolean>,
): Promise<readonly RecordedCall[]> {
  let simplest = calls;
  await unlessUnanswered(async () => {
    for (const { without } of circumstances) {
      const simpler = simplest.map(without);
      if (!isDeepStrictEqual(simpler, simplest) && (await shows(simpler))) simplest = simpler;
    }
  });
  return simplest;
}

/** The circumstances that calls need: with one it is shown, and without it is not, as often as chance demands. */
export async function findNeeded(calls: readonly RecordedCall[], tries: Tries): Promise<string[]> {
  const only: string[] = [];
  await unlessUnanswered(async () => {
    for (const { without, says, isTime = false } of circumstances) {
      const others = calls.map(without);
      if (isDeepStrictEqual(others, calls)) continue;
      let turn = 0;
      while (turn < turnsForChance && tries.mayTry(calls, 2)) {
        // Slower ones, such as over new connections, may show nothing for that alone.
        const isMet = !(await tries.shows(others)) && (isTime || tries.wereAsFast(others, calls));
        if (!isMet || !(await tries.shows(calls))) break;
        turn += 1;
      }
      if (turn === turnsForChance) only.push(says(calls));
    }
  });
  return only;
}

/** A try that gets no response proves nothing. */
export async function unlessUnanswered(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
}

/** What was not found, and was found later: it was there all the time. */
export function laterFound(
  service: Service,
  findings: readonly Finding[],
  history: readonly Exchange[],
): string | undefined {
  const { operation } = findings[0]?.exchange ?? {};
  if (operation === undefined || service.operations.of(operation).effect !== 'nothing')
    return undefined;
  const alike = history.filter((one) => one.operation === operation);
  const isFound = ({ exchange: refused }: Finding): boolean => {
    if (refused?.operation !== operation || refused.outcome !== 'refusal') return false;
    const id = idIn(service, refused.about);
    return alike.some(
      ({ startedAt, about, outcome }) =>
        startedAt > refused.startedAt &&
        outcome === 'success' &&
        id !== '' &&
        idIn(service, about) === id,
    );
  };
  if (!findings.every(isFound)) return undefined;
  return `and found later: ${findings.length} of ${alike.length} times`;
}
