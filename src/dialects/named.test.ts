import { expect, test } from 'vitest';
import { pointById } from './dialect.ts';
import { checkedDialect } from './dialect-file.ts';
import { dialectNames, isDialectName, namedDialects } from './named.ts';

test('the package ships these, the default first', () => {
  const shipped = ['default', 'documented', 'strict', 'lenient', 'contrary'];
  expect(dialectNames).toEqual(expect.arrayContaining(shipped));
  expect(dialectNames[0]).toBe('default');
  expect(namedDialects.default.differences).toEqual({});
});

test.each(dialectNames)('%s holds only allowed answers, and only what differs', (name) => {
  const { differences } = namedDialects[name];
  expect(checkedDialect(differences)).toEqual(differences);
  for (const [id, answer] of Object.entries(differences)) {
    expect(answer, id).not.toBe(pointById.get(id)?.default);
  }
});

test('a property of every object is no name', () => {
  expect(isDialectName('toString')).toBe(false);
});
