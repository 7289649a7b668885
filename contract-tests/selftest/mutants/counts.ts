import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../../src/http/reply/reply.ts';
import type { Service } from '../../../src/http/service.ts';
import { type Mutant, overrideRules } from '../mutant.ts';
import { type LookupCall, onLookup } from './on-lookup.ts';

/** Adds to the count of the caller, or subtracts from it. */
async function recount(served: Service, header: string | undefined, by: number): Promise<void> {
  const { store, rules: honest, now } = served.dependencies;
  const caller = store.state.callerByToken(header ?? '');
  if (!caller) return;
  const left = store.state.allowance(caller.id)?.left ?? honest.requestsOf(caller);
  const period = honest.quotaPeriod(now());
  const allowance = { left: Math.max(0, left + by), period };
  await store.commit({ type: 'allowance-set', caller: caller.id, allowance });
}

/** Does not count calls of one kind. */
const uncounted = (kind: (call: LookupCall, reply: Reply, seen: Set<string>) => boolean) =>
  onLookup(() => {
    const seen = new Set<string>();
    return async (honest, served, call) => {
      const reply = await honest(served, call);
      const counted = reply.outcome === 'found' || reply.outcome === 'unknown-hash';
      const free = counted && kind(call, reply, seen);
      seen.add(`${call.authorization} ${call.hash}`);
      if (free) await recount(served, call.authorization, 1);
      return reply;
    };
  });

/** Counts calls of one kind twice. */
const costsTwo = (isMeant: (call: LookupCall, served: Service) => boolean) =>
  onLookup(() => async (honest, served, call) => {
    const reply = await honest(served, call);
    const isRefused = reply.outcome === 'no-requests-left';
    if (!isRefused && isMeant(call, served)) await recount(served, call.authorization, -1);
    return reply;
  });

