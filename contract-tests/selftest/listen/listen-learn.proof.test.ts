import { expect, test } from 'vitest';
import { answerTo, dialectOf } from '../../../src/dialects/dialect.ts';
import { dialectNames, namedDialects } from '../../../src/dialects/named.ts';
import { listenTrial } from './listen-trial.ts';

test.each(dialectNames)(
  'what listening learns of %s is right, and it is not accused',
  async (name) => {
    const dialect = dialectOf(namedDialects[name].differences);
    const { verdict, card, observations } = await listenTrial({ dialect });
    expect(verdict).toBe('conforms');
    const learned = card?.learned ?? [];
    expect(learned.length).toBeGreaterThan(8);
    const seen = learned.map(({ openPoint, answer }) => [openPoint, answer]);
    expect(seen).toEqual(learned.map(({ openPoint }) => [openPoint, answerTo(dialect, openPoint)]));
    expect(card?.unclear).toEqual([]);
    // Each has the exchange that showed it, without a token.
    expect(learned.every(({ exchange }) => exchange !== undefined)).toBe(true);
    expect(JSON.stringify(observations)).not.toContain('token-researcher');
  },
);
