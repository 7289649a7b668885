import { expect, test } from 'vitest';
import { jumpingClock } from '../judging/talk/pace/clock.test.support.ts';
import type { Clock } from '../judging/talk/pace/clock.ts';
import type { Layer } from './realistic/front.ts';
import { jsonResponse } from './realistic/layers.ts';
import { trial } from './trial.ts';

interface Limit {
  readonly perSecond?: number;
  readonly atOnce?: number;
  readonly everyNth?: number;
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
}

/** A rate limit for all callers together, in front of a server, using the clock of the run. */
function limiting(clock: Clock, limit: Limit): Layer {
  const { perSecond = Infinity, atOnce = Infinity, everyNth = Infinity, status = 429 } = limit;
  return ({ running }) => {
    let nth = 0;
    const window = { second: 0, used: 0 };
    return async (request, next) => {
      const second = Math.floor(clock.now() / 1000);
      if (second !== window.second) Object.assign(window, { second, used: 0 });
      window.used += 1;
      nth += 1;
      if (window.used <= perSecond && running.size <= atOnce && nth % everyNth !== 0)
        return next(request);
      const response = jsonResponse(status, { message: 'Rate limit exceeded' });
      return { ...response, headers: { ...response.headers, ...limit.headers } };
    };
  };
}

/** At so low a rate, whether a concurrent lookup was limited or had none left is not told apart. */
function untestedAt({ perSecond = Infinity }: Limit): readonly string[] {
  return perSecond < 5 ? ['lookup/misses-count', 'lookup/counts-in-parallel'] : [];
}

const long =
  /^(0\.9|[12]\.\d) requests a second, as the target allows, make this a long run\. It ends after 120 minutes at most\.$/;

test.each<[string, Limit, RegExp]>([
  ['50 a second', { perSecond: 50 }, /^$/],
  ['2 a second', { perSecond: 2 }, long],
  ['503 for more than 4 at once', { atOnce: 4, status: 503 }, /^$/],
  ['eight of nine requests', { everyNth: 9 }, /^$/],
  ['eight of nine, and says when', { everyNth: 9, headers: { 'retry-after': '1' } }, /^$/],
])('a server that takes only %s conforms, and every clause is tested', async (_, limit, notice) => {
  const clock = jumpingClock();
  const notices: string[] = [];
  const { verdict, clauses, leftovers, conditions } = await trial({
    layers: [limiting(clock, limit)],
    run: { clock, onNotice: (text) => notices.push(text) },
  });
  const not = (word: string) =>
    clauses.filter((one) => one.verdict === word && one.kind !== 'open');
  expect(not('broken').map(({ id, findings }) => [id, findings[0]?.actual])).toEqual([]);
  const untested = not('not-testable').filter(({ id }) => !untestedAt(limit).includes(id));
  expect(untested.map(({ id, reason }) => [id, reason])).toEqual([]);
  expect(verdict).toBe('conforms');
  expect(leftovers).toEqual([]);
  expect(conditions?.join()).toContain('The target limits requests');
  expect(notices[0] ?? '').toMatch(notice);
});
