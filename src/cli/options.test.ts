import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../repository/markdown.test.support.ts';
import { selftest } from '../repository/selftest/selftest.ts';
import { packageRoot } from '../values/package-root.ts';
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

function isIn(text: string, option: string): boolean {
  return new RegExp(`--${option}(?![\\w-])`).test(text);
}

test.each(definitions)('every option of %s is in its help and in its page', async (name, of) => {
  const { out } = await ran([name, '--help']);
  const pages = [of.page, ...('json' in of.options ? ['docs/reports.md'] : [])];
  const page = pages.map((one) => readFileSync(join(packageRoot, one), 'utf8')).join('\n');
  const options = Object.keys(of.options);
  expect(options.filter((option) => !isIn(out, option))).toEqual([]);
  expect(options.filter((option) => !isIn(page, option))).toEqual([]);
});

test.each(definitions)(
  'the help of %s has one example, with options that exist',
  async (name, of) => {
    const { out } = await ran([name, '--help']);
    expect(out.match(/^Example: .*$/gm)).toEqual([`Example: ${of.example}`]);
    expect(of.example).toMatch(new RegExp(`^abuse-feed ${name} `));
    const [own = ''] = of.example.split(' -- ');
    const given = [...own.matchAll(/--([\w-]+)/g)].map(([, option]) => option);
    expect(Object.keys(of.options)).toEqual(expect.arrayContaining(given));
  },
);

/** The options of each command, of our own script as well, and those of all. */
const optionsOf = new Map(
  [...definitions, ['selftest', selftest.definition] as const].map(([name, { options }]) => [
    name,
    [...Object.keys(options), 'help'],
  ]),
);
const anyOption = ['version', ...[...optionsOf.values()].flat()];

/** `abuse-feed serve --port 0`, `serve --port 0`, `npm start -- --port 0`. */
const called = new RegExp(
  `(?:\\babuse-feed |^npm run |^)(${[...optionsOf.keys()].join('|')})(?= )|^npm (start) -- `,
);

interface Shown {
  readonly option: string;
  /** The command it is shown with; undefined where it stands alone. */
  readonly command: string | undefined;
}

/** The options of ours in a line of code; other programs have their own. */
function shownIn(line: string): Shown[] {
  const call = called.exec(line);
  const isAlone = /^(?:-\w, )?--/.test(line);
  if (!call && !isAlone) return [];
  const command = call?.[2] === 'start' ? 'serve' : call?.[1];
  const rest = line.slice(call ? call.index + call[0].length : 0);
  // Another program follows, except after an npm script.
  const [own = ''] = rest.split(line.startsWith('npm ') ? /[|;&>]/ : / -- |[|;&>]/);
  return [...own.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map(([, option = '']) => ({
    option,
    command,
  }));
}

const guide = pages().filter(({ path }) => /^(?:README|CONTRIBUTING|docs\/[^/]+)\.md$/.test(path));

test('every option that a page shows is one of the command', () => {
  const shown = guide.flatMap(({ path, blocks, spans }) =>
    [...blocks.map(({ text }) => text), ...spans]
      .flatMap((code) => code.replaceAll('\\\n', ' ').split('\n'))
      .flatMap((line) => shownIn(line.trim()))
      .map((one) => ({ path, ...one })),
  );
  expect(shown.length).toBeGreaterThan(100);
  const unknown = shown.filter(
    ({ option, command }) => !(optionsOf.get(command ?? '') ?? anyOption).includes(option),
  );
  const said = unknown.map(
    ({ path, option, command = 'any command' }) =>
      `${path} shows --${option}, which is no option of ${command}: correct the page, or define it in src/cli`,
  );
  expect(said).toEqual([]);
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
