import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../repository/markdown.test.support.ts';
import { selftest } from '../repository/selftest/selftest.ts';
import { packageRoot } from '../values/package-root.ts';
import { type CommandDefinition, command, flag, seedFrom, text, wholeNumber } from './options.ts';
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

test('there are at most 80 options', () => {
  const counts = definitions.map(([, { options }]) => Object.keys(options).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(80);
});

/** Every exclusion and need of every command, as arguments that break it. */
const broken = definitions.flatMap(([name, { options, modes = {} }]) => {
  const given = (option: string): string[] =>
    options[option]?.type === 'string' ? [`--${option}`, '2'] : [`--${option}`];
  // Of two modes, the one that comes first in the options is named first.
  const excludedBy = (option: string) =>
    Object.entries(modes)
      .filter(([mode, { takes }]) => mode !== option && !takes.includes(option))
      .filter(([mode]) => !(option in modes) || names.indexOf(mode) > names.indexOf(option))
      .map(([mode, { does }]): [string, string] => [mode, does]);
  const names = Object.keys(options);
  return Object.entries(options).flatMap(([option, { excludes = {}, needs }]) => [
    ...[...excludedBy(option), ...Object.entries(excludes)].map(
      ([other, why]): [string[], string] => [
        [name, ...given(option), ...given(other)],
        `--${option} does not go with --${other}, which ${why}. Leave one of them out.`,
      ],
    ),
    ...(needs === undefined
      ? []
      : [[[name, ...given(option)], `--${option} needs --${needs} as well.`] as const]),
  ]);
});

test.each(broken)('%j is refused', async (args, says) => {
  expect(await ran([...args])).toEqual({ code: 2, out: '', err: `abuse-feed: ${says}\n` });
});

test('what an option excludes or needs is an option of the same command', () => {
  const unknown = definitions.flatMap(([, { options, modes = {} }]) =>
    [
      ...Object.entries(modes).flatMap(([mode, { takes }]) => [mode, ...takes]),
      ...Object.values(options).flatMap(({ excludes = {}, needs }) => [
        ...Object.keys(excludes),
        ...(needs ? [needs] : []),
      ]),
    ].filter((name) => !(name in options)),
  );
  expect(unknown).toEqual([]);
});

/** A command with an option of each kind. */
const trial = command(
  {
    page: 'docs/trial.md',
    begins: 'Tries something.',
    example: 'abuse-feed trial --port 0',
    options: {
      port: text('N', 'where to listen'),
      target: text('FILE', 'what to try'),
      memory: flag('keep nothing'),
    },
  },
  async () => 0,
);

test.each<[what: string, args: string[], says: string]>([
  ['an option that is nearly ours', ['--prot', '1'], 'no option --prot. Did you mean --port?'],
  ['an option that is like none', ['--zebra'], 'There is no option --zebra. See --help.'],
  ['a letter that is no option', ['-z'], 'There is no option -z. See --help.'],
  ['a negation', ['--no-memory'], 'no option --no-memory. Did you mean --memory?'],
  ['the URL of a server', ['--base-url', 'http://x'], 'abuse-feed init --base-url URL writes one'],
  ['a value for a flag', ['--memory=1'], '--memory takes no value, and "1" was given. See --help.'],
  ['no value', ['--port'], '--port needs a value: --port N. See --help.'],
  ['an option as a value', ['--port', '-1'], 'If -1 is the value, write --port=-1. See --help.'],
  ['no file', ['--target', ''], '--target is empty; it takes a file. See --help.'],
])('%s is refused by every command', async (_what, args, says) => {
  const { code, out, err } = await ran(args, { command: trial });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(says);
});

test.each<[what: string, read: () => unknown, says: string]>([
  ['a seed that is no number', () => seedFrom('-'), 'The dialect seed is "-". A seed is a whole'],
  ['less than the least', () => wholeNumber('0', '--jobs', 1), '--jobs is "0". It takes a whole'],
  ['a count that is no number', () => wholeNumber('x', '--budget'), '--budget is "x". It takes'],
])('%s is refused', (_what, read, says) => {
  expect(read).toThrow(says);
});
