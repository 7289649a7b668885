import { hashFields, shortestHash } from '../../../../src/spec/file-hashes.ts';
import { readAnswer } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { analysisIn } from '../../operations/analysis.ts';

/** By chance, two hashes do not have so many equal digits at their beginnings or ends. */
const sharedDigits = 8;

/**
 * The hashes that were made up to look them up: of no file that is known, and not made of the hash of one. What a
 * server remembers of them is about them alone, so that others show the same.
 */
export function madeUpHashes(
  exchanges: readonly Exchange[],
  declared: readonly string[],
): ReadonlySet<string> {
  const stated = exchanges.flatMap((one) => {
    const analysis = one.about.hash === undefined ? undefined : analysisIn(readAnswer(one).json);
    return hashFields.map((field) => analysis?.[field]);
  });
  const known = [...declared, ...stated].map((text) => `${text ?? ''}`.toLowerCase());
  const beginnings = new Set(known.map((hash) => hash.slice(0, sharedDigits)));
  const ends = new Set(known.map((hash) => hash.slice(-sharedDigits)));
  const asked = new Set(exchanges.map(({ about }) => about.hash ?? ''));
  return new Set(
    [...asked].filter(
      (hash) =>
        isAsMadeUp(hash) &&
        !beginnings.has(hash.slice(0, sharedDigits)) &&
        !ends.has(hash.slice(-sharedDigits)),
    ),
  );
}

/** Of as many digits as those that are made up, in lower case. */
function isAsMadeUp(hash: string): boolean {
  return hash.length === shortestHash && /^[0-9a-f]+$/.test(hash);
}
