import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../server.ts';
import { folderWith } from '../values/folder-with.test.support.ts';
import { ran, start } from './terminal.test.support.ts';
import { fewer, type Passed, passing, targetFile } from './verify/verify.test.support.ts';

const token = 'Zk9vQ3m7Wp2Lr8Tx5Bn1';

const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'];

const spellings = {
  'as it is': token,
  'in Base64': Buffer.from(token).toString('base64'),
  'in hexadecimal': Buffer.from(token).toString('hex'),
};

/** Nothing but the token, again and again: wherever a text is cut, a token is cut. */
function long(spelling: string, times = 2000): string {
  return `${spelling} `.repeat(times);
}

/** What is left of a token, if it was cut before it was hidden. */
function leaks(text: string, spelling: string): string[] {
  const parts = Array.from({ length: spelling.length - 9 }, (_, at) => spelling.slice(at, at + 10));
  return parts.filter((part) => text.includes(part));
}

/** A server whose every response says the token, in each way that a clause objects to. */
async function sayingIt(spelling: string) {
  const server = await startServer();
  onTestFinished(() => server.close());
  const said = long(spelling);
  let nth = 0;
  const alter = (answer: Passed, { method }: IncomingMessage): Passed => {
    nth += 1;
    if (nth % 7 === 0) return { ...answer, body: said };
    const json = JSON.parse(answer.body || '{}');
    if (json.error !== undefined) json.error = { [said]: said };
    if (json.report) Object.assign(json.report, { name: [said], [said]: 1, reportedBy: said });
    if (method === 'DELETE') Object.assign(json, { success: said, successful: said });
    const headers = { ...answer.headers, 'content-type': `text/${long(spelling, 100)}` };
    return { ...answer, headers, body: JSON.stringify(json) };
  };
  return passing(server.baseUrl, { alter });
}

/** Serves the token as the researcher's. */
function mine(text: string): string {
  return fewer(text).replaceAll('token-researcher-1', token);
}

test.each(Object.entries(spellings))(
  'a token over a cut, %s, is in no report of verify',
  async (_how, spelling) => {
    const baseUrl = await sayingIt(spelling);
    const cwd = folderWith();
    const target = targetFile({ baseUrl }, mine);
    const { out, err } = await ran(
      ['verify', '--target', target, '--verbose', ...reports, '--only', '4.3'],
      { cwd },
    );
    const written = ['r.json', 'r.xml', 'r.html'].map((name) =>
      readFileSync(join(cwd, name), 'utf8'),
    );
    expect(out).toContain('a complete report was refused');
    for (const text of [out, err, ...written]) expect(leaks(text, spelling)).toEqual([]);
  },
);

/** Requests of a client that says its token wherever it can, and what it got, as entries of a HAR. */
async function talkTo(url: string, spelling: string) {
  const headers = { Authorization: token, 'Content-Type': 'application/json' };
  const entries: object[] = [];
  for (const method of ['GET', 'POST', 'DELETE', 'GET', 'GET', 'GET', 'GET', 'GET']) {
    const body = method === 'POST' ? JSON.stringify({ [long(spelling)]: long(spelling) }) : null;
    const asked = `${url}/feed/tunnelco/api?report=${long(spelling, 20).trim()}`;
    const response = await fetch(asked, { method, headers, body });
    const listed = (map: Iterable<[string, string]>) =>
      [...map].map(([name, value]) => ({ name, value }));
    entries.push({
      startedDateTime: new Date().toISOString(),
      time: 1,
      request: {
        method,
        url: asked,
        headers: listed(Object.entries(headers)),
        postData: { text: body },
      },
      response: {
        status: response.status,
        headers: listed(response.headers),
        content: { text: await response.text() },
      },
    });
  }
  return entries;
}

test.each(Object.entries(spellings))(
  'a token over a cut, %s, is in no report of listen, live and recorded',
  async (_how, spelling) => {
    const baseUrl = await sayingIt(spelling);
    const cwd = folderWith();
    const listen = start(['listen', '--base-url', baseUrl, '--port', '0', ...reports], { cwd });
    await listen.started;
    const [url = ''] = /http:\S+?(?=,)/.exec(listen.output.out) ?? [];
    const entries = await talkTo(url, spelling);
    listen.stop();
    await listen.ended;
    const files = ['r.json', 'r.xml', 'r.html'];
    const heard = files.map((name) => readFileSync(join(cwd, name), 'utf8'));
    writeFileSync(join(cwd, 'r.har'), JSON.stringify({ log: { entries } }));
    const judge = await ran(['listen', '--har', 'r.har', '--base-url', url, ...reports], { cwd });
    const judged = files.map((name) => readFileSync(join(cwd, name), 'utf8'));
    const { out, err } = listen.output;
    expect(out).toContain('VIOLATES');
    expect(judge.out).toContain('VIOLATES');
    for (const text of [out, err, judge.out, judge.err, ...heard, ...judged])
      expect(leaks(text, spelling)).toEqual([]);
  },
);

test('a token over a cut is in no line of the log of serve', async () => {
  const entries: unknown[] = [];
  await using server = await startServer({ log: (entry) => void entries.push(entry) });
  const own = 'token-researcher-1';
  const headers = { Authorization: own, 'Content-Type': 'application/json' };
  const said = own.repeat(4000);
  const short = own.repeat(30);
  const paths = [
    `/private/sample/${short}`,
    `/feed/${short}/api?report=${short}`,
    `/feed/tunnelco/api?${short}=1`,
  ];
  for (const path of paths) await fetch(server.baseUrl + path, { headers });
  for (const body of [{ [said]: 1 }, { name: said, c2Address: said, tags: [said] }, said])
    await fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  expect(entries.length).toBeGreaterThanOrEqual(6);
  expect(leaks(JSON.stringify(entries), own)).toEqual([]);
});