export const countMutants: readonly Mutant[] = [
  {
    name: 'lookup-counts-nothing',
    breaks: 'lookup/refused-at-zero',
    mutation: overrideRules(() => ({ cost: 0 })),
  },
  {
    name: 'lookup-counts-hits-only',
    breaks: 'lookup/misses-count',
    mutation: uncounted((_call, reply) => reply.outcome === 'unknown-hash'),
  },
  {
    name: 'lookup-counts-no-sha512',
    breaks: 'lookup/every-call-counts',
    mutation: uncounted((call) => call.hash.length === 128),
  },
  {
    name: 'lookup-counts-a-miss-once',
    breaks: 'lookup/every-call-counts',
    mutation: uncounted(
      (call, reply, seen) =>
        reply.outcome === 'unknown-hash' && seen.has(`${call.authorization} ${call.hash}`),
    ),
  },
  {
    name: 'lookup-counts-no-miss-of-128-digits',
    breaks: 'lookup/every-call-counts',
    mutation: uncounted(
      (call, reply) => reply.outcome === 'unknown-hash' && call.hash.length === 128,
    ),
  },
  {
    name: 'lookup-counts-the-first-miss-only',
    breaks: 'lookup/repeats-count',
    mutation: uncounted((call, reply, seen) => {
      const key = `${call.authorization} missed`;
      const isAgain = seen.has(key);
      if (reply.outcome === 'unknown-hash') seen.add(key);
      return isAgain && reply.outcome === 'unknown-hash';
    }),
  },
  {
    name: 'lookup-counts-what-is-no-hash-twice',
    breaks: 'lookup/counts-once',
    mutation: costsTwo(({ hash }) => !/^([\da-f]{64}|[\da-f]{128})$/i.test(hash)),
  },
  {
    name: 'lookup-counts-blake3-twice',
    breaks: 'lookup/counts-once',
    mutation: costsTwo(({ hash }, { dependencies }) => {
      return dependencies.store.state.analysis(hash)?.blake3Hash === hash;
    }),
  },
  {
    name: 'lookups-with-requests-to-spare-are-charged-to-another',
    breaks: 'lookup/counts-per-caller',
    mutation: onLookup(() => async (honest, served, call) => {
      const { state } = served.dependencies.store;
      const few = (requests = 0) => requests > 0 && requests < 100;
      const isRich = !few(state.callerByToken(call.authorization ?? '')?.requests);
      const payer = isRich && state.contents().callers.findLast(({ requests }) => few(requests));
      if (payer) await recount(served, payer.token, -1);
      return honest(served, call);
    }),
  },
  {
    name: 'lookup-counts-misses-only',
    breaks: 'lookup/refused-at-zero',
    mutation: uncounted((_call, reply) => reply.outcome === 'found'),
  },
  {
    name: 'lookup-counts-a-hash-once',
    breaks: 'lookup/repeats-count',
    mutation: uncounted((call, _reply, seen) => seen.has(`${call.authorization} ${call.hash}`)),
  },
  {
    name: 'lookup-counts-no-repeat-of-the-last-call',
    breaks: 'lookup/repeats-count',
    mutation: onLookup(() => {
      const last = new Map<string | undefined, string>();
      return async (honest, served, call) => {
        const repeated = last.get(call.authorization) === call.hash;
        last.set(call.authorization, call.hash);
        const reply = await honest(served, call);
        if (repeated && reply.outcome === 'found') await recount(served, call.authorization, 1);
        return reply;
      };
    }),
  },
  {
    name: 'lookup-counts-twice',
    breaks: 'lookup/counts-once',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (reply.outcome === 'found') await recount(served, call.authorization, -1);
      return reply;
    }),
  },
  {
    name: 'lookup-counts-misses-twice',
    breaks: 'lookup/counts-once',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (reply.outcome === 'unknown-hash') await recount(served, call.authorization, -1);
      return reply;
    }),
  },
  {
    name: 'lookup-gives-one-for-nothing',
    breaks: 'lookup/every-call-counts',
    mutation: onLookup(() => {
      const given = new Set<string>();
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        const header = call.authorization ?? '';
        if (reply.outcome !== 'no-requests-left' || given.has(header)) return reply;
        given.add(header);
        await recount(served, header, 1);
        return honest(served, call);
      };
    }),
  },
  {
    name: 'lookup-stops-one-early',
    breaks: 'lookup/counts-once',
    mutation: onLookup(() => async (honest, served, call) => {
      const { state } = served.dependencies.store;
      const caller = state.callerByToken(call.authorization ?? '');
      const left = caller && (state.allowance(caller.id)?.left ?? caller.requests);
      return left === 1
        ? served.replies.refused('lookup', { kind: 'no-requests-left' })
        : honest(served, call);
    }),
  },
  {
    name: 'lookup-starts-again-after-zero',
    breaks: 'lookup/stays-refused',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (reply.outcome === 'no-requests-left') await recount(served, call.authorization, 3);
      return reply;
    }),
  },
  ...Object.entries({
    'by-sha512': ['lookup/every-call-counts', /^.{128}$/],
    'in-upper-case': ['lookup/stays-refused', /[A-F]/],
  } as const).map(
    ([when, [breaks, meant]]): Mutant => ({
      name: `lookup-at-zero-still-answers-${when}`,
      breaks,
      mutation: onLookup(() => async (honest, served, call) => {
        const reply = await honest(served, call);
        const found = served.dependencies.store.state.analysis(call.hash.toLowerCase());
        return reply.outcome === 'no-requests-left' && found && meant.test(call.hash)
          ? served.replies.succeeded('lookup', found)
          : reply;
      }),
    }),
  ),
  {
    name: 'lookup-at-zero-still-answers-what-it-gave-before',
    breaks: 'lookup/stays-refused',
    mutation: onLookup(() => {
      const given = new Set<string>();
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        const key = `${call.authorization} ${call.hash}`;
        if (reply.outcome === 'found') given.add(key);
        const analysis = served.dependencies.store.state.analysis(call.hash);
        return reply.outcome === 'no-requests-left' && analysis && given.has(key)
          ? served.replies.succeeded('lookup', analysis)
          : reply;
      };
    }),
  },
  {
    name: 'lookup-loses-counts-in-parallel',
    breaks: 'lookup/counts-in-parallel',
    mutation: onLookup(() => {
      const underWay = new Map<string, number>();
      return async (honest, served, call) => {
        const caller = call.authorization ?? '';
        const others = underWay.get(caller) ?? 0;
        underWay.set(caller, others + 1);
        const reply = await honest(served, call);
        const counted = reply.outcome === 'found' || reply.outcome === 'unknown-hash';
        // A lost update: concurrent calls overwrite each other's count.
        if (counted && others > 0) await recount(served, caller, 1);
        await pause(50);
        underWay.set(caller, (underWay.get(caller) ?? 1) - 1);
        return reply;
      };
    }),
  },
  {
    name: 'lookup-counts-for-all-limited-callers',
    breaks: 'lookup/counts-per-caller',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const { state } = served.dependencies.store;
      const mine = state.callerByToken(call.authorization ?? '');
      if (reply.outcome !== 'found' && reply.outcome !== 'unknown-hash') return reply;
      for (const other of state.contents().callers) {
        if (other.id !== mine?.id) await recount(served, other.token, -1);
      }
      return reply;
    }),
  },
];
