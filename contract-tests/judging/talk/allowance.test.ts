import { expect, test } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { hash, targetAt } from '../../service/target/target.test.support.ts';
import { answering, json, runOf } from '../run/run.test.support.ts';

test('a lookup that a dry run has not told of is not sent', async () => {
  let served = 0;
  const url = await answering((asked, response) => {
    served += 1;
    json(200, {})(asked, response);
  });
  const target = targetAt(url);
  const feed = { ...abuseFeed(target), mostCounted: () => 3 };
  const run = runOf(target, {}, feed);
  const { api, callers } = run.context('test');
  const looked = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => api.lookup(callers.analyst, hash)),
  );
  const refused = looked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  const why = 'NotTestable: the 3 counted requests that --dry-run tells of were made before';
  expect(refused).toEqual([why, why]);
  expect(served).toBe(3);
  await api.lookup(callers.nobody, hash);
  expect(served).toBe(4);
});

test('what is created keeps one request, to be deleted with', async () => {
  const url = await answering(json(200, { id: 'a', successful: true }));
  const target = targetAt(url);
  const run = runOf(target, { budget: 25 });
  const { allowance } = run;
  const { api, callers, draft } = run.context('test');
  await api.create(callers.researcher, draft());
  expect(allowance.sent).toBe(1);
  expect(allowance.left).toBe(23);
  while (allowance.left > 0) await api.fetch(callers.researcher, 'b');
  await expect(api.fetch(callers.researcher, 'b')).rejects.toThrow('the budget of 25 requests');
  expect(allowance.sent).toBe(24);
  expect(allowance.isSpent).toBe(false);
  const operation = 'delete';
  const about = { service: 'tunnelco', report: 'a' };
  await run.client.ask({ operation, about, caller: callers.researcher });
  expect(allowance.sent).toBe(25);
  await expect(run.client.ask({ operation, about, caller: callers.researcher })).rejects.toThrow(
    'the budget of 25 requests was spent before',
  );
});
