import { expect, test } from 'vitest';
import { type Normalisation, normalisations, normalised } from './normalisations.ts';
import { openPointById } from './open-points.ts';

const usual = {
  tags: ['rat', 'windows'],
  c2Address: 'c2.example:4444',
  referenceLink: 'https://results.example/page?of=1',
};

/** What is wrong with the rows of a field. */
function flawsOf<Value>(rows: readonly Normalisation<Value>[], value: Value): string[] {
  return rows.flatMap(({ about, apply, shows, point, answers }) => {
    const shown = shows?.(value) ?? value;
    const once = apply(shown);
    const known: readonly unknown[] = openPointById.get(point)?.alternatives ?? [];
    const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
    return [
      ...(isSame(apply(once), once) ? [] : [`${about}: its own result is changed again`]),
      ...(shows && isSame(once, shown) ? [`${about}: what should show it is not changed`] : []),
      ...answers.filter((answer) => !known.includes(answer)).map((one) => `${point}: no ${one}`),
    ];
  });
}

test('every rule changes what shows it, leaves its own result alone, and answers an open point', () => {
  expect(flawsOf(normalisations.tags, usual.tags)).toEqual([]);
  expect(flawsOf(normalisations.c2Address, usual.c2Address)).toEqual([]);
  expect(flawsOf(normalisations.referenceLink, usual.referenceLink)).toEqual([]);
});

test('every alternative of their points does something', () => {
  const rows: readonly Pick<Normalisation<never>, 'point' | 'answers'>[] =
    Object.values(normalisations).flat();
  for (const point of new Set(rows.map((row) => row.point))) {
    const answers = rows.flatMap((row) => (row.point === point ? row.answers : []));
    expect([...new Set(answers)].sort()).toEqual(openPointById.get(point)?.alternatives.toSorted());
  }
});

test.each([
  ['browser', 'https://a.example/c?q=%c3%7e'],
  ['normal', 'https://a.example/c?q=%C3~'],
])('a link in the form %s is %s', (answer, form) => {
  const sent = 'HTTPS://A.example:443/b/../c?q=%c3%7e';
  const { referenceLink } = normalisations;
  expect(normalised(referenceLink, sent, ({ answers }) => answers.includes(answer))).toBe(form);
});
