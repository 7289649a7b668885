import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conforming, violating } from '../../../contract-tests/reporters/recorded.test.support.ts';
import { ran as ranIn } from '../terminal.test.support.ts';
import { ran, targetFile } from '../verify/verify.test.support.ts';

const target = ['--target', targetFile({ baseUrl: 'http://127.0.0.1:9' })];

const stated = async () => {
  const args = [...target, '--json', 'r.json', '--statement', 'signed.md'];
  const { folder, file } = await ran(args, { judge: async () => violating });
  return {
    folder,
    file,
    check: (...of: string[]) => ranIn(['statement', 'check', ...of], { cwd: folder }),
  };
};

test('a statement says in short what was judged, by what and how it ended', async () => {
  const { file } = await stated();
  const statement = JSON.parse(file('signed.json'));
  expect(statement).toMatchObject({
    verdict: 'violates',
    judged: { feed: violating.target.baseUrl },
    by: { kit: violating.kit, planSeed: 1 },
    broken: ['delete/flag-is-success', 'create/error-flag-false'],
    report: expect.stringMatching(/^sha256:/),
  });
  expect(file('signed.md')).toContain('# Conformance statement: violates');
  expect(file('signed.md')).toContain(`Full report: ${statement.report}`);
});

test('a statement belongs to the report of its run, and to no other; nobody can change its words', async () => {
  const { folder, file, check } = await stated();
  for (const form of ['signed.md', 'signed.json'])
    expect((await check(form, 'r.json')).code).toBe(0);
  writeFileSync(join(folder, 'other.json'), JSON.stringify(conforming));
  const other = await check('signed.md', 'other.json');
  expect([other.code, other.out]).toEqual([1, expect.stringContaining('names another report')]);
  writeFileSync(join(folder, 'better.md'), file('signed.md').replace('violates', 'conforms'));
  const better = await check('better.md', 'r.json');
  expect([better.code, better.out]).toEqual([1, expect.stringContaining('says something else')]);
});

test('what is no statement or no report is wrong usage, and so are two files of one name', async () => {
  const { check } = await stated();
  for (const of of [['signed.md'], ['signed.md', 'signed.md'], ['absent', 'r.json']])
    expect((await check(...of)).code).toBe(2);
  const clash = await ran([...target, '--json', 'a.json', '--statement', 'a.md']);
  expect([clash.code, clash.printed]).toEqual([2, expect.stringContaining('both write a.json')]);
});
