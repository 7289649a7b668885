import { expect, test } from 'vitest';
import { parseYaml } from '../document/yaml.ts';
import { dialectText } from './dialect-text.ts';
import { openPoints } from './open-points.ts';

test('comments stand before all answers, above each, and after all', () => {
  const answer = { id: 'create.status.created', answer: 200, comments: ['Its\nstatus?'] };
  expect(dialectText(['mine'], [answer], ['no more'])).toBe(
    '# mine\n\n# Its status?\ncreate.status.created: 200\n\n# no more\n',
  );
});

test('without answers and comments it is empty', () => {
  expect(dialectText([], [])).toBe('');
});

const answers = openPoints.flatMap((point) => [point.default, ...point.alternatives]);
const unusual = ['true', 'no', 'null', '1', '2026-01-31', "it's", 'a: b', '# a', '', 'a\nb', -1];

test.each([...new Set([...answers, ...unusual])])(
  'the answer %j is read as it was written',
  (answer) => {
    const text = dialectText([], [{ id: 'a.point', answer, comments: [] }]);
    expect(parseYaml(text)).toEqual({ 'a.point': answer });
  },
);
