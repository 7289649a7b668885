import type { Variation } from './features.ts';
import { type Alphabet, alphabets, type Length, lengths, textOf } from './texts.ts';

export const numbers = ['none', 'one', 'several', 'many'] as const;
/** Tried once each. */
export const rareNumbers = ['over a hundred', 'over sixty', 'sharp', 'dashed'] as const;
export type TagNumber = (typeof numbers)[number] | (typeof rareNumbers)[number];

const labels = (length: number): string[] =>
  Array.from({ length }, (_, index) => `label-${index + 100}`);

/**
 * Their first letters differ, so that they stay in this order wherever tags are sorted; also where signs
 * are passed over, or stand in another order than that of their codes.
 */
const around: { readonly [count in TagNumber]: readonly string[] } = {
  none: [],
  one: [],
  // Some languages take these for something else than text.
  several: ['4444', 'constructor', 'null', 'true'],
  many: labels(12),
  'over a hundred': labels(120),
  'over sixty': labels(70),
  // Decoded as a whole where nothing else in it stands in the way.
  sharp: ['#act', 'p%41', 'x.'],
  dashed: ['-b', 'x.'],
};

const sorted = (tags: readonly string[]): string[] => [...tags].sort();

const tagged = (name: string, tags: readonly string[]): Variation => ({
  name,
  change: (draft) => ({ ...draft, tags }),
});

/** Alone, as it is asked whether the target takes it. */
export const numberVariation = (number: TagNumber): Variation =>
  tagged(`${number} tags`, number === 'none' ? [] : sorted(['kit', ...around[number]]));

export const alphabetVariation = (alphabet: Alphabet): Variation =>
  tagged(`${alphabet} text`, [textOf(alphabets[alphabet], 0)]);

export const pieceVariation = (piece: string): Variation =>
  tagged(`text with ${JSON.stringify(piece)}`, [textOf([piece], 0)]);

export const lengthVariation = (length: number): Variation =>
  tagged(`text of ${length}`, [textOf(alphabets.plain, length)]);

export interface TagChoice {
  readonly number: TagNumber;
  readonly alphabet: Alphabet;
  readonly length: Length;
}

/** The tags of a case, of what is not known to be refused; undefined where the usual ones have to do. */
export const tagsOf = (
  { number, alphabet, length }: TagChoice,
  refuses: (variation: Variation) => boolean,
): readonly string[] | undefined => {
  if (refuses(numberVariation(number))) return undefined;
  if (number === 'none') return [];
  const whole = !refuses(alphabetVariation(alphabet));
  const pieces = alphabets[alphabet].filter((piece) => whole || !refuses(pieceVariation(piece)));
  const long = lengths[length].find((one) => one === 0 || !refuses(lengthVariation(one))) ?? 0;
  if (pieces.length === 0) return undefined;
  return sorted([textOf(pieces, long), ...around[number]]);
};

/** What may have been refused where such tags were. */
export const variationsOf = (
  { number, alphabet, length }: TagChoice,
  refuses: (variation: Variation) => boolean,
): Variation[] => {
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
};
