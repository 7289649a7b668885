import { idIn } from '../called-service.ts';
import type { Service } from '../service.ts';
import { readAnswer } from '../talk/answer.ts';
import { NoAnswer } from '../talk/client.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import { judgeHistory } from './judge-history.ts';
import type { RecordedCall } from './recorded-call.ts';
import { relatedStory } from './story.ts';
import { type ConfirmOptions, objection, type Tries } from './tries.ts';

export const usedConnection = {
  byAnother: 'only on a connection that another caller used before',
  before: 'only on a connection that was used before',
} as const;

export const atTheSameTime = 'only at the same time';

/** Where a fault may happen only, and how a call is made elsewhere. */
const circumstances: readonly {
  readonly isIn: (call: RecordedCall) => boolean;
  readonly without: (call: RecordedCall) => RecordedCall;
  readonly says: (calls: readonly RecordedCall[]) => string;
  /** Whether it is about time itself. */
  readonly isTime?: boolean;
}[] = [
  {
    isIn: ({ kept = false }) => kept,
    without: ({ kept: _, ...call }) => call,
    says: (calls) => {
      const callers = new Set(calls.filter(({ kept }) => kept).map(({ caller }) => caller));
      return callers.size > 1 ? usedConnection.byAnother : usedConnection.before;
    },
  },
  {
    isIn: ({ atOnce }) => atOnce !== undefined,
    without: ({ atOnce: _, ...call }) => call,
    says: () => atTheSameTime,
    isTime: true,
  },
  {
    isIn: ({ after }) => after !== undefined,
    without: ({ after: _, ...call }) => call,
    says: () => 'only some time later',
    isTime: true,
  },
  {
    isIn: ({ encoding }) => encoding !== undefined,
    without: ({ encoding: _, ...call }) => call,
    says: (calls) => `only with Accept-Encoding: ${calls.at(-1)?.encoding}`,
  },
  {
    isIn: ({ way }) => way?.chunked ?? false,
    without: unchunked,
    says: () => 'only with a chunked body',
  },
];

function unchunked({ way, ...call }: RecordedCall): RecordedCall {
  const { chunked: _, ...others } = way ?? {};
  return Object.keys(others).length === 0 ? call : { ...call, way: others };
}

/** A try that gets no response proves nothing. */
async function unlessUnanswered(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
}

/** Leaves out the circumstances without which the calls show it as well. */
export async function simplify(
  calls: readonly RecordedCall[],
  shows: (calls: readonly RecordedCall[]) => Promise<boolean>,
): Promise<readonly RecordedCall[]> {
  let simplest = calls;
  await unlessUnanswered(async () => {
    for (const { isIn, without } of circumstances) {
      if (!simplest.some(isIn)) continue;
      const simpler = simplest.map(without);
      if (await shows(simpler)) simplest = simpler;
    }
  });
  return simplest;
}

/** So often in turn, calls show it with a circumstance and do not without: by chance, less than once in 200 times. */
const turnsForChance = 4;

/** The circumstances that the calls need: with one it is shown, without it is not, as often as chance demands. */
export async function findNeeded(calls: readonly RecordedCall[], tries: Tries): Promise<string[]> {
  const only: string[] = [];
  await unlessUnanswered(async () => {
    for (const { isIn, without, says, isTime = false } of circumstances) {
      if (!calls.some(isIn)) continue;
      const others = calls.map(without);
      if (await isNeeded(calls, { others, isTime }, tries)) only.push(says(calls));
    }
  });
  return only;
}

async function isNeeded(
  calls: readonly RecordedCall[],
  { others, isTime }: { readonly others: readonly RecordedCall[]; readonly isTime: boolean },
  tries: Tries,
): Promise<boolean> {
  for (let turn = 0; turn < turnsForChance; turn += 1) {
    if (!tries.mayTry(calls, 2)) return false;
    // Slower ones, such as over new connections, may show nothing for that alone.
    const isShown = isTime ? await tries.shows(others) : await tries.showsAsFast(others, calls);
    if (isShown !== false || !(await tries.shows(calls))) return false;
  }
  return true;
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

/** Of the calls that may have met a clause at first, so many are looked at. */
const mostStoriesRead = 20;

/**
 * Whether the first calls like these that met the clause break it now: the server has changed in the
 * meantime, by what it was sent or by itself, and another start of it may not show it.
 */
export async function isBrokenLater(
  finding: Finding,
  tries: Tries,
  options: ConfirmOptions,
): Promise<boolean> {
  const { clause, exchange: shown } = finding;
  const alike = options.history.filter(
    ({ operation, caller, startedAt, throttled }) =>
      operation === shown?.operation &&
      caller === shown.caller &&
      startedAt < shown.startedAt &&
      !throttled,
  );
  for (const exchange of alike.slice(0, mostStoriesRead)) {
    const { exchanges, calls } = relatedStory(options, { ...finding, exchange });
    const then = judgeHistory(exchanges, options);
    if (then.metCount(clause) === 0 || then.findings(clause).length > 0) continue;
    if (objection(calls, options) || !tries.mayTry(calls)) return false;
    let isBroken = false;
    await unlessUnanswered(async () => {
      isBroken = await tries.shows(calls);
      if (isBroken && tries.mayTry(calls)) isBroken = await tries.showsAlone(calls);
    });
    return isBroken;
  }
  return false;
}
