import {
  type HashKind,
  hashField,
  hashKinds,
  hashLengths,
  longestHash,
  shortestHash,
} from '../../../src/spec/file-hashes.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import { analysisIn } from '../operations/analysis.ts';
import { forgedTokens } from '../requests/forged-tokens.ts';
import { madeUpHash } from '../requests/made-up.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { foundFiles, hashesByFile, lookUpFile } from './files.ts';
import { observeErrorBody } from './observe-error-body.ts';
import { attempts, type Scenario, scenario } from './scenario.ts';

/** 4.4: by the hash in the target file, or by the one in the analysis. */
function byKind(kind: HashKind): Scenario {
  return scenario(
    `look up by ${kind}`,
    [`lookup/by-${kind}`, 'lookup/same-by-every-hash'],
    async (context) => {
      for (const { key, lookups } of await foundFiles(context)) {
        const stated = lookups.find((one) => one.analysis)?.analysis?.[hashField(kind)];
        const asked = lookups.find((one) => one.kind === kind);
        if (asked?.analysis) continue;
        if (typeof stated !== 'string') throw new NotTestable(`analyses[].${kind}`);
        // The first lookup was made before the file was known to exist.
        if (asked) await lookUpFile(context, kind, asked.hash);
        if (asked && sameText(stated, asked.hash)) continue;
        const own = await lookUpFile(context, kind, stated);
        if (!asked || !own.analysis) continue;
        const message = `no analysis of ${asked.hash}; the file's ${kind} is ${stated} there`;
        context.evidence.addProblem({ key: `${key}.${kind}`, message, exchange: asked.exchange });
      }
    },
  );
}

/**
 * Unknown hashes that share most digits with a known one: all but the last four, all but the first four,
 * all but four in the middle, the first half, and all of it where only 64 digits are compared. Never all
 * but one digit: hashes of made-up files may be numbered.
 */
function nearHashes(hash: string): string[] {
  const half = hash.length / 2;
  const four = (): string => {
    const drawn = madeUpHash().slice(0, 4);
    return hash.includes(drawn) ? four() : drawn;
  };
  return [
    hash.slice(0, half) + madeUpHash(half),
    hash.slice(0, -4) + four(),
    four() + hash.slice(4),
    hash.slice(0, half - 2) + four() + hash.slice(half + 2),
    hash.length === longestHash
      ? hash.slice(0, shortestHash)
      : hash + madeUpHash(longestHash - hash.length),
  ];
}

function otherCase(hash: string): string {
  return hash === hash.toUpperCase() ? hash.toLowerCase() : hash.toUpperCase();
}

/** The second half in the other case. */
function mixedCase(hash: string): string {
  return hash.slice(0, hash.length / 2) + otherCase(hash.slice(hash.length / 2));
}

/** All hashes of the first file, and one of each other file. */
async function someHashes(context: Context): Promise<string[]> {
  const [first = [], ...others] = await hashesByFile(context);
  return [...first, ...others.flatMap(([hash]) => hash ?? [])];
}

/** A hash that a stranger has asked for again and again, and others. */
async function refusedLookups(context: Context, stranger: Caller, reason: string) {
  const { api, callers } = context;
  const [hash = '', ...more] = await someHashes(context);
  await api.lookup(callers.analyst, hash);
  for (const _ of attempts(true)) {
    const asked = api.lookup(stranger, hash);
    observeErrorBody(context, await asked, reason);
  }
  return [hash, more] as const;
}

function lookUpAtOnce({ api }: Context, caller: Caller, hash: string): PromiseLike<Answer> {
  return api.send({ operation: 'lookup', caller, about: { hash }, atOnce: true });
}

