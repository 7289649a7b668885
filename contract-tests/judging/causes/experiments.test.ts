import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  exchangesOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  id,
  one,
  refused,
  reportOf,
  service,
} from '../../service/model/history.test.support.ts';
import { confirmed, refusal } from './confirmed.test.support.ts';
import { experimentsOn } from './experiments.ts';
import type { Says } from './fake-client.test.support.ts';
import { recordedCalls, renumbered } from './recorded-call.ts';

/** The service where these callers are known. */
function knowing(...roles: readonly string[]) {
  const known = roles.map((role) => ({ key: `tokens.${role}` }));
  return { ...service, callers: { ...service.callers, known } };
}

function told(...story: readonly HistoryEntry[]): string[] {
  return experimentsOn(
    knowing('researcher', 'reader'),
    recordedCalls(service, exchangesOf(story)),
  ).map((calls) =>
    renumbered(service, calls)
      .map(({ operation, caller, about: { report = '' }, creates = '', atOnce }) =>
        [
          operation,
          caller.replace('tokens.', 'by '),
          report + creates,
          ...(atOnce === undefined ? [] : ['at once']),
        ].join(' '),
      )
      .join(', '),
  );
}

test('others are created and deleted beside a report, and each other caller does the same at once', () => {
  const control = 'create by researcher report-1, fetch by researcher {{report-1}}';
  expect(told(created(one), fetched(one))).toEqual([
    'create by researcher report-1, fetch by researcher {{report-1}}, create by researcher report-2, fetch by researcher {{report-1}}',
    'create by researcher report-1, create by researcher report-2, fetch by researcher {{report-2}}, delete by researcher {{report-1}}, fetch by researcher {{report-2}}',
    'create by researcher report-1, create by researcher report-2, fetch by researcher {{report-1}}, delete by researcher {{report-2}}, fetch by researcher {{report-1}}',
    'create by researcher report-1, create by researcher report-2, create by researcher report-3, fetch by researcher {{report-3}}, delete by researcher {{report-1}} at once, delete by researcher {{report-2}} at once, fetch by researcher {{report-3}}',
    `${control}, create by reader report-2 at once, create by researcher report-3 at once, create by reader report-4 at once, fetch by researcher {{report-3}}`,
    'create by researcher report-1, fetch by reader {{report-1}} at once, fetch by researcher {{report-1}} at once, fetch by reader {{report-1}} at once',
    'create by researcher report-1, create by researcher report-2, fetch by researcher {{report-1}} at once, fetch by researcher {{report-2}} at once',
    expect.stringMatching(/^(create by researcher report-\d+, ){25}fetch by researcher \S+1}}$/),
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
    /^lookup by reader {2}at once, lookup by analyst/m,
  ],
  [
    'without a create, only callers differ',
    [created(one), refused('fetch')],
    /^create by researcher report-1, fetch by reader {2}at once, fetch by researcher/,
  ],
])('%s', (_, story, expected) => {
  expect(told(...story).join('\n')).toMatch(expected);
});

test.each([
  ['some', draftOf(one).tags],
  ['none', []],
  ['one with a bracket', ['a]"\\']],
])(
  'the reports of an experiment have files and tags of their own, where there are %s',
  (_, tags) => {
    const sent = { ...draftOf(one), tags };
    const [, [neighbour, own] = []] = experimentsOn(
      knowing(),
      recordedCalls(service, exchangesOf([created(one, { sent }), fetched(one)])),
    );
    const other = JSON.parse(neighbour?.body ?? '{}');
    const mine = JSON.parse(own?.body ?? '{}');
    expect(other.file256Hash).toBe('{{hash-1000}}');
    expect(mine.file256Hash).toBe('{{hash-1}}');
    expect(other.tags).toEqual(['abuse-feed-kit', 'another-1000']);
    expect(mine.tags).toEqual(tags);
  },
);

/** A feed with a fault: what else a deletion removes, and which deleted reports are found all the same. */
function feedWith(fault: {
  readonly takesAlong?: (nth: number) => number;
  readonly isBack?: (nth: number, madeThen: number, made: number) => boolean;
}): Says {
  const reports: { readonly id: string; readonly report: object; goneAt?: number }[] = [];
  return ({ operation, about: { report: asked }, sent }) => {
    if (operation === 'create') {
      const made = `${reports.length}`.padStart(8, '0') + id('1').slice(8);
      reports.push({ id: made, report: { ...reportOf(made), ...(sent as object) } });
      return { status: 201, body: { id: made, successful: true } };
    }
    const nth = reports.findIndex((one) => one.id === asked);
    const { report, goneAt } = reports[nth] ?? {};
    const isThere = goneAt === undefined || fault.isBack?.(nth, goneAt, reports.length);
    if (!report || !isThere) return refusal;
    if (operation === 'fetch') return { body: { report, successful: true } };
    for (const gone of [nth, fault.takesAlong?.(nth) ?? nth])
      if (reports[gone]) reports[gone].goneAt ??= reports.length;
    return { body: { message: 'gone', success: true } };
  };
}

function more() {
  return { budget: { left: 900 } };
}

/** Close together, since a replay waits as long as was waited. */
const first = { at: 0 };
const then = { at: 20 };
const last = { at: 40 };

test('what another conversation did is found by an experiment', async () => {
  const story = [
    created(one, first),
    fetched(one, {}, then),
    refused('fetch', { report: one, ...last }),
  ];
  const says = feedWith({ takesAlong: (nth) => nth + 1 });
  const { calls, shown, of } = await confirmed(says, 'fetch/report-stays', story, more());
  expect(shown).toBe(of);
  expect(calls.map(({ operation, about }) => operation + (about.report ?? ''))).toEqual([
    'create',
    'create',
    'fetch{{report-2}}',
    'delete{{report-1}}',
    'fetch{{report-2}}',
  ]);
});

test('requests of which fewer do at one time and not at another are kept', async () => {
  const story = [created(one, first), deleted(one, then), fetched(one, {}, last)];
  const tried = new Set<number>();
  const says = feedWith({
    isBack: (_nth, madeThen, made) => {
      const count = made - madeThen;
      const isFirst = !tried.has(count);
      tried.add(count);
      return count >= 20 || (count >= 5 && isFirst);
    },
  });
  const { calls, shown, of } = await confirmed(says, 'delete/success-means-gone', story, more());
  expect(shown).toEqual(of);
  expect(calls).toHaveLength(3 + 24);
});
