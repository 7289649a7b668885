import type { IncomingMessage, RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { answering, json, runOf } from '../../judging/run/run.test.support.ts';
import { longestJudgedBody } from '../../judging/talk/exchange.ts';
import { abuseFeed } from '../abuse-feed.ts';
import { hash, targetAt } from '../target/target.test.support.ts';
import { Preflight } from './preflight.ts';

async function after(url: string, area: 'feed' | 'lookup') {
  const feed = abuseFeed(targetAt(url));
  const run = runOf(targetAt(url), {}, { ...feed, plan: { ...feed.plan, areas: [area] } });
  const usable = await new Preflight(feed.setting, run).usableAreas();
  const { problems, anyBroken } = run.evidence;
  return {
    run,
    usable,
    keys: problems.map(({ key }) => key),
    says: problems[0]?.message,
    anyBroken,
  };
}

test('if nothing responds, the URL is named and the area is not testable', async () => {
  const { usable, keys, run } = await after('http://127.0.0.1:9', 'feed');
  expect({ usable, keys }).toEqual({ usable: [], keys: ['baseUrl'] });
  const reasons = ['the preflight found a problem with the target file'];
  expect(run.evidence.reasons('create/flag-present')).toEqual(reasons);
  const others = ['nothing is looked up before the feed can be judged'];
  expect(run.evidence.reasons('lookup/by-sha256')).toEqual(others);
});

const error = { error: 'no', successful: false };

/** The 404 of a typical framework for an unknown route. */
const noRoute: RequestListener = (request, response) => {
  const { method, url } = request;
  const message = `Route ${method}:${url} not found`;
  json(404, { message, error: 'Not Found', statusCode: 404 })(request, response);
};

const page: RequestListener = (_, response) =>
  response.writeHead(200).end('<!doctype html>\n<title>Welcome</title>');

/** A server of this API that refuses everything, and strangers with 401. */
function refusing(status: (request: IncomingMessage, isOurFeed: boolean) => number) {
  const listener: RequestListener = (request, response) => {
    const isKnown = request.headers.authorization?.startsWith('secret-');
    const isOurs = request.url?.includes('/feed/tunnelco/') ?? false;
    const body = request.method === 'POST' ? { ...error, error: 'a score of 101' } : error;
    json(isKnown ? status(request, isOurs) : 401, isKnown ? body : error)(request, response);
  };
  return listener;
}

interface Row {
  readonly area?: 'feed' | 'lookup';
  readonly listener: RequestListener;
  readonly key: string;
  readonly says?: RegExp;
}

test.each<[string, Row]>([
  [
    'a login page',
    {
      listener: (_, response) =>
        response.writeHead(302, { location: 'https://login.example/?to=feed' }).end(),
      key: 'baseUrl',
      says: /302, Location: https:\/\/login\.example\/\?to=feed, an empty body; .* No redirect is followed/,
    },
  ],
  ['a page', { listener: page, key: 'baseUrl', says: /200, <!doctype html>; are host and prefix/ }],
  ['no route', { listener: noRoute, key: 'baseUrl', says: /404 .*not found.*; are host and pref/ }],
  [
    'one word',
    { listener: json(200, { status: 'ok' }), key: 'baseUrl', says: /\{"status":"ok"\}/ },
  ],
  [
    'more than can be judged',
    {
      listener: (_, response) => response.end(Buffer.alloc(longestJudgedBody + 1, ' ')),
      key: 'baseUrl',
      says: /^no response that can be judged: the response is longer than 10 MiB$/,
    },
  ],
  [
    'no route',
    { area: 'lookup', listener: noRoute, key: 'analysisUrl', says: /are host and prefix/ },
  ],
  ['a page', { area: 'lookup', listener: page, key: 'analysisUrl', says: /are host and prefix/ }],
  ['what anybody gets', { listener: json(401, error), key: 'tokens.researcher' }],
  ['what anybody gets', { area: 'lookup', listener: json(401, error), key: 'tokens.analyst' }],
  [
    'what only this feed gets',
    { listener: refusing((_, isOurs) => (isOurs ? 400 : 404)), key: 'payload' },
  ],
  ['what every feed gets', { listener: refusing(() => 404), key: 'service' }],
  [
    'a refusal before the feed is looked for, which fetches find',
    {
      listener: refusing(({ method }, isOurs) => (method === 'POST' || isOurs ? 400 : 404)),
      key: 'payload',
      says: /a score of 101.*; or tokens\.researcher is no researcher$/,
    },
  ],
  [
    'a known caller who finds no file',
    {
      area: 'lookup',
      listener: refusing(() => 404),
      key: 'analyses[0]',
      says: new RegExp(`no analysis comes for ${hash}`),
    },
  ],
])('%s makes the area unusable, and names what to check', async (_, row) => {
  const { area = 'feed', listener, key, says = /./ } = row;
  const seen: (string | undefined)[] = [];
  const url = await answering((request, response) => {
    request.resume();
    seen.push(request.headers.authorization);
    listener(request, response);
  });
  const { usable, keys, says: said, anyBroken } = await after(url, area);
  expect({ usable, keys }).toEqual({ usable: [], keys: [key] });
  expect(said).toMatch(says);
  if (key !== 'baseUrl') return;
  // Another API is not judged by these clauses. Two requests of the researcher and an anonymous one: no redirect was followed.
  expect(anyBroken).toBe(false);
  expect(seen.length).toBeLessThan(4);
});

test('a server that plainly is this API is judged, whatever else is wrong', async () => {
  const url = await answering(json(404, { message: 'no such feed', successful: false }));
  expect(await after(url, 'feed')).toMatchObject({ usable: [], anyBroken: true });
});
