import { expect, test } from 'vitest';
import type { JudgedRun, SearchResult } from '../../matrix/search-result.ts';
import { againWith } from './matrix-html.ts';
import { reportFiles } from './matrix-reports.ts';

const run: JudgedRun = {
  label: 'a: 1',
  answers: {},
  passed: true,
  end: 'exit 0',
  ms: 1,
  output: '<b>',
  notes: [],
  tests: {},
  elsewhere: [],
  touched: new Set(['a']),
  touchedByTest: {},
};
const bad: JudgedRun = { ...run, passed: false, output: '<img>' };

const outcome: SearchResult = {
  extent: 'each',
  usual: { a: 0 },
  first: run,
  answers: [{ label: 'a: 1', id: 'a', answer: 1, where: {}, switched: { a: 1 }, runs: [bad] }],
  mixes: [],
  planned: { answers: 1, mixes: 0 },
  limitsLeft: 0,
  unrepeated: [],
  control: [],
  runs: 2,
  accepted: [],
  fixed: [],
  isPartial: false,
};
const about = { command: ['<x>'], options: [], date: 'today', version: '1', seed: 1 };

test('a run that asked for nothing is an error in JUnit, and output cannot leave its place', () => {
  expect(reportFiles.junit(outcome)).toMatch(/errors="1".*type="inconclusive".*&lt;b&gt;/s);
  const page = reportFiles.html(outcome, about);
  expect(page).toMatch(/NO RESULT.*&lt;x&gt;.*<pre>.*&lt;img&gt;/s);
  expect(page).not.toContain('<img>');
});

test('a section that the page cites is in it', () => {
  const id = 'create.status.created';
  const touched = new Set([id]);
  const answers = { [id]: 200 };
  const failing: SearchResult = {
    ...outcome,
    usual: { [id]: 201 },
    first: { ...run, touched },
    answers: [
      {
        label: `${id}: 200`,
        id,
        answer: 200,
        where: {},
        switched: answers,
        runs: [{ ...bad, answers, touched }],
      },
    ],
  };
  const page = reportFiles.html(failing, about);
  expect(page).toContain('(section <a href="#section-4">4</a>, <a href="#section-7">7</a>)');
  expect(page).toMatch(/<h3 id="section-4">4 Endpoints<\/h3><p>\w/);
  expect(page).toContain('<h3 id="section-7">7 Errors</h3>');
});

test('the line that shows it again keeps the time limit of a run, and no other option', () => {
  const answers = { 'create.status.created': 200 };
  const lineAfter = (...options: readonly string[]) =>
    againWith(answers, { command: ['client'], options });
  const rest = "--only 'create.status.created: 200' -- client";
  expect(lineAfter('--jobs', '2')).toBe(`npx abuse-feed matrix ${rest}`);
  expect(lineAfter('--timeout', '9', '--jobs', '2')).toBe(
    `npx abuse-feed matrix --timeout 9 ${rest}`,
  );
  expect(lineAfter('--timeout=9')).toBe(`npx abuse-feed matrix --timeout=9 ${rest}`);
});
