import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from '../../../contract-tests/selftest/mutants/index.ts';
import { startServer } from '../../server.ts';
import { schemaSample } from '../../spec/schema/samples.ts';
import { schemaNamed } from '../../spec/schemas.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { ran } from '../terminal.test.support.ts';

const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';
const base = 'https://api.example/v1';
const feed = `${base}/feed/tunnelco/api?report=${id}`;
const report = {
  report: { ...(schemaSample(schemaNamed('Report')) as object), id, name: 'a' },
  successful: true,
};
const gone = { message: 'gone', success: true };

interface Recorded {
  /** The second at which it was sent. */
  readonly at?: number;
  readonly method?: string;
  readonly url?: string;
  readonly token?: string | null;
  readonly sent?: string;
  /** Part of the content of the response, such as its text. */
  readonly content?: object;
  /** What else its entry has. */
  readonly more?: object;
}

function entry(body: unknown, recorded: Recorded = {}) {
  const { at = 1, method = 'GET', url = feed, token = 's3cret-token', sent, more } = recorded;
  const { content = { text: JSON.stringify(body) } } = recorded;
  const authorization = token === null ? [] : [{ name: 'Authorization', value: token }];
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    time: 100,
    request: {
      method,
      url,
      headers: [{ name: ':authority', value: 'api.example' }, ...authorization],
      ...(sent !== undefined && { postData: { text: sent } }),
    },
    response: {
      status: 200,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'content-encoding', value: 'gzip' },
      ],
      content,
    },
    ...more,
  };
}

function har(...entries: object[]) {
  return { log: { entries } };
}

/** A deleted report that comes back, recorded out of order, beside what cannot be judged. */
const back = [
  entry(report, { at: 9 }),
  entry(report, { at: 1 }),
  entry(gone, { at: 5, method: 'DELETE' }),
  entry({}, { at: 6, url: 'https://cdn.example/logo.png' }),
  entry(report, { at: 6, url: '/feed/tunnelco/api' }),
  entry({}, { at: 7, more: { _fromCache: 'disk' } }),
  entry({}, { at: 8, more: { response: { status: 0, headers: [], content: {} } } }),
];
const elsewhere = entry(report, { url: feed.replace('api.', 'b.') });
/** Within one millisecond. */
const soon = { more: { time: 0 } };
const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
const packed = Buffer.from(JSON.stringify({ ...report, successful: 'yes' })).toString('base64');

/** As the journal of a stand-in has it. */
function asked(host: string) {
  const headers = { 'content-type': 'application/json' };
  return {
    time: '2026-01-01T00:00:00Z',
    request: { method: 'GET', url: `/feed/tunnelco/api?report=${id}`, headers: { host } },
    response: { status: 200, headers, body: JSON.stringify(report) },
    startedAt: 0,
    endedAt: 1,
  };
}

function judged(recording: unknown, args: string[] = []) {
  const traffic = typeof recording === 'string' ? recording : JSON.stringify(recording);
  return ran(['listen', '--har', 'traffic', ...args], { cwd: folderWith({ traffic }) });
}

test.each<{
  what: string;
  recording: unknown;
  args?: string[];
  code: number;
  says: (string | RegExp)[];
  not?: string;
}>([
  {
    what: 'entries out of order, and others of which each kind is counted',
    recording: har(...back),
    code: 1,
    says: [
      '     delete/success-means-gone: ',
      '1 × GET https://cdn.example/logo.png',
      '1 × came from a cache',
      '1 × got no response',
      '1 × has no whole URL',
    ],
    not: 's3cret',
  },
  {
    what: 'no tokens, which says nothing about callers',
    recording: har(entry(report, { token: null })),
    code: 0,
    says: ['has no tokens in it'],
    not: 'client/no-token',
  },
  {
    what: 'bodies in base64, and bodies that were not recorded',
    recording: har(
      entry({}, { content: { text: packed, encoding: 'base64' } }),
      entry({}, { content: { size: 9 } }),
    ),
    code: 1,
    says: ['     fetch/flag-type: ', '1 × has no body in the recording'],
  },
  {
    what: 'a value that nests without end, in an answer and a request',
    recording: har(
      entry(
        {},
        { content: { text: JSON.stringify(report).replace('"name":"a"', `"name":${deep}`) } },
      ),
      entry(report, { method: 'POST', url: feed.replace(/\?.*/, ''), sent: deep }),
    ),
    code: 1,
    says: ['   report/name-type: '],
  },
  {
    what: 'entries within one millisecond, in their order',
    recording: har(
      entry(report, soon),
      entry(gone, { ...soon, method: 'DELETE' }),
      entry(report, soon),
    ),
    code: 1,
    says: ['delete/success-means-gone'],
  },
  {
    what: 'a request of a stand-in with an invalid host',
    recording: { requests: [asked('api.example'), asked('a b')] },
    args: ['--base-url', 'http://api.example'],
    code: 0,
    says: ['1 × has no whole URL'],
  },
  {
    what: 'traffic of several servers, one of them chosen',
    recording: har(...back, elsewhere),
    args: ['--base-url', 'https://b.example/v1'],
    code: 0,
    says: ['CONFORMS'],
  },
  {
    what: 'traffic of several servers, none of them chosen',
    recording: har(...back, elsewhere),
    code: 2,
    says: [/feeds of 2 servers.*--base-url/],
  },
  { what: 'no recording', recording: '{}', code: 2, says: ['neither a HAR nor a list'] },
  { what: 'no request', recording: har(), code: 2, says: ['no request in it has a path of this'] },
])('a file with $what', async ({ recording, args, code, says, not }) => {
  const found = await judged(recording, args);
  for (const one of says) expect(code === 2 ? found.err : found.out).toMatch(one);
  if (not) expect(found.out).not.toContain(not);
  if (code !== 2) expect(found.err).toBe('');
  expect(found.code).toBe(code);
});

