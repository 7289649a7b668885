import { expect, test } from 'vitest';
import { allClauses } from '../../../contract-tests/index.ts';
import { ran } from './verify.test.support.ts';

const listedIds = (printed: string): string[] =>
  allClauses()
    .map(({ id }) => id)
    .filter((id) => printed.includes(`  ${id} `));

test('--list with --section lists that section and those below it', async () => {
  const { code, printed } = await ran(['--list', '--section', '4.3']);
  expect(code).toBe(0);
  const inSection = allClauses().filter(({ section }) => section === '4.3');
  expect(listedIds(printed)).toEqual(inSection.map(({ id }) => id));
  const whole = await ran(['--list', '--section', '4']);
  expect(listedIds(whole.printed).length).toBeGreaterThan(inSection.length);
});

test('--only takes a list, and may be repeated', async () => {
  const ids = ['create/id-type', 'delete/flag-is-success', 'fetch/report-stays'];
  const { printed } = await ran([
    '--list',
    '--only',
    ids.slice(0, 2).join(),
    '--only',
    String(ids[2]),
  ]);
  expect(listedIds(printed).sort()).toEqual(ids);
});

test.each([
  [['--list', '--only', 'create/nothing-of-the-kind']],
  [['--list', '--section', '4.9']],
  [['--only', 'create/id-type,create/nothing-of-the-kind']],
  [['--section', '4.1', '--only', 'delete/flag-is-success']],
])('%j matches nothing, and is wrong usage even to list', async (args) => {
  expect((await ran(args)).code).toBe(2);
});

test('whoever asks about open points only reads the answers, and that nothing was judged', async () => {
  const { code, printed } = await ran(['--only', 'open/fetch.who']);
  expect(code).toBe(0);
  expect(printed).toContain('Who may fetch a report? known open/fetch.who');
  expect(printed).toContain('CONFORMS  only open points were asked about, which no answer breaks');
  expect(printed).toContain('; 1 open point observed; ');
});
