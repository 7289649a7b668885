import type { Variation } from './features.ts';
import { type Alphabet, alphabets, type Length, lengths, textOf } from './texts.ts';

export const numbers = ['none', 'one', 'several', 'many'] as const;
/** Tried once each. */
export const rareNumbers = ['over a hundred', 'over sixty', 'sharp', 'dashed', 'twice'] as const;
export type TagNumber = (typeof numbers)[number] | (typeof rareNumbers)[number];

function labels(length: number): string[] {
  return Array.from({ length }, (_, index) => `label-${index + 100}`);
}

/**
 * Their first letters differ, so that they keep this order wherever tags are sorted, even in collations
 * that ignore punctuation or order it differently.
 */
const around: { readonly [count in TagNumber]: readonly string[] } = {
  none: [],
  one: [],
  // Some languages do not treat these as strings.
  several: ['4444', 'constructor', 'null', 'true'],
  many: labels(12),
  'over a hundred': labels(120),
  'over sixty': labels(70),
  // Without other escapes, the tag is decoded as a whole.
  sharp: ['#act', 'p%41', 'x.'],
  dashed: ['-b', 'x.'],
  twice: ['again', 'again'],
};

function sorted(tags: readonly string[]): string[] {
  return [...tags].sort();
}

function tagged(name: string, tags: readonly string[]): Variation {
  return {
    name,
    change: (draft) => ({ ...draft, tags }),
  };
}

/** A variation on its own, to check whether the target accepts it. */
function numberVariation(number: TagNumber): Variation {
  return tagged(`${number} tags`, number === 'none' ? [] : sorted(['kit', ...around[number]]));
}

function alphabetVariation(alphabet: Alphabet): Variation {
  return tagged(`${alphabet} text`, [textOf(alphabets[alphabet], 0)]);
}

function pieceVariation(piece: string): Variation {
  return tagged(`text with ${JSON.stringify(piece)}`, [textOf([piece], 0)]);
}

function lengthVariation(length: number): Variation {
  return tagged(`text of ${length}`, [textOf(alphabets.plain, length)]);
}

export interface TagChoice {
  readonly number: TagNumber;
  readonly alphabet: Alphabet;
  readonly length: Length;
}

/** The tags of a case, without variations known to be refused; undefined for the usual ones. */
export function tagsOf(
  { number, alphabet, length }: TagChoice,
  refuses: (variation: Variation) => boolean,
): readonly string[] | undefined {
  if (refuses(numberVariation(number))) return undefined;
  if (number === 'none') return [];
  const whole = !refuses(alphabetVariation(alphabet));
  const pieces = alphabets[alphabet].filter((piece) => whole || !refuses(pieceVariation(piece)));
  const long = lengths[length].find((one) => one === 0 || !refuses(lengthVariation(one))) ?? 0;
  if (pieces.length === 0) return undefined;
  return sorted([textOf(pieces, long), ...around[number]]);
}

/** The variations that may be the reason for a refusal of these tags. */
export function variationsOf(
  { number, alphabet, length }: TagChoice,
  refuses: (variation: Variation) => boolean,
): Variation[] {
  const long = lengths[length].find((one) => one === 0 || !refuses(lengthVariation(one))) ?? 0;
  const whole = alphabetVariation(alphabet);
  return [
    numberVariation(number),
    ...(number === 'none'
      ? []
      : [
          ...(long > 0 ? [lengthVariation(long)] : []),
          whole,
          ...(refuses(whole) ? alphabets[alphabet].map(pieceVariation) : []),
        ]),
  ];
}
