import { expect, test } from 'vitest';
import { noBlame } from '../../matrix/blame.ts';
import { reportFiles } from './matrix-reports.ts';

test('a run that asked for nothing is an error in JUnit, and output cannot leave its place', () => {
  const run = { label: 'a', dialect: {} as never, end: 'exit 0', ms: 1 };
  const noted = { notes: [], tests: {}, elsewhere: [], exercised: new Set<never>() };
  const runs = [
    { ...run, ...noted, passed: true, output: '<b>' },
    { ...run, ...noted, passed: false, output: '<img>' },
    { ...run, ...noted, passed: false, output: '```\n# not a heading' },
  ];
  const outcome = { runs, all: runs, blamed: noBlame, isPartial: false };
  expect(reportFiles.junit(outcome)).toMatch(/errors="1".*type="inconclusive".*&lt;b&gt;/s);
  expect(reportFiles.html(outcome)).toMatch(/NO RESULT.*<pre>.*&lt;img&gt;/s);
  expect(reportFiles.markdown(outcome)).toContain('````\n```\n# not a heading\n````');
});