export const lookupScenarios = [
  ...hashKinds.map(byKind),
  scenario(
    'look up again',
    ['lookup/repeats-agree', 'lookup/states-its-hashes'],
    async (context) => {
      const files = await foundFiles(context);
      for (const { lookups } of files) {
        const first = lookups.find(({ analysis }) => analysis);
        if (first) await lookUpFile(context, first.kind, first.hash);
      }
      // One file by each of its hashes, up to the fifth time.
      for (const { kind, hash, analysis } of files[0]?.lookups ?? [])
        for (const _ of analysis ? [3, 4, 5] : []) await lookUpFile(context, kind, hash);
    },
  ),
  scenario('look up unknown hashes', ['lookup/unknown-hash-finds-nothing'], async (context) => {
    const { api, callers, target } = context;
    const found = (await foundFiles(context)).flatMap(({ lookups }) => lookups);
    const known = hashKinds.flatMap(
      (kind) => found.find((one) => one.analysis && one.kind === kind)?.hash ?? [],
    );
    const random = hashLengths.map(madeUpHash);
    const unknown = [target.unknownHash ?? madeUpHash(), ...random, ...known.flatMap(nearHashes)];
    const lookUp = async (hash: string): Promise<void> => {
      const asked = api.lookup(callers.analyst, hash);
      observeErrorBody(context, await asked, 'unknown-hash');
    };
    for (const hash of unknown) await lookUp(hash);
    // What was not found is not found later, whoever has asked meanwhile and whichever process answers.
    for (const hash of random) {
      for (const stranger of [callers.nobody, callers.unknown]) await api.lookup(stranger, hash);
      for (const _ of [2, 3, 4]) await lookUp(hash);
    }
    // Not the length of a hash, so the refusal may differ.
    const parts = known.slice(0, 1).map((one) => one.slice(0, -16));
    for (const hash of [...known.map((one) => `${one}0f`), ...parts, '_'.repeat(64)])
      await api.lookup(callers.analyst, hash);
  }),
  /** Whether case matters is open (4.4); an analysis in the response must be that of the file. */
  scenario('look up in another case', ['lookup/any-case-means-that-file'], async (context) => {
    const { api, callers, observe } = context;
    const [first = [], ...others] = await hashesByFile(context);
    // The first file by each hash, every other by one.
    const found = [...first, ...others.flatMap((hashes, nth) => hashes[nth % hashes.length] ?? [])];
    const spelt = [...found.map(otherCase), ...first.slice(-1).map(mixedCase)];
    for (const [nth, hash] of spelt.entries()) {
      const { json, exchange } = await readableAnswer(api.lookup(callers.analyst, hash));
      const isFound = analysisIn(json) !== undefined;
      if (nth === 0) observe('lookup.hash-case', isFound ? 'ignored' : 'significant', exchange);
      if (!isFound && nth === 0) throw new NotTestable('the case of a hash matters here');
    }
  }),
  scenario('look up without a token', ['lookup/token-required'], async (context) => {
    const { api, callers } = context;
    const [hash, more] = await refusedLookups(context, callers.nobody, 'no-token');
    await api.lookup(callers.blank, hash);
    for (const other of more) {
      for (const spelt of [other, otherCase(other)]) await api.lookup(callers.nobody, spelt);
      await api.lookup(callers.blank, other);
    }
  }),
  scenario('look up with tokens nobody holds', ['lookup/token-must-be-known'], async (context) => {
    const { api, callers, target } = context;
    const [hash, more] = await refusedLookups(context, callers.unknown, 'unknown-token');
    for (const forged of forgedTokens(callers.analyst, target.tokens))
      await api.lookup(forged, hash);
    for (const other of more) await api.lookup(callers.unknown, other);
    // Nor do equal lookups become one at the same time, whoever is the first.
    const strangerFirst = [callers.unknown, callers.analyst, callers.nobody];
    const analystFirst = [callers.analyst, callers.nobody, callers.unknown];
    for (const all of [strangerFirst, analystFirst])
      await Promise.all(all.map((caller) => lookUpAtOnce(context, caller, hash)));
  }),
];
