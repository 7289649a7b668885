import { expect, test } from 'vitest';
import { applyDialect } from '../contract/apply-dialect.ts';
import { published } from '../contract/published.ts';
import { differencesOf } from '../dialects/dialect.ts';
import { parseDialect } from '../dialects/dialect-file.ts';
import { dialectNames, namedDialects } from '../dialects/named.ts';
import { randomDialect } from '../dialects/random.ts';
import { openPoints } from '../spec/open-points.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { served } from './serve/served.test.support.ts';
import { ran } from './terminal.test.support.ts';

test('dialects lists every one, and how many answers differ', async () => {
  const { code, out } = await ran(['dialects']);
  expect(code).toBe(0);
  for (const name of [...dialectNames, 'random'])
    expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  const count = Object.keys(namedDialects.strict.differences).length;
  expect(out).toContain(`(${count} of ${openPoints.length} answers differ)`);
});

test.each(dialectNames)(
  'dialects show %s prints a file that gives the same dialect',
  async (name) => {
    const { out } = await ran(['dialects', 'show', name]);
    expect(parseDialect(out, name)).toEqual(namedDialects[name].differences);
  },
);

test('dialects show random prints a file that gives the same dialect', async () => {
  const { out } = await ran(['dialects', 'show', 'random', '--dialect-seed', '42']);
  expect(out).toMatch(/^# random, seed 42: \d+ answers differ/);
  expect(parseDialect(out, 'x')).toEqual(differencesOf(randomDialect(42)));
});

test('dialects diff says in words how two differ', async () => {
  const cwd = folderWith({ 'mine.yaml': 'create.status.created: 200\n' });
  expect((await ran(['dialects', 'diff', 'mine.yaml'], { cwd })).out).toBe(
    [
      `mine.yaml and default: 1 of ${openPoints.length} answers differ.`,
      '',
      'What is the status when the report is stored? (create.status.created, section 4, 7)',
      '  mine.yaml  200',
      '  default    201',
      '',
    ].join('\n'),
  );
  expect((await ran(['dialects', 'diff', 'strict', 'strict'])).out).toBe(
    'strict and strict give the same answers.\n',
  );
});

test('serve --dialect random prints the seed, and the same seed serves the same document', async () => {
  const documents = [];
  for (const seed of [['--dialect-seed', '42'], []]) {
    const { output, url } = await served('/', ['--memory', '--dialect', 'random', ...seed]);
    documents.push(await (await fetch(`${url}/openapi.json`)).text());
    expect(output.out).toMatch(/dialect +random, seed \d+ \(\d+ answers differ/);
    if (seed.length > 0) expect(output.out).toContain('random, seed 42 ');
  }
  const { paths } = published(applyDialect(randomDialect(42)));
  expect(JSON.parse(documents[0] ?? '').paths['/feed/{service}/api']).toEqual(
    paths['/feed/{service}/api'],
  );
  expect(documents[1]).not.toBe(documents[0]);
});
