import { expect, test } from 'vitest';
import { BrokenResponses } from './broken-responses.ts';
import { someExchange } from './exchange.test.support.ts';
import type { Exchange } from './exchange.ts';

const whole = { status: 200, headers: {}, body: '{}' };
const cut = { ...whole, cut: true as const };

/** So many responses of a kind, of which the first ones end early. */
type Responses = readonly [count: number, broken: number, of?: Partial<Exchange>];

function heard(...all: readonly Responses[]) {
  const broken = new BrokenResponses();
  for (const [kind, [count, cuts, of = {}]] of all.entries())
    for (let nth = 0; nth < count; nth += 1) {
      const about = { report: `${kind} ${nth}` };
      broken.add(someExchange({ about, ...of, response: nth < cuts ? cut : whole }));
    }
  return broken;
}

const create = { operation: 'create', about: {} };
const byReader = { caller: 'tokens.reader' };
const one = { about: { report: 'one' } };
const other = { about: { report: 'other' } };

test.each<[string, readonly Responses[], readonly object[]]>([
  [
    'only one operation has',
    [
      [600, 15],
      [900, 0, create],
    ],
    [{ operation: 'fetch', broken: 15, all: 600 }],
  ],
  [
    'only one caller has',
    [
      [600, 0],
      [60, 6, byReader],
      [10, 0, create],
    ],
    [{ operation: 'fetch', caller: 'tokens.reader', broken: 6, all: 60 }],
  ],
  [
    'all have some of',
    [
      [600, 15],
      [900, 20, create],
    ],
    [],
  ],
  [
    'there are few of',
    [
      [600, 2],
      [900, 0, create],
    ],
    [],
  ],
  [
    'there are none of',
    [
      [600, 0],
      [900, 0, create],
    ],
    [],
  ],
  ['everything asked has', [[600, 15]], []],
])('what share of early ends the link does not explain: one that %s', (_, all, shares) => {
  expect(heard(...all).unexplained()).toEqual(shares);
});

test.each<[string, readonly Responses[], number]>([
  [
    'again and again, and no others',
    [
      [600, 0],
      [6, 3, one],
      [900, 0, create],
    ],
    1,
  ],
  [
    'once',
    [
      [600, 0],
      [6, 1, one],
      [900, 0, create],
    ],
    0,
  ],
  [
    'as others do',
    [
      [600, 60],
      [6, 3, one],
      [900, 90, create],
    ],
    0,
  ],
])('a request is named whose responses end early %s', (_, all, count) => {
  expect(heard(...all).returning()).toHaveLength(count);
});

test('requests are asked again of which responses ended early, the most first', () => {
  const suspects = heard([9, 0], [4, 2, one], [6, 3, other], [6, 1, create]).suspects();
  expect(suspects.map(({ about }) => about)).toEqual([other.about, one.about, create.about]);
});
