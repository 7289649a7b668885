import { fileHashes, type HashField, hashesIn } from '../../../src/spec/file-hashes.ts';
import {
  type CallOf,
  changed,
  type Json,
  type Mutant,
  mutantsBreaking,
  onReply,
  rewrite,
} from '../mutant.ts';
import type { Mutation, WorldApi } from '../server.ts';
import { stateOf } from './stored-reports.ts';

type Lookup = CallOf<'lookup'>;

function isHash(served: WorldApi, hash: string, kind: HashField): boolean {
  return stateOf(served).analysis(hash)?.[kind] === hash;
}

function analysesOf(served: WorldApi) {
  return stateOf(served).contents().analyses;
}

function cannotFindBy(kind: HashField) {
  return rewrite('lookup', ({ hash }, served) => ({
    hash: isHash(served, hash, kind) && '0'.repeat(64),
  }));
}

/** Finds the first known hash that is near to the one asked for. */
function findsNear(isNear: (known: string, asked: string) => boolean) {
  return rewrite('lookup', (call, served) => ({
    hash: analysesOf(served)
      .flatMap(hashesIn)
      .find((hash) => isNear(hash, call.hash)),
  }));
}

/** Changes analyses that were found. */
function inFound(change: (analysis: Json, call: Lookup, served: WorldApi) => Json) {
  return onReply('lookup', (reply, served, call) =>
    reply.outcome === 'found'
      ? changed(reply, (analysis) => change(analysis, call, served))
      : reply,
  );
}

/** Treats lookups of some hashes as those of an existing caller. */
function takesForTheAnalyst(when: (served: WorldApi, call: Lookup) => boolean) {
  return (): Mutation => (served) => ({
    ...served,
    // It depends on the hash, which is not known yet.
    authenticate(of, header) {
      return served.authenticate.call(this, of, of === 'lookup' ? analyst : header);
    },
    async answer(call) {
      const { operation, authorization } = call;
      const isTaken = operation !== 'lookup' || when(this, call as Lookup);
      if (isTaken) return served.answer.call(this, call);
      const caller = await served.authenticate.call(this, operation, authorization);
      return served.answer.call(this, { ...call, caller });
    },
  });
}

const analyst = 'token-analyst';

/** The SHA-256 of the first file whose hash of this kind is another. */
function anotherFile(served: WorldApi, hash: string, kind: HashField = 'sha256Hash') {
  return analysesOf(served).find((one) => one[kind] !== hash)?.sha256Hash;
}

export const lookupMutants: readonly Mutant[] = mutantsBreaking({
  ...Object.fromEntries(
    fileHashes.map(({ kind, field }) => [
      `lookup/by-${kind}`,
      { [`lookup-not-by-${kind}`]: cannotFindBy(field) },
    ]),
  ),
  'lookup/same-by-every-hash': {
    'lookup-by-sha512-names-another-file': inFound((analysis, { hash }, served) =>
      isHash(served, hash, 'sha512Hash') ? { ...analysis, fileName: 'other.bin' } : analysis,
    ),
  },
  'lookup/gives-the-file-asked-for': {
    'lookup-by-blake3-gives-another-file': rewrite('lookup', ({ hash }, served) => ({
      hash: isHash(served, hash, 'blake3Hash') && anotherFile(served, hash),
    })),
    'lookup-gives-always-the-same-file': rewrite('lookup', ({ hash }, served) => ({
      hash: stateOf(served).analysis(hash) && analysesOf(served)[0]?.sha256Hash,
    })),
    'lookup-in-upper-case-gives-the-first-file': rewrite('lookup', ({ hash }, served) => ({
      hash: /[A-F]/.test(hash) && analysesOf(served)[0]?.sha256Hash,
    })),
    'lookup-by-sha512-in-upper-case-gives-another-file': rewrite('lookup', ({ hash }, served) => ({
      hash:
        /^(?=.*[A-F])[0-9A-F]{128}$/.test(hash) &&
        anotherFile(served, hash.toLowerCase(), 'sha512Hash'),
    })),
  },
  'lookup/states-its-hashes': {
    'lookup-swaps-two-hashes': inFound(({ sha256Hash, blake3Hash, ...rest }) => ({
      ...rest,
      sha256Hash: blake3Hash,
      blake3Hash: sha256Hash,
    })),
  },
  'lookup/repeats-agree': {
    'lookup-finds-more-each-time': () => {
      let calls = 0;
      return inFound((analysis) => ({ ...analysis, sizeInBytes: ++calls }))();
    },
    'lookup-gives-limited-callers-another-size': inFound((analysis, { authorization }) =>
      authorization === 'token-analyst-limited-3' ? { ...analysis, sizeInBytes: 1 } : analysis,
    ),
    'lookup-changes-at-the-fourth-time': () => {
      const times = new Map<string, number>();
      return inFound((analysis, { hash }) => {
        times.set(hash, (times.get(hash) ?? 0) + 1);
        return (times.get(hash) ?? 0) > 3 ? { ...analysis, fileName: 'another.bin' } : analysis;
      })();
    },
  },
  'lookup/any-case-means-that-file': {
    'lookup-in-upper-case-gives-another-file': rewrite('lookup', ({ hash }, served) => ({
      hash: /[A-F]/.test(hash) && anotherFile(served, hash.toLowerCase()),
    })),
  },
  'lookup/token-required': {
    'lookup-by-sha512-without-token': takesForTheAnalyst(
      (served, { authorization, hash }) =>
        authorization === undefined && isHash(served, hash, 'sha512Hash'),
    ),
    'lookup-in-upper-case-without-token': takesForTheAnalyst(
      (_, { authorization, hash }) => authorization === undefined && /[A-F]/.test(hash),
    ),
  },
  'lookup/token-must-be-known': {
    'lookup-of-the-second-file-with-any-token': takesForTheAnalyst(
      (served, { authorization, hash }) =>
        authorization?.startsWith('token-') === false && hash === analysesOf(served)[1]?.sha256Hash,
    ),
  },
  'lookup/unknown-hash-finds-nothing': {
    'lookup-reads-no-further-than-it-must': rewrite('lookup', ({ hash }, served) => ({
      hash: [128, 64]
        .map((digits) => hash.slice(0, digits))
        .find((begun) => stateOf(served).analysis(begun)),
    })),
    'lookup-invents-analyses': onReply('lookup', (reply, served) => {
      const [some] = analysesOf(served);
      return reply.outcome === 'unknown-hash' && some
        ? served.replies.succeeded('lookup', some)
        : reply;
    }),
    'lookup-compares-the-beginning-of-hashes': findsNear(
      (known, asked) => known.slice(0, 16) === asked.slice(0, 16),
    ),
    'lookup-compares-64-of-128-digits': findsNear(
      (known, asked) => asked.length === 128 && asked.startsWith(known),
    ),
    'lookup-finds-by-a-part-of-a-hash': findsNear(
      (known, asked) => asked.length >= 8 && known.startsWith(asked),
    ),
    'lookup-compares-60-digits': findsNear(
      (known, asked) => known.length === asked.length && known.slice(0, 60) === asked.slice(0, 60),
    ),
  },
});
