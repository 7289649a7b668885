import { expect, test } from 'vitest';
import { BrokenResponses } from './broken-responses.ts';
import { someExchange } from './exchange.test.support.ts';
import type { Exchange } from './exchange.ts';

const whole = { status: 200, headers: {}, body: '{}' };
const cut = { ...whole, cut: true as const };

/** So many responses of a kind, the first of which end early. */
function responses(count: number, broken: number, of: (nth: number) => Partial<Exchange>) {
  return Array.from({ length: count }, (_, nth) =>
    someExchange({ ...of(nth), response: nth < broken ? cut : whole }),
  );
}

function fetches(count: number, broken = 0, caller = 'tokens.researcher'): Exchange[] {
  return responses(count, broken, (nth) => ({ caller, about: { report: String(nth) } }));
}

function creates(count: number, broken = 0): Exchange[] {
  return responses(count, broken, () => ({ operation: 'create', about: {} }));
}

/** All of one report. */
function again(count: number, broken: number): Exchange[] {
  return responses(count, broken, () => ({ about: { report: 'again' } }));
}

function heard(...all: readonly Exchange[][]): BrokenResponses {
  const broken = new BrokenResponses();
  for (const exchange of all.flat()) broken.add(exchange);
  return broken;
}

test('a share that only one operation has is not explained by the link', () => {
  expect(heard(fetches(600, 15), creates(900)).unexplained()).toEqual([
    { operation: 'fetch', broken: 15, all: 600 },
  ]);
});

test('a share that only one caller has is not, either', () => {
  const shares = heard(fetches(600), fetches(60, 6, 'tokens.reader'), creates(10)).unexplained();
  expect(shares).toEqual([{ operation: 'fetch', caller: 'tokens.reader', broken: 6, all: 60 }]);
});

test.each([
  { what: 'all have some', of: heard(fetches(600, 15), creates(900, 20)) },
  { what: 'there are few', of: heard(fetches(600, 2), creates(900)) },
  { what: 'there are none', of: heard(fetches(600), creates(900)) },
  { what: 'nothing else was asked', of: heard(fetches(600, 15)) },
])('where $what, the link may be the reason', ({ of }) => {
  expect(of.unexplained()).toEqual([]);
  expect(of.returning()).toEqual([]);
});

test('a request whose responses end early again and again is named by the last of them', () => {
  const repeated = again(6, 3);
  const broken = heard(fetches(600), repeated, creates(900));
  expect(broken.returning()).toEqual([repeated[2]]);
  expect(heard(fetches(600), again(6, 1), creates(900)).returning()).toEqual([]);
  expect(heard(fetches(600, 60), again(6, 3), creates(900, 90)).returning()).toEqual([]);
});

test('requests are asked again of which responses ended early, the most first', () => {
  const twice = again(4, 2);
  const often = responses(6, 3, () => ({ about: { report: 'often' } }));
  const once = responses(6, 1, () => ({ about: { report: 'once' } }));
  expect(heard(fetches(9), twice, often, once).suspects()).toEqual([often[2], twice[1], once[0]]);
});
