import { chmodSync, mkdirSync } from 'node:fs';
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

test.each<[string[], RegExp]>([
  [['srve'], /no command "srve"\. Did you mean "serve"\?/],
  [['--verison'], /no option --verison of abuse-feed itself\. Did you mean --version\?/],
  [['--port', '1'], /no option --port .* come after its name/],
  [['__proto__'], /no command "__proto__"/],
  [['serve', '--prot', '1'], /no option --prot\. Did you mean --port\?/],
  [['serve', '--zebra'], /no option --zebra/],
  [['serve', '-z'], /no option -z\. See --help\.\n$/],
  [['serve', '--no-memory'], /no option --no-memory\. Did you mean --memory\?/],
  [['serve', '--port'], /--port needs a value: --port N\. See --help\.\n$/],
  [['serve', '--port', '65536'], /--port is "65536"/],
  [
    ['serve', '--port', '-1'],
    /--port needs a value before -1\. If -1 is the value, write --port=-1\. See --help\.\n$/,
  ],
  [['serve', '--memory=1'], /--memory takes no value, and "1" was given\. See --help\.\n$/],
  [['help', 'srve'], /no command "srve"\. Did you mean "serve"\?/],
  [['serve', '--dialect', 'strict', '--dialect-seed', '1'], /the dialect is "strict"/],
  [['serve', 'feed'], /no argument "feed"/],
  [['serve', '--admin-token', ''], /--admin-token is empty/],
  [
    ['serve', '--admin-token', 'geheim\u{1f512}'],
    /--admin-token has characters that a header cannot/,
  ],
  [['twin', '--target', 'x', '--admin-token='], /--admin-token is empty/],
  [['twin'], /twin needs --target FILE/],
  [['twin', 'real.yaml'], /Did you mean --target\?/],
  [['twin', '--target', 'a', '--port', 'x'], /--port is "x"/],
  [['docs', '--out', ''], /--out is empty/],
  [['docs', 'site'], /takes no argument "site"\. Did you mean --out\?/],
  [['docs', '--dialect', 'contary'], /Did you mean "contrary"/],
  [['twin', 'http://a'], /abuse-feed init --base-url http:\/\/a writes one/],
  [['listen', 'http://a'], /Did you mean --base-url\?/],
  [['verify', '--target', ''], /--target is empty; it takes a file\. See --help/],
  [['verify', '--json', 'a', '--html', 'a'], /--json and --html are both a\. Give each a file/],
  [['verify', '--target', 'a', '--har', 'a'], /--target and --har are both a/],
  [['verify', '--repro', process.execPath], /cannot be written: .* is no folder\. Nothing was run/],
  [
    ['dialects', 'shew', 'strict'],
    /does not understand "shew strict"\. Did you mean "dialects show"/,
  ],
  [['dialects', 'strict'], /Did you mean "dialects show strict"/],
  [['dialects', 'show', 'strict', 'lenient'], /dialects show takes one dialect\./],
  [['dialects', 'show'], /dialects show needs a dialect: a name, a file, or random/],
  [
    ['dialects', 'show', 'strickt'],
    /neither a dialect nor a file that can be read: .*Did you mean "strict"\?/,
  ],
  [['dialects', 'show', 'random', '--dialect-seed', '-'], /seed is a whole number/],
  [['dialects', 'show', 'strict', '--dialect-seed', '1'], /--dialect-seed is for random/],
  [
    ['serve', '--memory', '--dialect', 'other.yaml'],
    /neither a dialect nor a file that can be read: .*The dialects are default/,
  ],
  [['health', '--url', 'localhost'], /--url is "localhost"/],
  [['health', '--ca', 'none.pem'], /--ca: none\.pem cannot be read: there is no such file/],
  [['health', 'now'], /no argument "now"\. Did you mean --url\?/],
  [['listen'], /needs --target FILE or --base-url URL/],
  [['listen', '--base-url', 'http://localhost:4020'], /is where this would listen itself/],
  [['twin', '--base-url', 'http://x'], /no option --base-url.*init --base-url URL writes one/],
  [['listen', '--base-url', 'x'], /^abuse-feed: --base-url: baseUrl is "x"; expected a URL/],
  [['init', '--base-url', 'x'], /^abuse-feed: --base-url: baseUrl is "x"; expected a URL/],
  [['init', '--sha256', 'x'], /^abuse-feed: --sha256: analyses\[0\]\.sha256 is "x"/],
  [['listen', 'x'], /takes no argument "x"/],
  [['matrix'], /Put the command after two dashes/],
  [['matrix', '--'], /Put the command after two dashes/],
  [['matrix', 'npm', 'test'], /Put the command after two dashes/],
  [['matrix', '--only', 'strct', '--', 'true'], /Did you mean "strict"\?/],
  [['matrix', '--jobs', '0', '--', 'true'], /--jobs is "0"/],
  [['matrix', '--budget', 'x', '--', 'true'], /--budget is "x"/],
  [['matrix', '--only', 'default', '--', 'no-such-program'], /no program "no-such-program"/],
])('%j is a usage error explained in one line', async (args, says) => {
  const { err, ...rest } = await ran(args);
  expect(err).toMatch(/^abuse-feed: [^\n]+\n$/);
  expect(err).toMatch(says);
  expect(rest).toEqual({ code: 2, out: '' });
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

// Nothing is unwritable to root.
test.skipIf(process.getuid?.() === 0)(
  'a data folder that may not be written is one clear line',
  async () => {
    const folder = join(folderWith(), 'locked');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    await failsToStart(['--data', folder], /permission/);
  },
);

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

test('a second server on one data folder refuses to start, and the first goes on', async () => {
  const data = folderWith();
  const first = await served('/', ['--data', data]);
  await failsToStart(['--data', data], /in use|another/i);
  expect(await first.admin('/health')).toEqual({ status: 'ok' });
});
