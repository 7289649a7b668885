import { expect, test } from 'vitest';
import { fileHashes, type HashKind } from '../../../../src/spec/file-hashes.ts';
import { someExchange } from '../../../judging/talk/exchange.test.support.ts';
import { Evidence } from '../../../judging/verdict/evidence.ts';
import type { Spent } from './count-verdict.ts';
import { Counts } from './counts.ts';
import { countClauses, judgeCounts, noneLeft } from './judge-counts.ts';

/** Hashes by a letter: a, b and c find a file, d, e and f none, and x is malformed. */
const hashes = new Map(
  [...'acde', ...'bf'].map((one, nth) => [one, one.repeat(nth < 4 ? 64 : 128)]),
);
const kinds = new Map<string | undefined, HashKind>([
  [hashes.get('a'), 'sha256'],
  [hashes.get('b'), 'sha512'],
  [hashes.get('c'), 'blake3'],
]);

/** + served, - refused, = not changed, 5 failed, ~ throttled, ! throttled without a time, * a known limit. */
const answers: { readonly [sign: string]: readonly [status: number, headers?: object] } = {
  ...{ '+': [200], '-': [403], '=': [304], '5': [500] },
  ...{ '~': [429, { 'retry-after': '1' }], '!': [429], '*': [430] },
};

/** `a+ &b- >c~ d+(o)`: calls in order; & begins before the last has ended, > repeats it, (o) is another caller's, and (s) one of such that is throttled. */
const countsOf = (calls: string, remaining: number): Counts => {
  const counts = new Counts({
    isFound: (hash) => kinds.has(hash),
    kindOf: (hash) => kinds.get(hash),
    isLimit: ({ response }) => response.status === 430,
  });
  const left: { readonly [caller: string]: number } = { t: remaining, u: 1 };
  for (const [nth, call] of calls.split(' ').entries()) {
    const [, mark = '', letter = '', sign = '', caller = 't'] =
      /^([&>]?)(.)(.)(?:\((.)\))?$/.exec(call) ?? [];
    const [status, headers = {}] = answers[sign] ?? [0];
    const outcome = sign === '+' ? 'success' : 'refusal';
    const exchange = someExchange({
      ...{ operation: 'lookup', caller, about: { hash: hashes.get(letter) ?? letter } },
      ...{ startedAt: 10 * nth - (mark === '&' ? 8 : 0), endedAt: 10 * nth + 5 },
      ...{ isRetry: mark === '>' },
      request: { method: 'GET', url: '', headers: sign === '=' ? { 'if-none-match': '1' } : {} },
      response: { status, headers: { ...headers }, body: '{"error":"no"}' },
      outcome,
    });
    counts.add({ ...exchange, throttled: caller === 's' }, left[caller]);
  }
  return counts;
};

/** What no call here is made by. */
const unused = fileHashes
  .filter(({ kind }) => ![...kinds.values()].includes(kind))
  .map(({ name }) => `by ${name}`);

/** Misses, repeated ones and repeats; then calls by SHA-256, SHA-512, BLAKE3, repeated misses, long ones. */
const lineOf = (spent: Spent): string => {
  const { style, served, misses, repeatedMisses, repeats, throttled, uncertain } = spent;
  const named = spent.named.filter(({ what }) => !unused.includes(what));
  return [
    `${style}${spent.refusedEarly ? ', early' : ''}${spent.othersBetween ? ', others between' : ''}:`,
    `${served} then ${spent.beyond.map((one) => (one ? '+' : '-')).join('') || 'none'};`,
    `${[misses, repeatedMisses, repeats].join('')} ${named.map(({ calls }) => calls).join('')};`,
    `${throttled} throttled, ${uncertain} unsure`,
  ].join(' ');
};

