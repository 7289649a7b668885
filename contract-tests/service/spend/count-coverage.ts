import {
  fileHashes,
  type HashKind,
  hashKinds,
  longestHash,
} from '../../../src/spec/file-hashes.ts';
import { plural } from '../../../src/values/listed.ts';
import type { CountCoverage } from '../../judging/run/conclusions.ts';
import {
  type CountedLookup,
  inContext,
  type LimitedHistory,
} from '../model/counts/counted-lookup.ts';
import {
  type CountingServer,
  counterexamples,
  freeFor,
  lookupKinds,
  malformedTakeTwo,
  missesAtOnceTakeNothing,
  twiceFor,
} from '../model/counts/counting-servers.ts';
import { fits } from '../model/counts/replay-lookups.ts';
import type { LimitedToken } from '../target/target.ts';
import { beyondHashes } from './askable.ts';
import { type AvailableHashes, type CountPlan, callsOf, countPlans } from './count-plan.ts';

/** A kind of lookups, and the servers that count it wrongly. */
interface Coverable {
  readonly what: string;
  readonly flaws: readonly Flaw[];
  /** Lookups by this hash alone. */
  readonly hashKind?: HashKind | undefined;
}

interface Flaw {
  /** What is wrong, after the kind of lookups. */
  readonly how: string;
  readonly server: CountingServer;
}

const coverables: readonly Coverable[] = [
  ...lookupKinds.map((kind) => ({
    what: `lookups ${kind.what}`,
    hashKind: kind.hashKind,
    flaws: [
      { how: ', if they take nothing', server: freeFor(kind) },
      { how: ', if they take two', server: twiceFor(kind) },
    ],
  })),
  {
    what: 'lookups at the same time',
    flaws: [{ how: '', server: counterexamples['lookup/counts-in-parallel'] }],
  },
  {
    what: 'equal lookups at the same time that find nothing',
    flaws: [{ how: '', server: missesAtOnceTakeNothing }],
  },
  {
    what: 'lookups of what is no hash',
    flaws: [{ how: ', if they take two', server: malformedTakeTwo }],
  },
];

/**
 * Which kinds of lookups the plan for limited tokens shows to be counted, and what would show the others.
 * `kinds` are the hashes by which files are known.
 */
export function countCoverage(
  limited: readonly LimitedToken[],
  kinds: ReadonlySet<HashKind> = new Set(hashKinds),
): CountCoverage {
  const ideal = idealHistories(limited);
  const covered = coverables.map((one) => {
    const hidden = one.flaws.filter(({ server }) => isHidden(server, ideal));
    return { what: one.what, uncounted: uncountedOf(one, hidden, limited, kinds) };
  });
  const counted = covered.filter(({ uncounted }) => uncounted.length === 0);
  return {
    counted: counted.map(({ what }) => what),
    uncounted: covered.flatMap(({ uncounted }) => uncounted),
  };
}

function uncountedOf(
  { what, flaws, hashKind }: Coverable,
  hidden: readonly Flaw[],
  limited: readonly LimitedToken[],
  kinds: ReadonlySet<HashKind>,
): CountCoverage['uncounted'] {
  if (hashKind && !kinds.has(hashKind)) return [{ what, needs: `analyses[].${hashKind}` }];
  const each = hidden.map(({ how, server }) => ({
    what: what + how,
    needs: needsOf(server, limited),
  }));
  const [first] = each;
  const isWhole = each.length === flaws.length && each.every(({ needs }) => needs === first?.needs);
  return isWhole && first && flaws.length > 1 ? [{ what, needs: first.needs }] : each;
}

/** Whether a wrong server could have answered as a right one does. */
function isHidden(server: CountingServer, ideal: readonly LimitedHistory[]): boolean {
  return ideal.every((history) => fits(server, history));
}

/** Enough for every kind of call. */
const mostNeeded = 8;

