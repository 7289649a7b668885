import { expect, test } from 'vitest';
import {
  consoleReport,
  htmlReport,
  jsonReport,
  junitReport,
} from '../judging/reporters/reporters.ts';
import type { RunResult } from '../judging/run/result.ts';
import { type Clock, realClock } from '../judging/talk/pace/clock.ts';
import { judgeTarget } from '../service/judge-target.ts';
import {
  deletesNothing,
  deletions,
  dyingServer,
  isOddHash,
  judged,
  lookups,
  referenceAt,
} from './dying-server.test.support.ts';
import type { FrontRequest } from './realistic/front.ts';

function hasToken({ headers }: FrontRequest): boolean {
  return headers.authorization !== undefined;
}

function isDelete({ method }: FrontRequest): boolean {
  return method === 'DELETE';
}

function printed(result: RunResult): string {
  return consoleReport(result, { color: false, verbose: false });
}

test('a server that dies: each report begins with what was in flight, says that the run was cut short, and has one line for what is left behind', async () => {
  const server = await dyingServer({ diesAt: deletesNothing });
  const result = await judged(server);
  const reason = `the server at ${server.url} stopped responding`;
  expect(result).toMatchObject({ verdict: 'inconclusive', exitCode: 3, aborted: true });
  expect(result.summary).toMatch(reason);
  expect(result.abortReason).toMatch(reason);
  expect(result.problems).toEqual([]);
  const lines = printed(result).split('\n');
  expect(lines[0]).toBe(
    `The server at ${server.url} stopped responding (connection closed). It did not come back within 20 s.`,
  );
  expect(lines[1]).toBe('In flight, oldest first:');
  expect(lines).toContain(`  DELETE ${server.url}/feed/tunnelco/api as tokens.researcher`);
  expect(lines.join('\n')).toContain('0 broken (cut short)');
  expect(lines.join('\n')).not.toContain('Look at the target file');
  expect(Object.keys(JSON.parse(jsonReport(result))).slice(0, 5)).toEqual([
    'verdict',
    'exitCode',
    'summary',
    'aborted',
    'abortReason',
  ]);
  expect(junitReport(result)).toMatch(
    /<testsuites name="[^"]*\(cut short\)".*\n<testsuite name="verdict".*\n.*\n.*<error message="the server at .*" type="aborted">The server at /,
  );
  expect(htmlReport(result)).toMatch(
    /<h1>INCONCLUSIVE \(cut short\)<\/h1><p>The server at [^<]* stopped responding/,
  );
  const left = lines.indexOf('Left behind, since it could not be deleted:');
  expect(result.leftovers.length).toBeGreaterThan(1);
  expect(lines.slice(left + 1, left + 3)).toEqual([
    expect.stringMatching(`^  ${result.leftovers.length} reports in .*: the server at .* stopped`),
    '',
  ]);
});

test('a server that is started again: the run goes on, a remark names the request, and what was lost breaks no clause', async () => {
  const server = await dyingServer({ diesAt: deletesNothing, isSupervised: true });
  const result = await judged(server);
  expect(server.seen.deaths).toBeGreaterThan(0);
  expect(result).toMatchObject({ aborted: false, problems: [], leftovers: [] });
  expect(result.counts.broken).toBe(0);
  expect(result.remarks?.[0]).toMatchObject({
    id: 'crash',
    says: expect.stringMatching(
      /stopped responding (?:once|\d times) \(.*\) and came back, without what it had stored; what was stored before is not judged\. In flight: DELETE \S+\/feed\/\w+\/api as tokens\.researcher/,
    ),
  });
});

test('after a restart that no request explains, nothing is left untested, and the server conforms', async () => {
  let asked = 0;
  const server = await dyingServer({
    diesAt: () => {
      asked += 1;
      return asked === 30;
    },
    isSupervised: true,
    keepsState: true,
  });
  const result = await judged(server);
  expect(result).toMatchObject({ verdict: 'conforms', exitCode: 0, aborted: false });
  expect(result.remarks).toMatchObject([
    { id: 'crash', says: expect.stringMatching(/stopped responding once .*\. In flight: /) },
  ]);
});

test('the feed is judged when the server of the lookup dies', async () => {
  const lookup = await dyingServer({ diesAt: isOddHash });
  const feed = await dyingServer({ diesAt: () => false });
  const only = [...deletions, ...lookups];
  const result = await judgeTarget(referenceAt(feed.url, lookup.url), {
    only,
    clock: lookup.clock,
  });
  expect(result).toMatchObject({ exitCode: 3, aborted: true });
  const met = result.clauses.filter(({ verdict }) => verdict === 'met').map(({ id }) => id);
  expect(met).toEqual(expect.arrayContaining(deletions));
  expect(result.abortReason).toContain(lookup.url);
});

test('a server that dies at the first request with a token is not a mistake in the target file', async () => {
  const server = await dyingServer({ diesAt: hasToken });
  const result = await judged(server);
  expect(result).toMatchObject({ exitCode: 3, aborted: true, problems: [] });
  expect(printed(result)).toMatch(
    /^The server at \S+ stopped responding .*\nIn flight, oldest first:\n {2}(GET|POST) /,
  );
});

/** A server that is gone for longer than a stopped run waits. */
const untilStopped: Clock = {
  now: realClock.now,
  sleep: (_, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
};

test.each([
  ['for good', undefined],
  ['for longer than anybody waits', untilStopped],
])('a server that dies %s after the first broken clause has stopped a run', async (_, clock) => {
  const server = await dyingServer({
    diesAt: isDelete,
    alter: (body) => body.replace('"successful":true', '"successful":1'),
  });
  const stop = new AbortController();
  const result = await judged(server, ['create/flag-type'], {
    signal: stop.signal,
    onBroken: () => stop.abort(),
    ...(clock && { clock }),
  });
  expect(result).toMatchObject({ verdict: 'violates', exitCode: 1, aborted: true });
  expect(printed(result)).toMatch(
    /^The server at \S+ stopped responding .*\nIn flight[\s\S]*1 broken \(cut short\)/,
  );
  expect(result.leftovers.every(({ isUnanswered }) => isUnanswered)).toBe(true);
});

test('a server that dies while it is cleaned up', async () => {
  const server = await dyingServer({ diesAt: isDelete });
  const result = await judged(server, ['create/body-is-json']);
  expect(result).toMatchObject({ exitCode: 3, aborted: true, counts: { met: 1 } });
  expect(printed(result)).toMatch(/^The server at \S+ stopped responding/);
  expect(result.leftovers.every(({ isUnanswered }) => isUnanswered)).toBe(true);
});
