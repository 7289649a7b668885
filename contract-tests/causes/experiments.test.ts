import { expect, test } from 'vitest';
import {
  created,
  deleted,
  exchangesOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  id,
  one,
  refused,
  reportOf,
} from '../model/history.test.support.ts';
import { confirmed } from './confirmed.test.support.ts';
import { experimentsOn } from './experiments.ts';
import type { Says } from './fake-client.test.support.ts';
import { recordedCalls, renumbered } from './recorded-call.ts';

const told = (...story: readonly HistoryEntry[]): string[] =>
  experimentsOn(recordedCalls(exchangesOf(story)), ['tokens.researcher', 'tokens.reader']).map(
    (calls) =>
      renumbered(calls)
        .map(({ operation, caller, report = '', creates = '', atOnce }) =>
          [
            ...[operation, caller.replace('tokens.', 'by '), report + creates],
            ...(atOnce === undefined ? [] : ['at once']),
          ].join(' '),
        )
        .join(', '),
  );

test('others are created and deleted beside a report, and each other caller does the same at once', () => {
  const control = 'create by researcher report-1, fetch by researcher {{report-1}}';
  expect(told(created(one), fetched(one))).toEqual([
    'create by researcher report-1, fetch by researcher {{report-1}}, create by researcher report-2, fetch by researcher {{report-1}}',
    'create by researcher report-1, create by researcher report-2, fetch by researcher {{report-2}}, delete by researcher {{report-1}}, fetch by researcher {{report-2}}',
    'create by researcher report-1, create by researcher report-2, fetch by researcher {{report-1}}, delete by researcher {{report-2}}, fetch by researcher {{report-1}}',
    'create by researcher report-1, create by researcher report-2, create by researcher report-3, fetch by researcher {{report-3}}, delete by researcher {{report-1}} at once, delete by researcher {{report-2}} at once, fetch by researcher {{report-3}}',
    `${control}, create by reader report-2 at once, create by researcher report-3 at once, create by reader report-4 at once, fetch by researcher {{report-3}}`,
    'create by researcher report-1, fetch by reader {{report-1}} at once, fetch by researcher {{report-1}} at once, fetch by reader {{report-1}} at once',
  ]);
});

test.each<[string, readonly HistoryEntry[], RegExp]>([
  [
    'nothing is deleted twice',
    [created(one), deleted(one)],
    /reader 0{8}-\S+ at once, delete by r/,
  ],
  [
    'a lookup is made of the same file',
    [found(hashes.sha256)],
    /^lookup by reader {2}at once, lookup by analyst/,
  ],
  [
    'without a create, only callers differ',
    [refused('fetch')],
    /^fetch by reader {2}at once, fetch by researcher/,
  ],
])('%s', (_, story, expected) => {
  expect(told(...story).at(-1)).toMatch(expected);
});

test('an experiment has files of its own', () => {
  const [, [neighbour, own] = []] = experimentsOn(
    recordedCalls(exchangesOf([created(one), fetched(one)])),
    [],
  );
  const [{ file256Hash: other }, { file256Hash }] = [neighbour, own].map((call) =>
    JSON.parse(call?.body ?? '{}'),
  );
  expect([other, file256Hash]).toEqual(['{{hash-1000}}', '{{hash-1}}']);
});

/** Whoever deletes a report deletes the next one, too. */
const takesTheNextAlong = (): Says => {
  const reports = new Map<string, object>();
  let made = 0;
  return ({ operation, about: { report = '', sent } }) => {
    const known = reports.get(report);
    if (operation === 'create') {
      const created = id(String(++made % 10));
      reports.set(created, { ...reportOf(created), ...(sent as object) });
      return { status: 201, body: { id: created, successful: true } };
    }
    if (!known) return { status: 404, body: { error: 'no', successful: false } };
    if (operation === 'fetch') return { body: { report: known, successful: true } };
    const ids = [...reports.keys()];
    const at = ids.indexOf(report);
    for (const gone of ids.slice(at, at + 2)) reports.delete(gone);
    return { body: { message: 'gone', success: true } };
  };
};

test('what another conversation did is found by an experiment', async () => {
  const story = [created(one), fetched(one), refused('fetch', { report: one })];
  const { calls, shown, of } = await confirmed(takesTheNextAlong(), 'fetch/report-stays', story, {
    budget: { left: 500 },
  });
  expect([shown, of]).toEqual([1, 1]);
  expect(calls.map(({ operation, report = '' }) => operation + report)).toEqual([
    ...['create', 'create', 'fetch{{report-2}}', 'delete{{report-1}}', 'fetch{{report-2}}'],
  ]);
});
