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

function entry(at: number, method: string, url: string, body: unknown, part: object = {}) {
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    time: 100,
    request: {
      method,
      url,
      headers: [
        { name: ':authority', value: 'api.example' },
        { name: 'Authorization', value: 's3cret-token' },
      ],
    },
    response: {
      status: 200,
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'content-encoding', value: 'gzip' },
      ],
      content: { size: 10, text: JSON.stringify(body) },
    },
    ...part,
  };
}

const feed = `${base}/feed/tunnelco/api?report=${id}`;
const report = {
  report: { ...(schemaSample(schemaNamed('Report')) as object), id, name: 'a' },
  successful: true,
};
const gone = { message: 'gone', success: true };

/** A deleted report that comes back, recorded out of order. */
function har() {
  return {
    log: {
      entries: [
        entry(9, 'GET', feed, report),
        entry(1, 'GET', feed, report),
        entry(5, 'DELETE', feed, gone),
        entry(6, 'GET', 'https://cdn.example/logo.png', {}),
        entry(6, 'GET', '/feed/tunnelco/api', report),
        entry(7, 'GET', feed, {}, { _fromCache: 'disk' }),
        entry(8, 'GET', feed, {}, { response: { status: 0, headers: [], content: {} } }),
      ],
    },
  };
}

function judged(recording: unknown, args: string[] = []) {
  const traffic = typeof recording === 'string' ? recording : JSON.stringify(recording);
  return ran(['listen', '--har', 'traffic', ...args], { cwd: folderWith({ traffic }) });
}

test('a HAR is judged in order of time, and requests outside the API are listed', async () => {
  const { code, out } = await judged(har());
  expect(out).toContain('     delete/success-means-gone: ');
  expect(code).toBe(1);
  expect(out).toContain('1 × GET https://cdn.example/logo.png');
  expect(out).toContain('1 × came from a cache');
  expect(out).toContain('1 × got no response');
  expect(out).toContain('1 × has no whole URL');
  expect(out).not.toContain('s3cret');
});

test('a recording without tokens says nothing about callers', async () => {
  const { log } = har();
  const entries = log.entries.map((one) => ({ ...one, request: { ...one.request, headers: [] } }));
  const { out } = await judged({ log: { entries } });
  expect(out).toContain('has no tokens in it');
  expect(out).not.toContain('client/no-token');
});

test('bodies in base64, and bodies that were not recorded', async () => {
  const { response, ...rest } = entry(1, 'GET', feed, {});
  const text = Buffer.from(JSON.stringify({ ...report, successful: 'yes' })).toString('base64');
  const packed = {
    ...rest,
    response: { ...response, content: { size: 9, text, encoding: 'base64' } },
  };
  const absent = { ...rest, response: { ...response, content: { size: 9 } } };
  const { code, out } = await judged({ log: { entries: [packed, absent] } });
  expect(out).toContain('     fetch/flag-type: ');
  expect(out).toContain('1 × has no body in the recording');
  expect(code).toBe(1);
});

test('a value that nests without end is one of the wrong type, in answers and requests', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const text = JSON.stringify(report).replace('"name":"a"', `"name":${deep}`);
  const { response, request, ...rest } = entry(1, 'GET', feed, {});
  const shown = { ...rest, request, response: { ...response, content: { text } } };
  const sent = {
    ...request,
    method: 'POST',
    url: feed.replace(/\?.*/, ''),
    postData: { text: deep },
  };
  const { code, out, err } = await judged({
    log: { entries: [shown, { ...shown, request: sent }] },
  });
  expect(err).toBe('');
  expect(out).toContain('   report/name-type: ');
  expect(code).toBe(1);
});

test('traffic of several servers needs --base-url', async () => {
  const entries = [...har().log.entries, entry(1, 'GET', feed.replace('api.', 'b.'), report)];
  const unsure = await judged({ log: { entries } });
  expect(unsure.code).toBe(2);
  expect(unsure.err).toMatch(/feeds of 2 servers.*--base-url/);
  const chosen = await judged({ log: { entries } }, ['--base-url', 'https://b.example/v1']);
  expect(chosen.code).toBe(0);
});

