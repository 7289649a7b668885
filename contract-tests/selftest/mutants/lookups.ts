import type { Service } from '../../../src/http/service.ts';
import type { Mutation } from '../../../src/start-server.ts';
import { changed, type Mutant } from '../mutant.ts';
import { type LookupCall, onLookup } from './on-lookup.ts';

const isHash = (served: Service, hash: string, kind: 'sha512Hash' | 'blake3Hash'): boolean =>
  served.dependencies.store.state.analysis(hash)?.[kind] === hash;

const cannotFindBy = (kind: 'sha512Hash' | 'blake3Hash') =>
  onLookup(
    () => (honest, served, call) =>
      honest(served, isHash(served, call.hash, kind) ? { ...call, hash: '0'.repeat(64) } : call),
  );

/** Treats lookups of some hashes as those of an existing caller. */
const takesForTheAnalyst =
  (when: (served: Service, call: LookupCall) => boolean) => (): Mutation => (served) => ({
    ...served,
    // It depends on the hash, which is not known yet.
    authenticate: (by, of, header) =>
      served.authenticate(by, of, of === 'lookup' ? analyst : header),
    answer: async (by, call) => {
      const { operation, authorization } = call;
      const isTaken = operation !== 'lookup' || when(by, call as LookupCall);
      if (isTaken) return served.answer(by, call);
      const caller = await served.authenticate(by, operation, authorization);
      return served.answer(by, { ...call, caller });
    },
  });

const analyst = 'token-analyst';

const anotherFile = (served: Service, hash: string): string | undefined =>
  served.dependencies.store.state.contents().analyses.find((a) => a.sha256Hash !== hash)
    ?.sha256Hash;

export const lookupMutants: readonly Mutant[] = [
  {
    name: 'lookup-not-by-sha256',
    breaks: 'lookup/by-sha256',
    mutation: onLookup(() => (honest, served, call) => {
      const known = served.dependencies.store.state.analysis(call.hash)?.sha256Hash === call.hash;
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
      const first = served.dependencies.store.state.contents().analyses[0]?.sha256Hash;
      const known = served.dependencies.store.state.analysis(call.hash);
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
    name: 'lookup-by-sha512-without-token',
    breaks: 'lookup/token-required',
    mutation: takesForTheAnalyst(
      (served, { authorization, hash }) =>
        authorization === undefined && isHash(served, hash, 'sha512Hash'),
    ),
  },
  {
    name: 'lookup-in-upper-case-without-token',
    breaks: 'lookup/token-required',
    mutation: takesForTheAnalyst(
      (_, { authorization, hash }) => authorization === undefined && /[A-F]/.test(hash),
    ),
  },
  {
    name: 'lookup-of-the-second-file-with-any-token',
    breaks: 'lookup/token-must-be-known',
    mutation: takesForTheAnalyst((served, { authorization, hash }) => {
      const [, second] = served.dependencies.store.state.contents().analyses;
      return authorization?.startsWith('token-') === false && hash === second?.sha256Hash;
    }),
  },
  {
    name: 'lookup-gives-limited-callers-another-size',
    breaks: 'lookup/repeats-agree',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      return reply.outcome === 'found' && call.authorization === 'token-analyst-limited-3'
        ? changed(reply, (analysis) => ({ ...analysis, sizeInBytes: 1 }))
        : reply;
    }),
  },
  {
    name: 'lookup-by-sha512-in-upper-case-gives-another-file',
    breaks: 'lookup/gives-the-file-asked-for',
    mutation: onLookup(() => (honest, served, call) => {
      const { analyses } = served.dependencies.store.state.contents();
      const other = analyses.find((one) => one.sha512Hash !== call.hash.toLowerCase());
      const isMeant = /^(?=.*[A-F])[0-9A-F]{128}$/.test(call.hash);
      return honest(served, isMeant && other ? { ...call, hash: other.sha256Hash } : call);
    }),
  },
  {
    name: 'lookup-reads-no-further-than-it-must',
    breaks: 'lookup/unknown-hash-finds-nothing',
    mutation: onLookup(() => (honest, served, call) => {
      const begun = [128, 64].map((digits) => call.hash.slice(0, digits));
      const hash = begun.find((one) => served.dependencies.store.state.analysis(one));
      return honest(served, hash ? { ...call, hash } : call);
    }),
  },
  {
    name: 'lookup-invents-analyses',
    breaks: 'lookup/unknown-hash-finds-nothing',
    mutation: onLookup(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const some = served.dependencies.store.state.contents().analyses[0];
      return reply.outcome === 'unknown-hash' && some
        ? served.replies.succeeded('lookup', some)
        : reply;
    }),
  },
  {
    name: 'lookup-compares-the-beginning-of-hashes',
    breaks: 'lookup/unknown-hash-finds-nothing',
    mutation: onLookup(() => (honest, served, call) => {
      const hashes = served.dependencies.store.state
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
];
