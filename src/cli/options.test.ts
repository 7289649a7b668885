import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../spec/package-root.ts';
import type { CommandDefinition } from './options.ts';
import { reportKinds } from './report-files.ts';
import { modules } from './run.ts';
import { ran } from './terminal.test.support.ts';

const definitions = await Promise.all(
  Object.entries(modules).map(async ([name, load]): Promise<[string, CommandDefinition]> => {
    const module: { readonly [own: string]: { readonly definition: CommandDefinition } } =
      await load();
    return [name, (module[name] as { readonly definition: CommandDefinition }).definition];
  }),
);

const isIn = (text: string, option: string): boolean =>
  new RegExp(`--${option}(?![\\w-])`).test(text);

test.each(definitions)('every option of %s is in its help and in its page', async (name, of) => {
  const { out } = await ran([name, '--help']);
  const pages = [of.page, ...('json' in of.options ? ['docs/reports.md'] : [])];
  const page = pages.map((one) => readFileSync(join(packageRoot, one), 'utf8')).join('\n');
  const options = Object.keys(of.options);
  expect(options.filter((option) => !isIn(out, option))).toEqual([]);
  expect(options.filter((option) => !isIn(page, option))).toEqual([]);
});

test('there are at most 120 options', () => {
  const counts = definitions.map(([, { options }]) => Object.keys(options).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(120);
});

/** Every exclusion and need of every command, as arguments that break it. */
const broken = definitions.flatMap(([name, { options }]) => {
  const given = (option: string): string[] =>
    options[option]?.type === 'string' ? [`--${option}`, '2'] : [`--${option}`];
  return Object.entries(options).flatMap(([option, { excludes = {}, needs }]) => [
    ...Object.entries(excludes).map(([other, why]): [string[], string] => [
      [name, ...given(option), ...given(other)],
      `--${option} does not go with --${other}, which ${why}. Leave one of them out.`,
    ]),
    ...(needs === undefined
      ? []
      : [[[name, ...given(option)], `--${option} needs --${needs} as well.`] as const]),
  ]);
});

test.each(broken)('%j is refused', async (args, says) => {
  expect(await ran([...args])).toEqual({ code: 2, out: '', err: `abuse-feed: ${says}\n` });
});

test('what an option excludes or needs is an option of the same command', () => {
  const unknown = definitions.flatMap(([, { options }]) =>
    Object.values(options)
      .flatMap(({ excludes = {}, needs }) => [...Object.keys(excludes), ...(needs ? [needs] : [])])
      .filter((name) => !(name in options)),
  );
  expect(unknown).toEqual([]);
});

test('no report is asked for where none is written', () => {
  const { options } = new Map(definitions).get('verify') as CommandDefinition;
  for (const kind of reportKinds)
    expect(Object.keys(options[kind]?.excludes ?? {})).toEqual(['cleanup', 'dry-run', 'repeat']);
});
