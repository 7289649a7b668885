import { expect, test } from 'vitest';
import {
  created,
  exchangesOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  id,
  one,
  refused,
  service,
  three,
  two,
} from '../../service/model/history.test.support.ts';
import { nearId } from '../../service/requests/made-up.ts';
import type { Exchange } from '../talk/exchange.ts';
import { connectionSliceOf, sliceOf } from './slice.ts';

function sliced(
  exchanges: readonly Exchange[],
  exchange = exchanges.at(-1),
  clause = '',
): number[] {
  return sliceOf(service, { clause, expected: '', actual: '', exchange }, exchanges).map(
    ({ number }) => number,
  );
}

function numbers(...story: readonly HistoryEntry[]) {
  return sliced(exchangesOf(story));
}

const own = { scenario: 'own' };
const other = { scenario: 'other' };

test('a slice has its conversation, and what others did with the same report', () => {
  const upper = one.toUpperCase();
  expect(
    numbers(
      created(one, other),
      created(two, other),
      refused('delete', { ...other, report: upper }),
      created(id('3'), own),
      fetched(two, {}, other),
      fetched(one, {}, own),
    ),
  ).toEqual([1, 3, 4, 6]);
});

test('nothing that was sent later, and all in the order of sending', () => {
  const at = [20, 40, 60, 0].map((at) => ({ ...own, at }));
  const exchanges = exchangesOf(at.map((more) => fetched(one, {}, more)));
  expect(sliced(exchanges, exchanges[1])).toEqual([4, 1, 2]);
});

test('an exchange of which the secrets were removed is the same, and another at the same moment is none', () => {
  const at = { ...other, at: 5 };
  const exchanges = exchangesOf([created(one, own), fetched(two, {}, at), fetched(one, {}, at)]);
  expect(sliced(exchanges, { ...(exchanges[2] as Exchange) })).toEqual([3]);
});

const limited = { who: 'limited[0]' };
const counted = found('e', {}, limited);
const small = id('a');
const great = id('A');

/** An exchange that the slice of its story must have. */
interface Marked extends HistoryEntry {
  readonly isKept?: true;
}

function kept(entry: HistoryEntry): Marked {
  return { ...entry, isKept: true };
}

test.each<[string, { story: readonly Marked[]; clause?: string }]>([
  [
    'the lookups of its file, whoever made them, and all of its caller, but those that are counted',
    {
      story: [
        kept(found(hashes.sha256)),
        kept(found(hashes.sha256, {}, { who: 'reader' })),
        fetched(one),
        kept(refused('lookup', { hash: 'd' })),
        refused('lookup', { hash: 'd', who: 'reader' }),
        found(hashes.sha256, {}, limited),
        kept(found(hashes.sha512)),
      ],
    },
  ],
  [
    'if it is counted, all lookups since the first that is',
    {
      clause: 'lookup/counts-once',
      story: [found('d'), found('d'), kept(counted), kept(found('f')), fetched(one), kept(counted)],
    },
  ],
  [
    'the create of the report that its id is made of',
    {
      story: [
        created(two, other),
        kept(created(one, other)),
        kept(refused('fetch', { ...own, report: nearId(one) })),
      ],
    },
  ],
  [
    'nothing about a report that was created elsewhere, but for its own',
    {
      story: [
        created(small, other),
        kept(created(one, other)),
        fetched(great, {}, own),
        kept(fetched(one, {}, own)),
      ],
    },
  ],
])('a slice has %s', (_, { story, clause }) => {
  const numbersOfKept = story.flatMap(({ isKept }, nth) => (isKept ? [nth + 1] : []));
  expect(sliced(exchangesOf(story), undefined, clause)).toEqual(numbersOfKept);
});

test('a count is judged by the last 190 calls, also those after what shows it', () => {
  const exchanges = exchangesOf(Array.from({ length: 200 }, () => found('d', {}, limited)));
  expect(sliced(exchanges, { ...(exchanges[99] as Exchange) }, 'lookup/counts-once')).toEqual(
    exchanges.slice(-190).map(({ number }) => number),
  );
});

test('of a longer one, the first calls of others are left out, not those that are counted', () => {
  const others = Array.from({ length: 200 }, () => found('f'));
  const exchanges = exchangesOf([counted, ...others, counted]);
  const [first, next, ...rest] = sliced(exchanges, exchanges.at(-1), 'lookup/counts-once');
  expect(first).toBe(1);
  expect(next).toBe(14);
  expect(rest.at(-1)).toBe(202);
  expect(rest).toHaveLength(188);
});

test('throttled requests are left out, except the one that shows it', () => {
  const exchanges = exchangesOf([created(one, own), fetched(one, {}, own), fetched(one, {}, own)]);
  expect(sliced(exchanges.map((each, nth) => ({ ...each, throttled: nth > 0 })))).toEqual([1, 3]);
});

test('a long slice has the last 60, and the creates of the reports in them', () => {
  const fetches = Array.from({ length: 70 }, () => fetched(great, {}, own));
  const slice = numbers(created(one, own), created(small, own), ...fetches);
  expect(slice).toHaveLength(61);
  expect(slice.slice(0, 2)).toEqual([2, 13]);
});

test('a request without a response is in no history, and the last of its slice', () => {
  const [create, lost] = exchangesOf([created(one, own), refused('fetch', own)]);
  expect(sliced(create ? [create] : [], lost)).toEqual([1, 2]);
  expect(sliced([], undefined)).toEqual([]);
});

test('on a kept connection, what was done first there, just before and by another caller may matter', () => {
  const reader = { who: 'reader' };
  const exchanges = exchangesOf([
    created(two),
    fetched(two, {}, reader),
    fetched(two),
    created(one),
    fetched(three),
    refused('delete', { report: one }),
    fetched(one),
  ]).map((each, nth) => (nth === 4 ? each : { ...each, connection: nth < 6 ? 0 : 1 }));
  const numbersOf = (at: number) =>
    connectionSliceOf(
      service,
      { clause: '', expected: '', actual: '', exchange: exchanges[at] },
      exchanges,
    )?.map(({ number }) => number);
  expect(numbersOf(5)).toEqual([1, 2, 3, 4, 6]);
  expect(numbersOf(4)).toBeUndefined();
});
