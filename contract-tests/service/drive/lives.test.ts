import { expect, test } from 'vitest';
import { newDraft } from '../requests/draft.ts';
import { withoutOtherRoles } from '../target/other-roles.test.support.ts';
import { feedTargetAt } from '../target/target.test.support.ts';
import { features } from '../values/catalogue.ts';
import { settingOf } from './context.ts';
import { livesOf } from './lives.ts';

const others = { otherResearcher: 'r2', service: 'o1', otherServiceOwner: 'o2', reader: 'l' };

function settingWith(tokens: object = {}, more: object = {}) {
  const callers = withoutOtherRoles(tokens);
  return settingOf(
    feedTargetAt(undefined, { tokens: { researcher: 'r1', ...tokens }, callers, ...more }),
  );
}

const whole = settingWith(others, { otherService: 'dyndnsco' });

/** What meets in a life: a class of each feature, who and where. */
function metIn({ values, ...life }: ReturnType<typeof livesOf>[number]): string[] {
  const classes = Object.entries(features).map(([name, all]) => {
    const nth = all.findIndex((one) => values.some((value) => one.includes(value)));
    return `${name} ${Math.max(0, nth)}`;
  });
  const { creator, service, stranger, nobody, nonResearcher, attempts, moment } = life;
  const isByOwner = life.deleter.key !== creator.key;
  const callers = { creator, stranger, nobody, nonResearcher };
  return [
    ...classes,
    ...Object.entries(callers).map(([name, one]) => `${name} ${one?.key}`),
    ...Object.entries({ service, attempts, moment, isByOwner }).map((one) => one.join(' ')),
  ];
}

test('every two values of different factors meet in a life', () => {
  const lives = livesOf(whole).map(metIn);
  const all = [...new Set(lives.flat())];
  const met = new Set(lives.flatMap((one) => one.flatMap((a) => one.map((b) => `${a} + ${b}`))));
  const factor = (one: string) => one.split(' ')[0];
  // Who may delete is no stranger.
  const mayNot = /^(stranger \S+ \+ (creator|service)|(creator|service) \S+ \+ stranger)/;
  const missing = all.flatMap((a) =>
    all.flatMap((b) => (factor(a) === factor(b) || met.has(`${a} + ${b}`) ? [] : `${a} + ${b}`)),
  );
  expect(missing.filter((pair) => !mayNot.test(pair))).toEqual([]);
  expect(lives.length).toBeLessThan(50);
});

test.each([
  ['with all callers and two feeds', whole],
  ['with one feed and one researcher', settingWith()],
])('%s, every value of the catalogue is sent', (_, setting) => {
  const sent = new Set(livesOf(setting).flatMap(({ values }) => values));
  expect(
    Object.values(features)
      .flat(2)
      .filter((one) => !sent.has(one)),
  ).toEqual([]);
});

test('strangers never may delete, and deleters always may', () => {
  const { may } = whole.knownCallers;
  for (const { creator, service, stranger, deleter } of livesOf(whole)) {
    const about = { creator: creator.key, service };
    if (stranger) expect(may('delete', stranger, about)).toBe(false);
    expect(may('delete', deleter, about)).toBe(true);
  }
});

test('where nobody else is known there are lives without strangers', () => {
  const lives = livesOf(settingWith());
  expect(lives.length).toBeGreaterThan(20);
  expect(lives.every(({ moment, stranger }) => moment !== 'elsewhere' && !stranger)).toBe(true);
});

test('tags stay in order wherever they are sorted', () => {
  const { payload } = whole.target;
  for (const { values } of livesOf(whole)) {
    const { tags } = values.reduce((one, { change }) => change(one), newDraft(payload));
    for (const ignorePunctuation of [false, true]) {
      const { compare } = new Intl.Collator('en', { ignorePunctuation });
      expect([...tags].sort(compare)).toEqual(tags);
    }
  }
});