test.each([
  ['a+ a-', 1, 'in-turn: 1 then -; 000 10000; 0 throttled, 0 unsure'],
  ['a+ a+ b+ c+ d- d- f- b- b+', 7, 'in-turn: 7 then -+; 311 21111; 0 throttled, 0 unsure'],
  ['a+ a+ b+ a- b-', 2, 'in-turn: 2 then +--; 001 20000; 0 throttled, 0 unsure'],
  ['a+ b-', 4, 'in-turn, early: 1 then none; 000 11000; 0 throttled, 0 unsure'],
  ['a+ a=', 2, 'in-turn: 2 then none; 001 20000; 0 throttled, 0 unsure'],
  ['a-', 0, 'empty: 0 then -; 000 00000; 0 throttled, 0 unsure'],
  ['a+', 0, 'empty: 0 then +; 000 00000; 0 throttled, 0 unsure'],
  ['a- b+', 2, ''],
  ['a+ x- b+ c-', 3, 'in-turn: 3 then -; 000 11000; 0 throttled, 1 unsure'],
  ['a+ a+(o) b+', 2, 'in-turn, others between: 2 then none; 000 11000; 0 throttled, 0 unsure'],
  ['a+(o) a+ b+ a+(o)', 2, 'in-turn: 2 then none; 000 11000; 0 throttled, 0 unsure'],
  ['a+ b+ &c+', 2, 'at-once: 3 then +-; 000 11000; 0 throttled, 0 unsure'],
  ['a+ b+ &c-', 4, 'at-once, early: 2 then none; 000 11100; 0 throttled, 0 unsure'],
  ['a+ b+ &c~', 3, 'at-once, early: 2 then none; 000 11100; 1 throttled, 0 unsure'],
  ['a+ b+ &c* &a!', 3, 'at-once, early: 2 then -; 000 11100; 1 throttled, 0 unsure'],
  ['a+ b! >b+ &c+', 3, 'at-once: 3 then none; 000 11100; 1 throttled, 0 unsure'],
  ['a+ b~ >b+ c+', 3, 'in-turn: 3 then none; 000 11100; 1 throttled, 0 unsure'],
  ['a+ b! >b! >b+ c+', 3, 'in-turn: 3 then none; 000 11100; 1 throttled, 0 unsure'],
  ['a+ b~ >b* >b+ c+', 3, 'in-turn: 3 then none; 000 11100; 2 throttled, 0 unsure'],
  ['a+ b! >b- c+', 3, 'in-turn, early: 1 then none; 000 11100; 0 throttled, 0 unsure'],
  ['a+ b! a!(s) >b- c+', 3, 'in-turn, early: 1 then none; 000 11100; 1 throttled, 0 unsure'],
  ['a+ b! >b- a!(s) c+', 3, 'in-turn, early: 1 then none; 000 11100; 0 throttled, 0 unsure'],
  ['a+ b+ &c! &a!(s)', 3, 'at-once, early: 2 then none; 000 11100; 1 throttled, 0 unsure'],
  ['a+ b+ &c- &a!(s)', 3, 'at-once, early: 2 then none; 000 11100; 0 throttled, 0 unsure'],
  ['a+ b+ &c! a!(s)', 3, 'at-once, early: 2 then none; 000 11100; 0 throttled, 0 unsure'],
  ['a+ d~ >d- b+', 3, 'in-turn: 3 then none; 100 11000; 1 throttled, 0 unsure'],
  ['a+ d~ >d~ e~ >e! b-', 4, 'in-turn, early: 1 then none; 200 11000; 0 throttled, 2 unsure'],
  ['a+ d~ >d~ b+ e- c-', 5, 'in-turn, early: 4 then none; 200 11100; 1 throttled, 1 unsure'],
  ['a+ d~ >d~ b~ >b-', 4, 'in-turn, early: 2 then none; 100 11000; 2 throttled, 1 unsure'],
])('%s, with %i left', (calls, remaining, line) => {
  expect(countsOf(calls, remaining).spent().map(lineOf).join()).toBe(line);
});

const left = 'lookup.status.no-requests-left: 403; lookup.error-body.no-requests-left: error';
const used = noneLeft('');
test.each([
  ['a+ x- a+ a- a-', 3, `${left}; lookup.malformed: counted`],
  ['a+ x- a+ a+ a-', 3, 'lookup.malformed: free'],
  ['a+ x- a+ a+ a+', 3, 'lookup/refused-at-zero'],
  ['a+ x- a- a- a-', 3, 'lookup/counts-once'],
  ['a+ x- a~ >a+ a-', 3, left],
  ['a+ x- a+ a- a-(o)', 3, `${left}; lookup.malformed: counted`],
  ['a+(o) a+ x- a+ a- a-(o)', 3, 't: everybody was refused at the same moment'],
  ['a+(o) a+ x- a+ a- b-(o)', 3, `${left}; lookup.malformed: counted`],
  ['a+(o) a+ x- a+ a-(o) a-', 3, `${left}; lookup.malformed: counted`],
  ['a+ a- a-(u)', 1, `lookup/counts-once; ${left}`],
  ['a+ a- a5(u)', 1, `u${used}; ${left}`],
  ['a+ a- a*(u)', 1, `u${used}; ${left}`],
  ['a- a-(u)', 1, `t${used}; u${used}`],
  ['a-', 0, left],
  [
    'a+ a- a?',
    1,
    'a lookup of t got no response, or the server was restarted: nobody knows what was counted',
  ],
  ['a+ a+', 1, 'lookup/refused-at-zero'],
])('%s, with %i left, is judged', (calls, remaining, line) => {
  const evidence = new Evidence();
  const counts = countsOf(calls.replace(' a?', ''), remaining);
  if (calls.endsWith('?')) counts.lost(someExchange({ caller: 't' }));
  judgeCounts(counts, evidence);
  const broken = countClauses.filter((id) => evidence.findings(id).length > 0);
  const seen = evidence.observations.map(({ openPoint, value }) => `${openPoint}: ${value}`);
  expect([...broken, ...evidence.reasons('lookup/counts-once'), ...seen].join('; ')).toBe(line);
});

test.each([
  ['a+', 4],
  ['a+ b+', 2],
  ['a+ b+ &c+', 4],
])('%s, with %i left, shows nothing: the run was cut short', (calls, remaining) => {
  const evidence = new Evidence();
  judgeCounts(countsOf(calls, remaining), evidence);
  expect(countClauses.filter((id) => evidence.metCount(id) > 0)).toEqual([]);
  expect([...evidence.brokenIds]).toEqual([]);
});
