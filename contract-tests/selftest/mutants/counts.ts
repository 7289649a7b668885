import { setTimeout as pause } from 'node:timers/promises';
import { isFileHash } from '../../../src/spec/file-hashes.ts';
import {
  type CallOf,
  type Mutant,
  mutantsBreaking,
  onCall,
  onReply,
  overrideRules,
} from '../mutant.ts';
import type { Reply, WorldApi } from '../server.ts';
import { callerBehind, stateOf } from './stored-reports.ts';

type Lookup = CallOf<'lookup'>;

/** Adds to the count of the caller, or subtracts from it. */
async function recount(served: WorldApi, header: string | undefined, by: number): Promise<void> {
  const { store, rules: honest, now } = served.dependencies;
  const caller = store.state.callerByToken(header ?? '');
  if (!caller) return;
  const left = store.state.allowance(caller.id)?.left ?? honest.requestsOf(caller);
  const period = honest.quotaPeriod(now());
  const allowance = { left: Math.max(0, left + by), period };
  await store.commit({ type: 'allowance-set', caller: caller.id, allowance });
}

function isCounted({ outcome }: Reply): boolean {
  return ['found', 'unknown-hash'].includes(outcome);
}

/** Credits calls of one kind to the caller, or charges them again. */
function recounts(by: number, isMeant: (reply: Reply, call: Lookup, served: WorldApi) => boolean) {
  return onReply('lookup', async (reply, served, call) => {
    if (isMeant(reply, call, served)) await recount(served, call.authorization, by);
    return reply;
  });
}

function keyOf({ authorization, hash }: Lookup): string {
  return `${authorization} ${hash}`;
}

/** Does not count calls of one kind. */
function uncounted(kind: (call: Lookup, reply: Reply, seen: Set<string>) => boolean) {
  return () => {
    const seen = new Set<string>();
    return recounts(1, (reply, call) => {
      const isFree = isCounted(reply) && kind(call, reply, seen);
      seen.add(keyOf(call));
      return isFree;
    })();
  };
}

function isMiss({ outcome }: Reply): boolean {
  return outcome === 'unknown-hash';
}

/** Still answers some lookups when no requests are left. */
function answersAtZero(isMeant: (call: Lookup, given: ReadonlySet<string>) => boolean) {
  return () => {
    const given = new Set<string>();
    return onReply('lookup', (reply, served, call) => {
      if (reply.outcome === 'found') given.add(keyOf(call));
      const found = isMeant(call, given) && stateOf(served).analysis(call.hash.toLowerCase());
      return reply.outcome === 'no-requests-left' && found
        ? served.replies.succeeded('lookup', found)
        : reply;
    })();
  };
}

/** Refuses some lookups as if no requests were left. */
function refuses(isMeant: (left: number, requests: number) => boolean) {
  return onCall('lookup', (honest, served, call) => {
    const { id = '', requests = 0 } = callerBehind(served, call) ?? {};
    return isMeant(stateOf(served).allowance(id)?.left ?? requests, requests)
      ? served.replies.refused('lookup', { kind: 'no-requests-left' })
      : honest(served, call);
  });
}

/** About as long as a database takes. */
const databaseMs = 10;

/** Equal calls at the same time get the reply to the first of them, which alone is counted. */
function joins(flightOf: (call: Lookup) => string) {
  return () => {
    const flights = new Map<string, Promise<Reply>>();
    return onCall('lookup', (honest, served, call) => {
      if (!callerBehind(served, call)) return honest(served, call);
      const key = flightOf(call);
      const joined = flights.get(key);
      if (joined) return joined;
      const flight = pause(databaseMs)
        .then(() => honest(served, call))
        .finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    })();
  };
}

