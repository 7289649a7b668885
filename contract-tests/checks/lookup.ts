import { differingAnalysisField, sameText } from '../judge/sameness.ts';
import { analysisIn } from '../talk/answer.ts';
import { readable } from '../talk/asked.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import { madeUpHash } from '../talk/made-up.ts';
import { shown } from '../talk/shown.ts';
import { clause } from './check.ts';
import type { Context } from './context.ts';
import { observeErrorBody } from './error-body.ts';
import {
  foundFiles,
  type HashKind,
  hashField,
  hashKinds,
  type Lookup,
  lookup,
} from './looked-up-files.ts';

/** 4.4: by the hash the target file gives, or by the one the analysis itself states. */
const byKind = (kind: HashKind): void =>
  clause(`lookup/by-${kind}`, async (context) => {
    for (const { key, lookups } of await foundFiles(context)) {
      const analysis = lookups.find((one) => one.analysis)?.analysis;
      const stated = analysis?.[hashField[kind]];
      const asked =
        lookups.find((one) => one.kind === kind) ??
        (typeof stated === 'string' ? await lookup(context, kind, stated) : undefined);
      if (!asked) throw new NotTestable(`analyses[].${kind}`);
      if (asked.analysis) continue;
      if (typeof stated === 'string' && !sameText(stated, asked.hash)) {
        const own = await lookup(context, kind, stated);
        if (own.analysis) {
          const message = `no analysis of ${asked.hash}; the file's ${kind} is ${stated} there`;
          context.evidence.problem({ key: `${key}.${kind}`, message, exchange: asked.exchange });
          throw new NotTestable(`${key}.${kind} seems to be wrong: ${message}`);
        }
      }
      throw new Broken({
        expected: `the analysis by its ${kind} hash, as it is found by another hash of the file`,
        actual: `${asked.exchange.response.status} ${shown(asked.exchange.response.body)}`,
        exchange: asked.exchange,
      });
    }
  });

byKind('sha256');
byKind('sha512');
byKind('blake3');

clause('lookup/same-by-every-hash', async (context) => {
  const compared = new Set<HashKind>();
  for (const { lookups } of await foundFiles(context)) {
    const [first, ...rest] = await byEveryHash(context, lookups);
    for (const other of rest) {
      const field = differingAnalysisField(first?.analysis ?? {}, other.analysis ?? {});
      if (field)
        throw new Broken({
          expected: `${field}: ${shown(first?.analysis?.[field])}, as by ${first?.kind}`,
          actual: `${field}: ${shown(other.analysis?.[field])}, by ${other.kind}`,
          exchange: other.exchange,
        });
      compared.add(other.kind);
      if (first) compared.add(first.kind);
    }
  }
  if (compared.size === 0) throw new NotTestable('no file is found by two hashes');
  const missing = hashKinds.filter((kind) => !compared.has(kind));
  if (missing.length > 0) throw new NotTestable(`no file is found by its ${missing.join(' and ')}`);
});

/** What was found of a file, also by a hash that only the analysis itself states. */
const byEveryHash = async (context: Context, lookups: readonly Lookup[]): Promise<Lookup[]> => {
  const found = lookups.filter(({ analysis }) => analysis);
  const more = hashKinds.map(async (kind) => {
    const stated = found[0]?.analysis?.[hashField[kind]];
    if (lookups.some((one) => one.kind === kind) || typeof stated !== 'string') return [];
    return [await lookup(context, kind, stated)];
  });
  return [...found, ...(await Promise.all(more)).flat().filter(({ analysis }) => analysis)];
};

clause('lookup/states-its-hashes', async (context) => {
  for (const { lookups } of await foundFiles(context)) {
    // A hash that finds the file is no mistake of the target file.
    const right = lookups.filter(({ analysis }) => analysis);
    for (const { analysis, exchange } of right)
      for (const { kind, hash } of right)
        if (!sameText(analysis?.[hashField[kind]], hash))
          throw new Broken({
            expected: `${hashField[kind]}: ${hash}`,
            actual: `${hashField[kind]}: ${shown(analysis?.[hashField[kind]])}`,
            exchange,
          });
  }
});

