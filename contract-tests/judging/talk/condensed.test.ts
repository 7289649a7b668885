import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonIn } from './body.ts';
import { condensed, condensedPieces, deepestNesting } from './condensed.ts';

function condensedWithin(json: string, bounds: Parameters<typeof condensedPieces>[1]): string {
  const pieces = condensedPieces(json, bounds);
  return pieces.map((one) => (typeof one === 'string' ? one : json.slice(...one))).join('');
}

function nested(levels: number, inside = ''): string {
  return '['.repeat(levels) + inside + ']'.repeat(levels);
}

test('a value within all bounds is the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), fc.nat(4), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(JSON.parse(condensed(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('invalid JSON stays invalid when it is truncated', () => {
  const bounds = { size: 40, text: 10 };
  const parses = (text: string): boolean => {
    try {
      return JSON.parse(text) !== undefined;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value, undefined, 1)),
      fc.nat(),
      fc.constantFrom('', '}', ']', '[', '{'),
      (text, at, other) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + other + text.slice(place + 1);
        expect(parses(condensedWithin(text, bounds))).toBe(true);
        if (!parses(changed)) expect(parses(condensed(changed))).toBe(false);
      },
    ),
  );
});

test.each([
  ['a million arrays', nested(1_000_000)],
  ['a million objects', `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`],
])('of %s in each other, as many are read as anybody looks at', (_what, deep) => {
  const { json } = jsonIn(`{"report":{"name":${deep}},"successful":true}`);
  expect(json).toMatchObject({ successful: true });
  expect(JSON.stringify(json).match(/[[{]/g)?.length).toBe(deepestNesting + 1);
});

test('of a million objects beside each other, some are read, and all that stands behind them', () => {
  const { json } = jsonIn(
    `{"report":{"name":[${'{},'.repeat(1_000_000)}1],"id":"a"},"successful":true}`,
  );
  expect(json).toMatchObject({ report: { id: 'a' }, successful: true });
  expect(JSON.stringify(json).length).toBeLessThan(1_000_000);
});

test('of a text of several megabytes, the ends are read; one that may have been sent is whole', () => {
  const read = (name: string) => (jsonIn(JSON.stringify({ name })).json as { name: string }).name;
  const sent = 'x'.repeat(1024 * 1024);
  expect(read(sent)).toBe(sent);
  const long = read(`first${sent}last`);
  expect(long.length).toBeLessThan(100_000);
  expect(long).toMatch(/^firstx+last$/);
});

test('brackets in texts nest nothing', () => {
  const value = { tags: ['['.repeat(100), '\\"{'.repeat(100)] };
  expect(jsonIn(JSON.stringify(value))).toEqual({ json: value });
});

test('within bounds, the fields behind something long are there', () => {
  const bounds = { size: 64 * 1024, text: 2048 };
  const wide = Array.from({ length: 100_000 }, (_, nth) => nth);
  const long = `é"${'x'.repeat(1_000_000)}\\end`;
  for (const padding of [wide, long, wide.map((one) => [one, [{}]])]) {
    const text = condensedWithin(
      JSON.stringify({ report: { padding, id: 'a' }, successful: true }),
      bounds,
    );
    expect(text.length).toBeLessThan(bounds.size);
    expect(JSON.parse(text)).toMatchObject({ report: { id: 'a' }, successful: true });
  }
  expect(condensedWithin(JSON.stringify([long]), bounds)).toMatch(/^\["é\\"x+ … x+\\\\end"\]$/);
  expect(condensedWithin(`{"a":1${' '.repeat(1_000_000)}}`, bounds)).toBe('{"a":1 }');
});