test('a stopped judge says nothing of the server', async () => {
  const cwd = folderWith({ traffic: JSON.stringify(har(...back)) });
  const signal = AbortSignal.abort();
  expect(await ran(['listen', '--har', 'traffic'], { cwd, signal })).toEqual({
    code: 3,
    out: '',
    err: 'abuse-feed: Stopped before the end.\n',
  });
});

test.each(['real', 'frozen'] as const)(
  'requests recorded by a stand-in are judged, in each of its forms, with a clock that is %s',
  async (mode) => {
    const mutation = mutants.find(({ name }) => name === 'delete-pretends')?.mutation();
    let seconds = 0;
    const realTime = () => Date.UTC(2026, 5, 1) + 1000 * seconds++;
    await using server = await startServer({
      ...(mutation && { mutant: mutation }),
      clock: { mode },
      environment: { realTime },
    });
    const url = `${server.baseUrl}/feed/tunnelco/api?report=${id}`;
    const headers = { Authorization: 'token-researcher-1' };
    for (const method of ['GET', 'DELETE', 'GET'])
      await (await fetch(url, { method, headers })).text();
    const requests = server.requests();
    const lines = requests.map((one) => JSON.stringify(one)).join('\n');
    for (const recording of [{ requests }, lines, server.har()]) {
      const { code, out } = await judged(recording);
      expect(out).toContain('     delete/success-means-gone: ');
      expect(out).toMatch(/^\d+ met, 1 broken/m);
      expect(code).toBe(1);
    }
  },
);

test('a token of any caller is hidden in every report, also where it is shown before it is used', async () => {
  const first = 'fir5t/tok+en=';
  const second = 'sec0nd/tok+en=';
  const by = (at: number, token: string, path: string, body: unknown) =>
    entry(body, { at, token, url: `${base}${path}` });
  const ofFirst = `Bearer ${first}`;
  const told = {
    error: `no <b>${second.replace('+', '&#43;')}</b>`,
    successful: 'no',
    [second]: 1,
  };
  const sample = `/private/sample/${encodeURIComponent(second)}`;
  const own = '/feed/tunnelco/api';
  const entries = [
    by(1, ofFirst, `${own}?report=${id}`, told),
    by(2, ofFirst, `${sample}?token=${first}`, told),
    by(3, ofFirst, `/elsewhere/${first.replace('/', '%2F')}`, {}),
    by(4, second, `${own}?report=${id}&a=${first}`, { successful: first }),
    by(5, ofFirst, `${own}?access_token=th1rd%2Ftoken`, { error: 'th1rd/token' }),
  ];
  const traffic = JSON.stringify(har(...entries)).replaceAll('tok+en', 'tok\\u002ben');
  const folder = folderWith({ traffic });
  const files = ['json', 'html', 'junit'];
  const { code, out, err } = await ran(
    ['listen', '--har', 'traffic', '--verbose', ...files.flatMap((name) => [`--${name}`, name])],
    { cwd: folder },
  );
  const written = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(code).toBe(1);
  expect(out).toContain('fetch/');
  for (const text of [out, err, ...written]) expect(text).not.toMatch(/fir5t|sec0nd|th1rd/i);

  const other = entry(
    {},
    { token: ofFirst, url: 'https://api.example/fir5t%2ftok+en=/feed/x/api' },
  );
  const unsure = await judged(har(...entries, other));
  expect(unsure.err).toMatch(/feeds of 2 servers.*\$TOKEN/);
  expect(unsure.err).not.toMatch(/fir5t/);
});
