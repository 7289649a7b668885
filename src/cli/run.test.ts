import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listening } from '../traffic/listening.test.support.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { modules } from './run.ts';
import { served } from './serve/served.test.support.ts';
import { ran, screen, start, urlIn } from './terminal.test.support.ts';

test.each<[string[], number, RegExp]>([
  [['--help'], 0, /Usage: abuse-feed <command>/],
  [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
  [['serve', '--help'], 0, /--no-cors/],
  [['help'], 0, /Usage: abuse-feed <command>/],
  [['help', 'serve'], 0, /--no-cors/],
])('%j ends with %d and prints what was asked for', async (args, code, shows) => {
  expect(await ran(args)).toEqual({ code, out: expect.stringMatching(shows), err: '' });
});

test('--help of every command says what it does, and fits the terminal', async () => {
  const names = [...(await ran(['help'])).out.matchAll(/^ {2}([a-z]+) {2}/gm)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(Object.keys(modules));
  for (const name of names) {
    const { code, out } = await ran([name ?? '', '--help']);
    expect(code, name).toBe(0);
    expect(out).toMatch(/^\w+s .*(\n.+)?\n\nUsage: abuse-feed [\s\S]*^ {2}-h, --help /m);
    const narrow = screen({ columns: 72 });
    await ran([name ?? '', '--help'], { stdout: narrow });
    expect(
      narrow
        .written()
        .split('\n')
        .filter(({ length }) => length > 72),
    ).toEqual([]);
  }
});

test('the first screen shows where it is, who to be, where data is, and a line that works', async () => {
  const { output, url, stop } = await served('/', ['--memory']);
  const { out } = output;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(out).toContain(`feed     ${url}/feed/{service}/api`);
  expect(out).toContain(`lookup   ${url}/private/sample/{hash}`);
  expect(out).toMatch(/data +in memory/);
  expect(out).toMatch(/token-researcher-1 +\S/);
  expect(out).toMatch(/token-analyst-empty +A researcher too\. Has no lookups left/);
  const [, link = '', name = '', value = ''] =
    /curl '([^']+)' -H '([^:]+): ([^']+)'/.exec(out) ?? [];
  const answer = await fetch(link, { headers: { [name]: value } });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 200,
    body: { successful: true },
  });
  expect(await stop()).toBe(0);
});

test('requests are logged as lines of JSON without a terminal, and not at all with --quiet', async () => {
  for (const [args, lines] of [
    [[], 1],
    [['--quiet'], 0],
  ] as const) {
    const command = start(['serve', '--port', '0', '--memory', ...args]);
    await command.started;
    await (
      await fetch(`${urlIn(command.output.out)}/nowhere`, { headers: { Connection: 'close' } })
    ).text();
    command.stop();
    await command.ended;
    const logged = command.output.err.split('\n').filter(Boolean);
    expect(logged.map((line) => JSON.parse(line))).toHaveLength(lines);
  }
});

test('data is kept in .abuse-feed below the current folder, which the screen names', async () => {
  const cwd = folderWith();
  const { output } = await served(cwd);
  expect(output.out).toContain(`${join(cwd, '.abuse-feed')} (new, filled from the seed data)`);
});

async function failsToStart(args: string[], says: RegExp): Promise<void> {
  const { err, ...rest } = await ran(['serve', '--port', '0', ...args]);
  expect(rest).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^abuse-feed: [^\n]+\n$/);
  expect(err).toMatch(says);
}

test('a port in use is one clear line', async () => {
  const { port } = new URL(await listening(createServer()));
  await failsToStart(['--memory', '--port', port], new RegExp(`Port ${port} .* in use`));
});

test.each([
  ['a host that is not ours', ['--memory', '--host', '192.0.2.1'], /192\.0\.2\.1/],
  ['a data folder that is a file', ['--data', import.meta.filename], /not a folder/],
])('%s is one clear line', async (_what, args, says) => {
  await failsToStart(args, says);
});

test('seed data with mistakes is refused with the file and the reason of each', async () => {
  const { code, err } = await ran([
    'serve',
    '--port',
    '0',
    '--memory',
    '--seed-data',
    folderWith(),
  ]);
  expect(code).toBe(1);
  expect(err).toMatch(/^abuse-feed: .* 4 mistakes:\n( {2}\w+\.yaml: .*\n){4}$/);
});
