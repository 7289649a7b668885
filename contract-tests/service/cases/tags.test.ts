import { expect, test } from 'vitest';
import { numbers, rareNumbers, tagsOf } from './tags.ts';

test.each([...numbers, ...rareNumbers])(
  '%s: tags stay in order wherever they are sorted',
  (number) => {
    const tags = tagsOf({ number, alphabet: 'plain', length: 'short' }, () => false) ?? [];
    expect([...tags].sort()).toEqual(tags);
    for (const ignorePunctuation of [false, true])
      expect([...tags].sort(new Intl.Collator('en', { ignorePunctuation }).compare)).toEqual(tags);
  },
);

test('if many tags are refused, the usual ones are used', () => {
  const choice = { number: 'over a hundred', alphabet: 'plain', length: 'short' } as const;
  expect(tagsOf(choice, () => false)).toHaveLength(121);
  expect(tagsOf(choice, ({ name }) => name === 'over a hundred tags')).toBeUndefined();
});
