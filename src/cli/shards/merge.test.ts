import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../terminal.test.support.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'abuse-feed-merge-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const ran = async (...args: string[]) => {
  const command = start(args);
  return { code: await command.ended, ...command.shown };
};

/** What a command says as one run, and what its two shards say together. */
const wholeAndMerged = async (...args: string[]) => {
  const path = folder();
  const [command = '', ...rest] = args;
  const file = (name: string): string => join(path, `${name}.json`);
  const withFile = (name: string, ...more: string[]) =>
    ran(command, ...more, '--json', file(name), ...rest);
  const whole = await withFile('whole');
  await withFile('one', '--shard', '1/2');
  await withFile('two', '--shard', '2/2');
  const merged = await ran('merge', '--json', file('merged'), file('two'), file('one'));
  const results = (name: string): { trial?: unknown; file?: string; label?: string }[] =>
    JSON.parse(readFileSync(file(name), 'utf8')).results;
  const names = (name: string) =>
    results(name).map(({ trial, file: target, label }) => trial ?? target ?? label);
  return { whole, merged, names };
};

test('two shards of the self-test say together what one run says', async () => {
  const { whole, merged, names } = await wholeAndMerged(
    ...['selftest', '--mutants', '--only', 'create-flag-as-', '--jobs', '1'],
  );
  expect(whole.out).toContain('2 of 2 mutants rejected (100 %)');
  expect(merged.out).toBe(whole.out);
  expect([merged.code, whole.code]).toEqual([0, 0]);
  expect(names('merged')).toEqual(names('whole'));
});

test('two shards of the targets to verify say together what one run says', async () => {
  const path = folder();
  const targets = ['a', 'b', 'c'].flatMap((name) => {
    const file = join(path, `${name}.yaml`);
    const text =
      'baseUrl: http://127.0.0.1:9\nservice: s\nareas: [feed]\ntokens: { researcher: r }\n';
    writeFileSync(file, text);
    return ['--target', file];
  });
  const { whole, merged, names } = await wholeAndMerged('verify', ...targets);
  expect(merged.out).toContain('3 targets judged:');
  expect(whole.out.endsWith(merged.out)).toBe(true);
  expect([merged.code, whole.code]).toEqual([3, 3]);
  expect(names('merged')).toEqual(names('whole'));
});

test('two shards of a matrix say together what one run says', async () => {
  const exit = `await fetch(process.env.ABUSE_FEED_BASE_URL + '/private/sample/x');
    process.exit(process.env.ABUSE_FEED_DIALECT.endsWith('strict.dialect.yaml') ? 1 : 0)`;
  const { whole, merged, names } = await wholeAndMerged(
    ...['matrix', '--no-narrow', '--only', 'default,strict,lenient'],
    ...['--', process.execPath, '--input-type=module', '-e', exit],
  );
  const verdict = 'The command fails under 1 of 3 dialects.';
  expect(whole.out).toContain(verdict);
  expect(merged.out).toContain(verdict);
  expect([merged.code, whole.code]).toEqual([1, 1]);
  expect(names('merged')).toEqual(names('whole'));
});

test('a shard that is missing, or what is no report, is refused in one line', async () => {
  const path = folder();
  const file = join(path, 'one.json');
  const part = { kind: 'selftest', shard: { index: 1, of: 2 }, all: 3, results: [] };
  writeFileSync(file, JSON.stringify(part));
  const { code, err } = await ran('merge', file);
  expect(code).toBe(2);
  expect(err).toMatch(/Shard 2\/2 is missing/);
  writeFileSync(file, '{}');
  expect(await ran('merge', file)).toMatchObject({ code: 2 });
  expect(await ran('merge')).toMatchObject({ code: 2 });
});
