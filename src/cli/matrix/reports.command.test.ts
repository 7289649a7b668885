import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { pointById } from '../../dialects/dialect.ts';
import { start } from '../terminal.test.support.ts';
import { adviceOn } from './advice.ts';
import { reportFiles } from './reports.ts';

const client = fileURLToPath(new URL('./example-clients/relies-on-201.mjs', import.meta.url));

test('the report is written for programs, for CI and for people', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'abuse-feed-matrix-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const files = ['--json', 'm.json', '--junit', 'm.xml', '--markdown', 'm.md'];
  const args = ['matrix', '--only', 'default,documented', ...files, '--', process.execPath, client];
  const { ended } = start(args, { cwd });
  expect(await ended).toBe(1);
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');

  expect(JSON.parse(read('m.json'))).toMatchObject({
    kind: 'matrix',
    exitCode: 1,
    results: [
      { label: 'default', passed: true },
      { label: 'documented', passed: false, output: expect.stringContaining('expected 201') },
    ],
    causes: { documented: [{ 'create.status.created': 200 }] },
    reliesOn: [
      {
        points: [
          {
            id: 'create.status.created',
            passesWith: [201],
            failsWith: [200],
            advice: expect.stringContaining('flag in the body'),
          },
        ],
      },
    ],
  });

  const junit = read('m.xml');
  expect(junit).toContain('<testsuites name="abuse-feed matrix" tests="2" failures="1" errors="0"');
  expect(junit).toContain('message="ended with exit 1; create.status.created: 200"');
  expect(junit).toContain('expected 201, got 200');

  const markdown = read('m.md');
  expect(markdown).toMatch(/^\| documented \| failed \| .* \| create\.status\.created: 200 \|$/m);
  expect(markdown).toMatch(/^\| `create\.status\.created`: .* \| 201 \| 200 \| Tell success by/m);
  expect(markdown).toMatch(/^## documented failed \(exit 1\)$/m);
});

test('a run that asked for nothing is an error in JUnit, and output cannot leave its place', () => {
  const run = { label: 'a', dialect: {} as never, end: 'exit 0', ms: 1, notes: [] };
  const runs = [
    { ...run, passed: true, output: '<b>' },
    { ...run, passed: false, output: '```\n# not a heading' },
  ];
  const outcome = {
    ...{ shard: { index: 1, of: 1 }, all: 2, runs },
    blamed: { causes: new Map(), unresolved: new Map() },
  };
  expect(reportFiles.junit(outcome)).toMatch(/errors="1".*type="inconclusive".*&lt;b&gt;/s);
  expect(reportFiles.markdown(outcome)).toContain('````\n```\n# not a heading\n````');
});

test('there is advice for every open point', () => {
  const general = [...pointById.keys()].filter((id) =>
    adviceOn(id as Parameters<typeof adviceOn>[0]).startsWith('Expect every answer'),
  );
  expect(general).toEqual([]);
});