export const countMutants: readonly Mutant[] = mutantsBreaking({
  'lookup/refused-at-zero': {
    'lookup-counts-nothing': overrideRules(() => ({ cost: 0 })),
    'lookup-counts-misses-only': uncounted((_, reply) => !isMiss(reply)),
  },
  'lookup/misses-count': { 'lookup-counts-hits-only': uncounted((_, reply) => isMiss(reply)) },
  'lookup/every-call-counts': {
    'lookup-counts-the-first-miss-only': uncounted((call, reply, seen) => {
      const key = `${call.authorization} missed`;
      const isAgain = seen.has(key);
      if (isMiss(reply)) seen.add(key);
      return isAgain && isMiss(reply);
    }),
    'lookup-counts-no-sha512': uncounted(({ hash }) => hash.length === 128),
    'lookup-counts-a-miss-once': uncounted(
      (call, reply, seen) => isMiss(reply) && seen.has(keyOf(call)),
    ),
    'lookup-counts-no-miss-of-128-digits': uncounted(
      ({ hash }, reply) => isMiss(reply) && hash.length === 128,
    ),
    'lookup-gives-one-for-nothing': () => {
      const given = new Set<string>();
      return onCall('lookup', async (honest, served, call) => {
        const reply = await honest(served, call);
        const header = call.authorization ?? '';
        if (reply.outcome !== 'no-requests-left' || given.has(header)) return reply;
        given.add(header);
        await recount(served, header, 1);
        return honest(served, call);
      })();
    },
    'lookup-counts-no-repeat-of-the-last-call': () => {
      const last = new Map<string | undefined, string>();
      return recounts(1, ({ outcome }, { authorization, hash }) => {
        const isRepeated = last.get(authorization) === hash;
        last.set(authorization, hash);
        return isRepeated && outcome === 'found';
      })();
    },
    'lookup-counts-no-other-hash-of-the-last-file': () => {
      const last = new Map<string | undefined, Lookup>();
      const fileOf = (served: WorldApi, { hash = '' }: Partial<Lookup> = {}) =>
        stateOf(served).analysis(hash.toLowerCase());
      return recounts(1, ({ outcome }, call, served) => {
        const before = last.get(call.authorization);
        last.set(call.authorization, call);
        const isOther = before?.hash !== call.hash;
        return outcome === 'found' && isOther && fileOf(served, before) === fileOf(served, call);
      })();
    },
  },
  'lookup/repeats-count': {
    'lookup-counts-a-hash-once': uncounted((call, _, seen) => seen.has(keyOf(call))),
  },
  'lookup/counts-once': {
    'lookup-counts-what-is-no-hash-twice': recounts(
      -1,
      ({ outcome }, { hash }) => outcome !== 'no-requests-left' && !isFileHash(hash),
    ),
    'lookup-counts-blake3-twice': recounts(
      -1,
      ({ outcome }, { hash }, served) =>
        outcome !== 'no-requests-left' && stateOf(served).analysis(hash)?.blake3Hash === hash,
    ),
    'lookup-counts-twice': recounts(-1, ({ outcome }) => outcome === 'found'),
    'lookup-counts-misses-twice': recounts(-1, isMiss),
    'lookup-refuses-who-began-with-few': refuses((_, requests) => requests > 0 && requests <= 4),
    'lookup-stops-one-early': refuses((left) => left === 1),
  },
  'lookup/counts-per-caller': {
    'lookups-with-requests-to-spare-are-charged-to-another': onCall(
      'lookup',
      async (honest, served, call) => {
        const few = (requests = 0) => requests > 0 && requests < 100;
        const isRich = !few(callerBehind(served, call)?.requests);
        const { callers } = stateOf(served).contents();
        const payer = isRich && callers.findLast(({ requests }) => few(requests));
        if (payer) await recount(served, payer.token, -1);
        return honest(served, call);
      },
    ),
    'lookup-counts-for-all-limited-callers': onReply('lookup', async (reply, served, call) => {
      const mine = callerBehind(served, call);
      if (isCounted(reply))
        for (const other of stateOf(served).contents().callers)
          if (other.id !== mine?.id) await recount(served, other.token, -1);
      return reply;
    }),
  },
  'lookup/stays-refused': {
    'lookup-starts-again-after-zero': recounts(3, ({ outcome }) => outcome === 'no-requests-left'),
    'lookup-at-zero-still-answers-by-sha512': answersAtZero(({ hash }) => hash.length === 128),
    'lookup-at-zero-still-answers-in-upper-case': answersAtZero(({ hash }) => /[A-F]/.test(hash)),
    'lookup-at-zero-still-answers-what-it-gave-before': answersAtZero((call, given) =>
      given.has(keyOf(call)),
    ),
  },
  'lookup/counts-in-parallel': {
    'lookup-loses-counts-in-parallel': () => {
      const underWay = new Map<string, number>();
      return onCall('lookup', async (honest, served, call) => {
        const caller = call.authorization ?? '';
        const others = underWay.get(caller) ?? 0;
        underWay.set(caller, others + 1);
        const reply = await honest(served, call);
        // A lost update: concurrent calls overwrite each other's count.
        if (isCounted(reply) && others > 0) await recount(served, caller, 1);
        await pause(50);
        underWay.set(caller, (underWay.get(caller) ?? 1) - 1);
        return reply;
      })();
    },
    'lookup-joins-equal-calls': joins(keyOf),
    'lookup-joins-equal-calls-of-all-callers': joins(({ hash }) => hash),
  },
});
