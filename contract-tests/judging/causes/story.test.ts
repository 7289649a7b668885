import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  exchangesOf,
  fetched,
  found,
  type HistoryEntry,
  id,
  one,
  refused,
  service,
  three,
  two,
} from '../../service/model/history.test.support.ts';
import { nearId } from '../../service/requests/made-up.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { type RecordedCall, recordedCalls, withoutWaits } from './recorded-call.ts';
import { amongDeletions, fewest, judgedStory, relatedStory, restsOn } from './story.ts';

function findingOf(exchange: Exchange | undefined, clause = '') {
  return { clause, expected: '', actual: '', exchange };
}

function numbersOf({ exchanges }: { readonly exchanges: readonly Exchange[] }): number[] {
  return exchanges.map(({ number }) => number);
}

function related(history: readonly Exchange[], shown = history.at(-1)): number[] {
  return numbersOf(relatedStory({ service, history }, findingOf(shown)));
}

const own = { scenario: 'own' };
const other = { scenario: 'other' };
const counted = found('e', {}, { who: 'limited[0]' });

/** An exchange that the story must have. */
interface Marked extends HistoryEntry {
  readonly isKept?: true;
  readonly connection?: number;
}

function kept(entry: HistoryEntry): Marked {
  return { ...entry, isKept: true };
}

test.each<[string, readonly Marked[]]>([
  [
    'its conversation, and what others did with the same report',
    [
      kept(created(one, other)),
      created(two, other),
      kept(refused('delete', { ...other, report: one.toUpperCase() })),
      kept(created(id('3'), own)),
      created(three, other),
      kept(fetched(one, {}, own)),
    ],
  ],
  [
    'what was done on the same connection',
    [
      kept({ ...created(two, other), connection: 1 } as HistoryEntry),
      { ...fetched(two, {}, other), connection: 2 },
      kept({ ...refused('create', own), connection: 1 } as HistoryEntry),
    ],
  ],
  [
    'the create of the report that its id is made of',
    [
      created(two, other),
      kept(created(one, other)),
      kept(refused('fetch', { ...own, report: nearId(one) })),
    ],
  ],
])('a story has %s', (_, story) => {
  const history = exchangesOf(story).map((exchange, nth) => {
    const { connection } = story[nth] ?? {};
    return connection === undefined ? exchange : { ...exchange, connection };
  });
  const expected = story.flatMap(({ isKept }, nth) => (isKept ? [nth + 1] : []));
  expect(related(history)).toEqual(expected);
});

test('nothing that was sent later or turned away, and all in the order of sending', () => {
  const at = [20, 40, 60, 0, 10].map((at) => ({ ...own, at }));
  const history = exchangesOf(at.map((more) => fetched(one, {}, more)));
  const turnedAway = history.map((each, nth) => ({ ...each, throttled: nth === 4 }));
  expect(related(turnedAway, turnedAway[1])).toEqual([4, 1, 2]);
});

test('an exchange of which the secrets were removed is the same, and another at the same moment is none', () => {
  const at = { ...other, at: 5 };
  const history = exchangesOf([created(one, own), fetched(two, {}, at), fetched(one, {}, at)]);
  expect(related(history, { ...(history[2] as Exchange) })).toEqual([3]);
});

test('a request without a response is in no history, and the last of its story', () => {
  const [create, lost] = exchangesOf([created(one, own), refused('fetch', own)]);
  expect(related(create ? [create] : [], lost)).toEqual([1, 2]);
  expect(related([], undefined)).toEqual([]);
});

test('the model leaves out what it does not need to find the same, and nothing where it does not find it', async () => {
  const tags = draftOf(one).tags as string[];
  const history = exchangesOf([
    created(two, own),
    created(one, own),
    fetched(two, {}, own),
    deleted(two, own),
    fetched(one, { tags: tags.slice(1) }, own),
  ]);
  const judged = async (clause: string) =>
    numbersOf(
      await judgedStory(relatedStory({ service, history }, findingOf(history.at(-1), clause)), {
        service,
      }),
    );
  expect(await judged('create/keeps-tags')).toEqual([2, 5]);
  expect(await judged('delete/other-researcher-may-not')).toEqual([1, 2, 3, 4, 5]);
});

test('a broken clause rests on what the target file says of the callers that it is broken by', () => {
  const told = (clause: string, ...story: readonly HistoryEntry[]): string[] => {
    const history = exchangesOf(story);
    const findings = [findingOf(history.at(-1), clause)];
    return restsOn({ service, history }, { id: clause, findings } as unknown as ClauseResult);
  };
  expect(told('create/researchers-only', created(one, { who: 'reader' }))).toEqual([
    'tokens.reader',
  ]);
  expect(told('lookup/counts-once', counted)).toEqual(['tokens.limited[0]']);
  expect(told('fetch/unknown-id-is-refused', fetched(one))).toEqual([]);
});

test('what was deleted at the same time may have changed a report that was there', () => {
  const [make, fetch] = recordedCalls(service, exchangesOf([created(one), fetched(one)]));
  const among = amongDeletions(service, [make, fetch] as RecordedCall[]);
  expect(among.map(({ operation, atOnce }) => [operation, atOnce])).toEqual([
    ...['create', 'create', 'create', 'fetch'].map((operation) => [operation, undefined]),
    ['delete', 1],
    ['delete', 1],
    ['fetch', undefined],
  ]);
  expect(new Set(among.flatMap(({ creates }) => creates ?? [])).size).toBe(3);
  expect(amongDeletions(service, [fetch as RecordedCall])).toEqual([]);
});

/** Calls by their numbers; each create is followed by fetches of its report. */
const calls = withoutWaits(
  recordedCalls(
    service,
    exchangesOf([
      created(one),
      fetched(one),
      created(two),
      fetched(two),
      ...Array.from({ length: 12 }, (_, nth) => refused('fetch', { report: id(`${nth}`) })),
      fetched(one),
    ]),
  ),
);

async function fewestWith(shows: (some: readonly RecordedCall[]) => boolean, ms = 0) {
  let tries = 0;
  const left = await fewest(
    calls,
    async (some) => {
      tries += 1;
      return shows(some);
    },
    () => ms,
  );
  return { left, tries };
}

const [first, , second] = calls as [RecordedCall, RecordedCall, RecordedCall];
const last = calls.at(-1) as RecordedCall;

test.each<[string, RecordedCall[], RecordedCall[]]>([
  ['what the last call needs', [], [first, last]],
  ['a call that is needed, wherever it is', [second], [first, second, last]],
])('what is left is %s', async (_, needed, expected) => {
  const { left, tries } = await fewestWith((some) => needed.every((one) => some.includes(one)));
  expect(left).toEqual(expected);
  expect(tries).toBeLessThan(30);
});

test('calls that only take time are replaced by a pause as long', async () => {
  const took = (some: readonly RecordedCall[]) =>
    some.reduce((sum, { after = 0 }) => sum + after + 20, 0);
  const { left } = await fewestWith((some) => took(some) >= 200, 400);
  expect(left.length).toBeLessThan(4);
  expect(left.at(-1)).toMatchObject({ operation: 'fetch', after: 400 });
});
