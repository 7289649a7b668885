import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import {
  type HashKind,
  hashField,
  hashKinds,
  hashLengths,
  longestHash,
  shortestHash,
} from '../../../src/spec/file-hashes.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { sameText } from '../../judging/talk/same-text.ts';
import { madeUpHash } from '../requests/made-up.ts';
import {
  all,
  analyst,
  atOnce,
  blank,
  forgedLike,
  insists,
  looksUp,
  nobody,
  type Step,
  story,
  times,
  unknown,
  type Who,
  withFound,
} from './acts.ts';
import { type FileLookup, foundFiles, lookUpFile } from './files.ts';
import { type Scenario, scenario } from './scenario.ts';

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
function someOf([first = [], ...others]: readonly (readonly FileLookup[])[]): string[] {
  const one = others.flatMap((lookups, nth) => lookups[nth % lookups.length] ?? []);
  return [...first, ...one].map(({ hash }) => hash);
}

/** Whoever has no valid token is refused by every hash, however often and in whatever manner. */
function withoutValidToken(clause: ClauseId, who: Who, also: Who, ...more: readonly Step[]) {
  return story(
    `look up: ${clause}`,
    [clause],
    [
      withFound((byFile) => {
        const [hash = '', ...others] = someOf(byFile);
        return [
          looksUp(analyst, hash),
          insists(looksUp(who, hash)),
          looksUp(also, hash),
          ...others.flatMap((other) => [looksUp(who, other), looksUp(who, otherCase(other))]),
        ];
      }),
      ...more,
    ],
  );
}

/** Equal lookups do not become one at the same time, whoever is the first. */
const lookUpTogether = withFound((byFile) =>
  [
    [unknown, analyst, nobody],
    [analyst, nobody, unknown],
  ].map((callers) => atOnce(...callers.map((one) => looksUp(one, someOf(byFile)[0] ?? '')))),
);

export const lookupScenarios = [
  ...hashKinds.map(byKind),
  story(
    'look up again',
    ['lookup/repeats-agree', 'lookup/states-its-hashes'],
    [
      withFound(([first = [], ...others]) => [
        ...[first, ...others].map(([one]) => looksUp(analyst, one?.hash ?? '')),
        // One file by each of its hashes, up to the fifth time.
        ...first.map(({ hash }) => times(3, looksUp(analyst, hash))),
      ]),
    ],
  ),
  story(
    'look up unknown hashes',
    ['lookup/unknown-hash-finds-nothing'],
    [
      withFound((byFile, { context: { target } }) => {
        const found = byFile.flat();
        const known = hashKinds.flatMap(
          (kind) => found.find((one) => one.kind === kind)?.hash ?? [],
        );
        const [hash = ''] = known;
        const random = hashLengths.map(madeUpHash);
        const lookUp = (one: string) => looksUp(analyst, one);
        return [
          ...[target.unknownHash ?? madeUpHash(), ...random].map(lookUp),
          ...known.flatMap(nearHashes).map(lookUp),
          // What was not found is not found later, whoever has asked meanwhile and whichever process answers.
          ...random.flatMap((one) => [looksUp(all(nobody, unknown), one), times(3, lookUp(one))]),
          // Not the length of a hash, so the refusal may differ.
          ...[...known.map((one) => `${one}0f`), hash.slice(0, -16), '_'.repeat(64)].map(lookUp),
        ];
      }),
    ],
  ),
  /** Whether case matters is open (4.4); an analysis in the response must be that of the file. */
  story(
    'look up in another case',
    ['lookup/any-case-means-that-file'],
    [
      withFound((byFile) => {
        const [first = '', ...others] = someOf(byFile);
        const last = byFile[0]?.at(-1)?.hash ?? '';
        return [
          looksUp(analyst, otherCase(first), {
            shows({ outcome, exchange }, { context }) {
              const isFound = outcome === 'success';
              context.observe('lookup.hash-case', isFound ? 'ignored' : 'significant', exchange);
              if (!isFound) throw new NotTestable('the case of a hash matters here');
            },
          }),
          ...[...others.map(otherCase), mixedCase(last)].map((one) => looksUp(analyst, one)),
        ];
      }),
    ],
  ),
  withoutValidToken('lookup/token-required', nobody, blank),
  withoutValidToken('lookup/token-must-be-known', unknown, forgedLike('analyst'), lookUpTogether),
];