test.each([
  ['a file that is no recording', '{}', /neither a HAR nor a list/],
  [
    'a recording without a request',
    '{"log":{"entries":[]}}',
    /no request in it has a path of this/,
  ],
])('%s is refused', async (_what, text, says) => {
  const { code, err } = await judged(text);
  expect(code).toBe(2);
  expect(err).toMatch(says);
});

test('a stopped judge says nothing of the server', async () => {
  const cwd = folderWith({ traffic: JSON.stringify(har()) });
  const { code, out, err } = await ran(['listen', '--har', 'traffic'], {
    cwd,
    signal: AbortSignal.abort(),
  });
  expect(code).toBe(3);
  expect(out).toBe('');
  expect(err).toBe('abuse-feed: Stopped before the end.\n');
});

test.each(['real', 'frozen'] as const)(
  'requests recorded by a stand-in are judged, as JSON and line by line, with a clock that is %s',
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
    for (const recording of [{ requests }, requests.map((one) => JSON.stringify(one)).join('\n')]) {
      const { code, out } = await judged(recording);
      expect(out).toContain('     delete/success-means-gone: ');
      expect(out).toContain('as researcher-1');
      expect(code).toBe(1);
    }
    const exported = await judged(server.har());
    expect(exported.out).toContain('     delete/success-means-gone: ');
    expect(exported.out).toMatch(/^\d+ met, 1 broken/m);
    expect(exported.code).toBe(1);
  },
);

test('a recorded request with an invalid host is skipped and counted', async () => {
  const requests = ['api.example', 'a b'].map((host) => ({
    time: '2026-01-01T00:00:00Z',
    request: { method: 'GET', url: `/feed/tunnelco/api?report=${id}`, headers: { host } },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    },
    startedAt: 0,
    endedAt: 1,
  }));
  const { out, err } = await judged({ requests }, ['--base-url', 'http://api.example']);
  expect(err).toBe('');
  expect(out).toContain('1 × has no whole URL');
});

test('what was recorded within one millisecond keeps the order of its entries', async () => {
  const soon = (method: string, body: unknown) => ({ ...entry(1, method, feed, body), time: 0 });
  const recorded = [soon('GET', report), soon('DELETE', gone), soon('GET', report)];
  const { code, out } = await judged({ log: { entries: recorded } });
  expect(out).toContain('delete/success-means-gone');
  expect(code).toBe(1);
});

test('a token of any caller is hidden in every report, also where it is shown before it is used', async () => {
  const tokens = ['Bearer fir5t/tok+en=', 'sec0nd/tok+en='] as const;
  const by = (at: number, token: string, path: string, body: unknown) => {
    const { request, ...rest } = entry(at, 'GET', `${base}${path}`, body);
    return { ...rest, request: { ...request, headers: [{ name: 'Authorization', value: token }] } };
  };
  const [first, second] = tokens.map((token) => token.replace('Bearer ', '')) as [string, string];
  const told = {
    error: `no <b>${second.replace('+', '&#43;')}</b>`,
    successful: 'no',
    [second]: 1,
  };
  const sample = `/private/sample/${encodeURIComponent(second)}`;
  const entries = [
    by(1, tokens[0], `/feed/tunnelco/api?report=${id}`, told),
    by(2, tokens[0], `${sample}?token=${first}`, told),
    by(3, tokens[0], `/elsewhere/${first.replace('/', '%2F')}`, {}),
    by(4, tokens[1], `/feed/tunnelco/api?report=${id}&a=${first}`, { successful: first }),
    by(5, tokens[0], `/feed/tunnelco/api?access_token=th1rd%2Ftoken`, { error: 'th1rd/token' }),
  ];
  const traffic = JSON.stringify({ log: { entries } }).replaceAll('tok+en', 'tok\\u002ben');
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

  const elsewhere = by(6, tokens[0], '/feed/tunnelco/api', {});
  elsewhere.request.url = elsewhere.request.url.replace('/v1', '/fir5t%2ftok+en=');
  const unsure = await judged({ log: { entries: [...entries, elsewhere] } });
  expect(unsure.err).toMatch(/feeds of 2 servers.*\$TOKEN/);
  expect(unsure.err).not.toMatch(/fir5t/);
});
