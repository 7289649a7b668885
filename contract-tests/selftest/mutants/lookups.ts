import type { Call } from '../../../src/http/answer.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { ServedWorld } from '../../../src/http/served-world.ts';
import { answer, changed, type Mutant, rules } from '../mutant.ts';

type Lookup = Call & { operation: 'lookup' };
type Answer = ServedWorld['answer'];

/** Stands between a lookup and the service. */
const onLookup = (
  make: () => (honest: Answer, served: ServedWorld, call: Lookup) => Promise<Reply>,
) =>
  answer(() => {
    const lie = make();
    return (honest, served, call) =>
      call.operation === 'lookup' ? lie(honest, served, call) : honest(served, call);
  });

/** Adds to the count of the caller, or takes from it. */
async function recount(served: ServedWorld, header: string | undefined, by: number): Promise<void> {
  const { store, rules: honest, now } = served.world;
  const caller = store.state.callerByToken(header ?? '');
  if (!caller) return;
  const left = store.state.allowance(caller.id)?.left ?? honest.requestsOf(caller);
  const period = honest.quotaPeriod(now());
  const allowance = { left: Math.max(0, left + by), period };
  await store.commit({ type: 'allowance-set', caller: caller.id, allowance });
}

/** Gives back a request where the call is one of a kind. */
const uncounted = (kind: (call: Lookup, reply: Reply, seen: Set<string>) => boolean) =>
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

const isHash = (served: ServedWorld, hash: string, kind: 'sha512Hash' | 'blake3Hash'): boolean =>
  served.world.store.state.analysis(hash)?.[kind] === hash;

const cannotFindBy = (kind: 'sha512Hash' | 'blake3Hash') =>
  onLookup(
    () => (honest, served, call) =>
      honest(served, isHash(served, call.hash, kind) ? { ...call, hash: '0'.repeat(64) } : call),
  );

const anotherFile = (served: ServedWorld, hash: string): string | undefined =>
  served.world.store.state.contents().analyses.find((a) => a.sha256Hash !== hash)?.sha256Hash;

export const lookupMutants: readonly Mutant[] = [
  {
    name: 'lookup-not-by-sha256',
    breaks: 'lookup/by-sha256',
    mutation: onLookup(() => (honest, served, call) => {
      const known = served.world.store.state.analysis(call.hash)?.sha256Hash === call.hash;
      return honest(served, known ? { ...call, hash: '0'.repeat(64) } : call);
    }),
  },
  {
    name: 'lookup-not-by-sha512',
    breaks: 'lookup/by-sha512',
    mutation: cannotFindBy('sha512Hash'),
  },
  {
    name: 'lookup-not-by-blake3',
    breaks: 'lookup/by-blake3',
    mutation: cannotFindBy('blake3Hash'),
  },
  {
    name: 'lookup-by-sha512-names-another-file',
    breaks: 'lookup/same-by-every-hash',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      return isHash(served, call.hash, 'sha512Hash') && reply.outcome === 'found'
        ? changed(reply, (analysis) => ({ ...analysis, fileName: 'other.bin' }))
        : reply;
    }),
  },
  {
    name: 'lookup-by-blake3-gives-another-file',
    breaks: 'lookup/gives-the-file-asked-for',
    mutation: onLookup(() => (honest, served, call) => {
      const hash = isHash(served, call.hash, 'blake3Hash') && anotherFile(served, call.hash);
      return honest(served, hash ? { ...call, hash } : call);
    }),
  },
  {
    name: 'lookup-gives-always-the-same-file',
    breaks: 'lookup/gives-the-file-asked-for',
    mutation: onLookup(() => (honest, served, call) => {
      const first = served.world.store.state.contents().analyses[0]?.sha256Hash;
      const known = served.world.store.state.analysis(call.hash);
      return honest(served, known && first ? { ...call, hash: first } : call);
    }),
  },
  {
    name: 'lookup-swaps-two-hashes',
    breaks: 'lookup/states-its-hashes',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      return reply.outcome === 'found'
        ? changed(reply, ({ sha256Hash, blake3Hash, ...rest }) => ({
            ...rest,
            sha256Hash: blake3Hash,
            blake3Hash: sha256Hash,
          }))
        : reply;
    }),
  },
  {
    name: 'lookup-finds-more-each-time',
    breaks: 'lookup/repeats-agree',
    mutation: onLookup(() => {
      let calls = 0;
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        return reply.outcome === 'found'
          ? changed(reply, (analysis) => ({ ...analysis, sizeInBytes: ++calls }))
          : reply;
      };
    }),
  },
  {
    name: 'lookup-in-upper-case-gives-another-file',
    breaks: 'lookup/any-case-means-that-file',
    mutation: onLookup(() => (honest, served, call) => {
      const hash = /[A-F]/.test(call.hash) && anotherFile(served, call.hash.toLowerCase());
      return honest(served, hash ? { ...call, hash } : call);
    }),
  },
  {
    name: 'lookup-invents-analyses',
    breaks: 'lookup/unknown-hash-finds-nothing',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const some = served.world.store.state.contents().analyses[0];
      return reply.outcome === 'unknown-hash' && some ? served.edition.replies.found(some) : reply;
    }),
  },
  {
    name: 'lookup-compares-the-beginning-of-hashes',
    breaks: 'lookup/unknown-hash-finds-nothing',
    mutation: onLookup(() => (honest, served, call) => {
      const hashes = served.world.store.state
        .contents()
        .analyses.flatMap(({ sha256Hash, sha512Hash, blake3Hash }) => [
          sha256Hash,
          sha512Hash,
          blake3Hash,
        ]);
      const near = hashes.find((hash) => hash.slice(0, 16) === call.hash.slice(0, 16));
      return honest(served, near ? { ...call, hash: near } : call);
    }),
  },
  {
    name: 'lookup-counts-nothing',
    breaks: 'lookup/refused-at-zero',
    mutation: rules(() => ({ cost: 0 })),
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
      const { state } = served.world.store;
      const caller = state.callerByToken(call.authorization ?? '');
      const left = caller && (state.allowance(caller.id)?.left ?? caller.requests);
      return left === 1
        ? served.edition.replies.refused('lookup', { kind: 'no-requests-left' })
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
  {
    name: 'lookup-at-zero-still-answers-by-sha512',
    breaks: 'lookup/every-call-counts',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const analysis = served.world.store.state.analysis(call.hash);
      return reply.outcome === 'no-requests-left' && analysis?.sha512Hash === call.hash
        ? served.edition.replies.found(analysis)
        : reply;
    }),
  },
  {
    name: 'lookup-at-zero-still-answers-what-it-gave-before',
    breaks: 'lookup/stays-refused',
    mutation: onLookup(() => {
      const given = new Set<string>();
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        const key = `${call.authorization} ${call.hash}`;
        if (reply.outcome === 'found') given.add(key);
        const analysis = served.world.store.state.analysis(call.hash);
        return reply.outcome === 'no-requests-left' && analysis && given.has(key)
          ? served.edition.replies.found(analysis)
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
        // Whoever comes while another is at it writes over what the other wrote.
        if (counted && others > 0) await recount(served, caller, 1);
        await new Promise((done) => setTimeout(done, 50));
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
      const { state } = served.world.store;
      const mine = state.callerByToken(call.authorization ?? '');
      if (reply.outcome !== 'found' && reply.outcome !== 'unknown-hash') return reply;
      for (const other of state.contents().callers) {
        if (other.id !== mine?.id) await recount(served, other.token, -1);
      }
      return reply;
    }),
  },
];
