import type { IncomingMessage, RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { answering, json, runOf } from '../../judging/run/run.test.support.ts';
import { longestJudgedBody } from '../../judging/talk/exchange.ts';
import { abuseFeed } from '../abuse-feed.ts';
import { hash, targetAt } from '../target/target.test.support.ts';
import { Preflight } from './preflight.ts';

async function keysAfter(url: string, area: 'feed' | 'lookup') {
  const feed = abuseFeed(targetAt(url));
  const plan = { ...feed.plan, areas: [area] };
  const run = runOf(targetAt(url), {}, { ...feed, plan });
  const usable = await new Preflight(feed.setting, run).usableAreas();
  const isUsable = usable.includes(area);
  return { isUsable, keys: run.evidence.problems.map(({ key }) => key), run };
}

test('if nothing responds, the URL is named and the area is not testable', async () => {
  const { isUsable, keys, run } = await keysAfter('http://127.0.0.1:9', 'feed');
  expect(isUsable).toBe(false);
  expect(keys).toEqual(['baseUrl']);
  const reasons = ['the preflight found a problem with the target file'];
  expect(run.evidence.reasons('create/flag-present')).toEqual(reasons);
  const others = ['nothing is looked up before the feed can be judged'];
  expect(run.evidence.reasons('lookup/by-sha256')).toEqual(others);
});

test('answers that are too long to be judged are said to be so', async () => {
  const chatty = await answering((request, response) => {
    request.resume();
    response.end(Buffer.alloc(longestJudgedBody + 1, ' '));
  });
  const { isUsable, keys, run } = await keysAfter(chatty, 'feed');
  expect(isUsable).toBe(false);
  expect(keys).toEqual(['baseUrl']);
  const message = 'no response that can be judged: the response is longer than 10 MiB';
  expect(run.evidence.problems).toMatchObject([{ message }]);
});

/** The 404 of a typical framework for an unknown route. */
function noRoute({ method, url }: IncomingMessage) {
  return {
    message: `Route ${method}:${url} not found`,
    error: 'Not Found',
    statusCode: 404,
  };
}

test.each<[string, RequestListener, RegExp]>([
  [
    'a login page',
    (_, response) => response.writeHead(302, { location: 'https://login.example/?to=feed' }).end(),
    /302, Location: https:\/\/login\.example\/\?to=feed, an empty body; .* No redirect is followed/,
  ],
  [
    'a page for everything',
    (_, response) => response.writeHead(200).end('<!doctype html>\n<title>Welcome</title>'),
    /200, <!doctype html>; are host and prefix right/,
  ],
  [
    'a wrong prefix',
    (request, response) => json(404, noRoute(request))(request, response),
    /404 .*not found.*; are host and prefix right/,
  ],
  ['one word for everything', json(200, { status: 'ok' }), /200 \{"status":"ok"\}/],
])('%s is not judged by the clauses of this API', async (_, listener, message) => {
  const seen: (string | undefined)[] = [];
  const url = await answering((request, response) => {
    request.resume();
    seen.push(request.headers.authorization);
    listener(request, response);
  });
  const { isUsable, keys, run } = await keysAfter(url, 'feed');
  expect(isUsable).toBe(false);
  expect(keys).toEqual(['baseUrl']);
  expect(run.evidence.anyBroken).toBe(false);
  expect(run.evidence.problems[0]?.message).toMatch(message);
  // Two requests of the researcher and an anonymous one: no redirect was followed.
  expect(seen).toHaveLength(3);
});

test.each<[string, RequestListener]>([
  ['a framework', (request, response) => json(404, noRoute(request))(request, response)],
  ['a page', (_, response) => response.writeHead(200).end('<!doctype html>')],
])('where %s answers lookups, their URL is named', async (_, listener) => {
  const { isUsable, keys, run } = await keysAfter(await answering(listener), 'lookup');
  expect(isUsable).toBe(false);
  expect(keys).toEqual(['analysisUrl']);
  expect(run.evidence.problems[0]?.message).toContain('are host and prefix right');
});

test('a server that plainly is this API is judged, whatever else is wrong', async () => {
  const url = await answering(json(404, { message: 'no such feed', successful: false }));
  const { isUsable, run } = await keysAfter(url, 'feed');
  expect(isUsable).toBe(false);
  expect(run.evidence.anyBroken).toBe(true);
});

const error = { error: 'no', successful: false };

test('a refusal that anybody gets points to the token', async () => {
  const url = await answering(json(401, error));
  expect(await keysAfter(url, 'feed')).toMatchObject({ keys: ['tokens.researcher'] });
  expect(await keysAfter(url, 'lookup')).toMatchObject({ keys: ['tokens.analyst'] });
});

test('one that only this feed gets points to the payload, and one of every feed to the service', async () => {
  const known = (request: IncomingMessage) => request.headers.authorization === 'secret-researcher';
  const payload = await answering((request, response) => {
    const isOurs = request.url?.includes('/feed/tunnelco/');
    json(known(request) ? (isOurs ? 400 : 404) : 401, error)(request, response);
  });
  expect(await keysAfter(payload, 'feed')).toMatchObject({ keys: ['payload'] });
  const service = await answering((request, response) =>
    json(known(request) ? 404 : 401, error)(request, response),
  );
  expect(await keysAfter(service, 'feed')).toMatchObject({ keys: ['service'] });
});

test('a report that is refused before its feed is looked for puts no feed in doubt that fetches find', async () => {
  const url = await answering((request, response) => {
    const isOurs = request.url?.includes('/feed/tunnelco/');
    const isKnown = request.headers.authorization === 'secret-researcher';
    const refusal = request.method === 'POST' ? { ...error, error: 'a score of 101' } : error;
    json(isKnown ? (request.method === 'POST' || isOurs ? 400 : 404) : 401, refusal)(
      request,
      response,
    );
  });
  const { keys, run } = await keysAfter(url, 'feed');
  expect(keys).toEqual(['payload']);
  expect(run.evidence.problems[0]?.message).toMatch(
    /a score of 101.*; or tokens\.researcher is no researcher$/,
  );
});

test('a file that is not found is named, if the token is known', async () => {
  const url = await answering((request, response) => {
    const isKnown = request.headers.authorization === 'secret-analyst';
    json(isKnown ? 404 : 401, error)(request, response);
  });
  const { run, keys } = await keysAfter(url, 'lookup');
  expect(keys).toEqual(['analyses[0]']);
  expect(run.evidence.problems[0]?.message).toContain(`no analysis comes for ${hash}`);
});