clause('lookup/repeats-agree', async (context) => {
  for (const { lookups } of await foundFiles(context)) {
    const first = lookups.find(({ analysis }) => analysis);
    if (first) await agreesAgain(context, first);
  }
  // One file by each of its hashes, up to the fifth time.
  const [file] = await foundFiles(context);
  for (const first of file?.lookups ?? [])
    for (const _ of first.analysis ? [3, 4, 5] : []) await agreesAgain(context, first);
});

const agreesAgain = async (context: Context, first: Lookup): Promise<void> => {
  const again = await lookup(context, first.kind, first.hash);
  if (!again.analysis)
    throw new Broken({
      expected: 'the same analysis again',
      actual: `${again.exchange.response.status} ${shown(again.exchange.response.body)}`,
      exchange: again.exchange,
    });
  const field = differingAnalysisField(first.analysis ?? {}, again.analysis);
  if (field)
    throw new Broken({
      expected: `${field}: ${shown(first.analysis?.[field])}, as before`,
      actual: `${field}: ${shown(again.analysis[field])}`,
      exchange: again.exchange,
    });
};

/**
 * Hashes of no file that share most digits with that of one: all but the last four, all but the first
 * four, all but four in the middle, the first half. Never one digit alone: hashes of made-up files may be
 * numbered.
 */
const nearHashes = (hash: string): string[] => {
  const half = hash.length / 2;
  const four = (): string => {
    const drawn = madeUpHash().slice(0, 4);
    return hash.includes(drawn) ? four() : drawn;
  };
  return [
    hash.slice(0, half) + madeUpHash('sha512').slice(-half),
    hash.slice(0, -4) + four(),
    four() + hash.slice(4),
    hash.slice(0, half - 2) + four() + hash.slice(half + 2),
    ...(hash.length === 128 ? [hash.slice(0, 64)] : []),
  ];
};

clause('lookup/unknown-hash-finds-nothing', async (context) => {
  const { api, callers, target } = context;
  const found = (await foundFiles(context)).flatMap(({ lookups }) => lookups);
  const known = hashKinds.flatMap(
    (kind) => found.find((one) => one.analysis && one.kind === kind)?.hash ?? [],
  );
  const random = [madeUpHash(), madeUpHash('sha512')];
  const unknown = [target.unknownHash ?? madeUpHash(), ...random, ...known.flatMap(nearHashes)];
  for (const hash of unknown) {
    const asked = api.lookup(callers.analyst, hash).showing('lookup.status.unknown-hash');
    observeErrorBody(context, await asked.isRefused(), 'unknown-hash');
  }
  // These have the length of no hash, and may be refused in another way.
  for (const hash of known) await api.lookup(callers.analyst, `${hash}0f`).isRefused();
});

const otherCase = (hash: string): string =>
  hash === hash.toUpperCase() ? hash.toLowerCase() : hash.toUpperCase();

/** The second half in the other case. */
const mixedCase = (hash: string): string =>
  hash.slice(0, hash.length / 2) + otherCase(hash.slice(hash.length / 2));

/** Case is open (4.4); whatever comes back is judged to be that file's. */
clause('lookup/any-case-means-that-file', async (context) => {
  const { api, callers, observe } = context;
  const [first = [], ...others] = (await foundFiles(context)).map(({ lookups }) =>
    lookups.filter(({ analysis }) => analysis),
  );
  // The first file by each hash, every other by one.
  const found = [
    ...first,
    ...others.flatMap((lookups, nth) => lookups[nth % lookups.length] ?? []),
  ].map((one) => ({ ...one, other: otherCase(one.hash) }));
  const mixed = first.slice(-1).map((one) => ({ ...one, other: mixedCase(one.hash) }));
  for (const [nth, { hash, other, analysis: plain }] of [...found, ...mixed].entries()) {
    const { json, exchange } = await readable(api.lookup(callers.analyst, other));
    const analysis = analysisIn(json);
    if (nth === 0) observe('lookup.hash-case', analysis ? 'ignored' : 'significant', exchange);
    if (!analysis && nth === 0) throw new NotTestable('the case of a hash matters here');
    if (analysis && plain && differingAnalysisField(analysis, plain))
      throw new Broken({
        expected: `the analysis of ${hash}`,
        actual: `another one for ${other}`,
        exchange,
      });
  }
});