/** What would show a flaw: more requests of the token that has most kinds of calls, or else other tokens. */
function needsOf(server: CountingServer, limited: readonly LimitedToken[]): string {
  const counts = Array.from({ length: mostNeeded }, (_, nth) => nth + 1);
  const shows = (tokens: readonly LimitedToken[]): boolean =>
    !isHidden(server, idealHistories(tokens));
  const mixed = countPlans(limited).find(({ style }) => style === 'mixed');
  if (mixed) {
    const enlarged = (more: number): LimitedToken[] =>
      limited.map((token, index) =>
        keyOf(index) === mixed.key ? { ...token, remaining: token.remaining + more } : token,
      );
    const more = counts.find((count) => shows(enlarged(count)));
    if (more !== undefined) return `${requests(more, 'more ')} in ${mixed.key}`;
  }
  const left = counts.find((remaining) => shows([...limited, { token: '', remaining }]));
  const another = limited.length > 0 ? 'another token' : 'a token';
  if (left !== undefined) return `${another} in tokens.limited, with ${requests(left)} left`;
  const each = (tokens: number, remaining: number): LimitedToken[] =>
    Array.from({ length: tokens }, () => ({ token: '', remaining }));
  const tokens = [2, 3].find((count) => counts.some((one) => shows(each(count, one)))) ?? 3;
  const least = counts.find((count) => shows(each(tokens, count))) ?? mostNeeded;
  return `${tokens} tokens in tokens.limited, with ${requests(least)} left each`;
}

function keyOf(index: number): string {
  return `tokens.limited[${index}]`;
}

function requests(count: number, which = ''): string {
  return plural(count, `${which}request`);
}

/** Two files, by all their hashes. */
const hits = [0, 1].flatMap((file) =>
  fileHashes.map(({ kind }) => ({ kind, hash: `${kind} of file ${file}` })),
);

function hashOf(kind: HashKind | undefined, file: number): string {
  return `${kind} of file ${file}`;
}

const [firstKind, thirdKind, otherKind = thirdKind] = fileHashes.map(({ kind }) => kind);

const madeUp: AvailableHashes = {
  first: hashOf(firstKind, 0),
  hits: hits.map(({ hash }) => hash),
  other: hashOf(otherKind, 1),
  third: hashOf(thirdKind, 0),
  anotherThird: hashOf(thirdKind, 1),
  miss: 'unknown',
  longMiss: 'f'.repeat(longestHash),
};

/** The calls of all plans, as a server answers them that counts each once. */
function idealHistories(limited: readonly LimitedToken[]): LimitedHistory[] {
  return countPlans(limited)
    .filter(({ style }) => style !== 'unused')
    .map(idealHistory);
}

function idealHistory(plan: CountPlan): LimitedHistory {
  const { key, remaining } = plan;
  const { inTurn, equal, last } = callsOf(plan, madeUp);
  const made = [madeUp.first, ...inTurn.map(({ hash }) => hash)];
  const beyond = beyondHashes(plan, made, hits);
  const counted = remaining > 0 ? made : [];
  const calls: CountedLookup[] = counted.map((hash, nth) => lookup(hash, nth, 'served'));
  const atOnce = made.length;
  for (const hash of equal) calls.push({ ...lookup(hash, atOnce, 'served'), isAtOnce: true });
  // Which of the last ones at once are served is up to chance: they show no kind.
  for (const hash of last)
    calls.push({ ...lookup(hash, atOnce + 1, 'served'), isAtOnce: true, hashKind: undefined });
  const half = plan.style === 'parallel' ? Math.floor(beyond.length / 2) : 0;
  for (const hash of beyond.slice(0, half))
    calls.push({ ...lookup(last[0] ?? hash, atOnce + 1, 'refused'), isAtOnce: true });
  for (const [nth, hash] of beyond.slice(half).entries())
    calls.push(lookup(hash, atOnce + 2 + nth, 'refused'));
  return { key, remaining, calls: inContext(calls, []), others: [] };
}

function lookup(hash: string, turn: number, answer: 'served' | 'refused'): CountedLookup {
  const hashKind = hits.find((one) => one.hash === hash)?.kind;
  const finds = hashKind ? 'a file' : hash === 'no-hash' ? 'no hash' : 'nothing';
  return {
    caller: '',
    hash,
    startedAt: 10 * turn,
    endedAt: 10 * turn + 5,
    isAtOnce: false,
    finds,
    hashKind,
    answer: finds === 'a file' ? answer : 'open',
    mayBeUncounted: false,
    attempts: 0,
  };
}
