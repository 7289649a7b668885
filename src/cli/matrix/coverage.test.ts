import { expect, test } from 'vitest';
import { type Client, failed, matrix, robust } from './client.test.support.ts';

test('every answer to the open points that a client exercises is tried, and the verdict says so', async () => {
  const { code, out } = await matrix(robust, '--dialect-seed', '42', '--jobs', '2');
  expect(out).toContain(
    'It exercised 33 open points with 83 answers, 50 of them not tried yet: 8 runs',
  );
  expect(out).toMatch(/^ {2}mix 8 +passed +1\.2 s$/m);
  expect(out).toMatch(
    /passes under all 9 dialects\.\nIt exercised 33 open points with 83 answers; all 83 were tried in 9 runs, with \d\d % of their pairs\.\nLimits that no request has reached: any\.rate-limit, .*\nNo dialect varies the order of members/,
  );
  expect(code).toBe(0);
});

test('no more runs are made than every answer needs', async () => {
  const { out } = await matrix(robust, '--runs', '0');
  expect(out).toMatch(/all 83 were tried in 4 runs/);
});

test('a point that is first exercised later is tried too, in that context', async () => {
  const limited: Client = (dialect) => ({
    notes: ['lookup found', ...(dialect['any.rate-limit'] === 1 ? ['lookup rate-limited'] : [])],
  });
  const dies: Client = (dialect) => ({
    ...limited(dialect),
    ...(dialect['any.rate-limit'] === 1 && dialect['lookup.status.rate-limited'] === 503 && failed),
  });
  const robustly = await matrix(limited);
  expect(robustly.out).toMatch(
    /It exercised 14 open points with 39 answers, 8 of them not tried yet: 4 more runs planned/,
  );
  expect(robustly.out).toMatch(/; all \d+ were tried/);
  const { out } = await matrix(dies);
  expect(out).toContain('Together:\n  any.rate-limit');
  expect(out).toMatch(/lookup\.status\.rate-limited .*\n.*fails with 503/);
});

test('what a failure hides is reported as unknown', async () => {
  const client: Client = (dialect) =>
    dialect['any.rate-limit'] === 1
      ? { ...failed, notes: ['lookup rate-limited'] }
      : { notes: ['lookup found'] };
  const { out } = await matrix(client);
  expect(out).toMatch(/any\.rate-limit .*\n {4}passes with none, fails with 1\n/);
  expect(out).toMatch(
    /^Nothing is known of 12 of them, since it fails .*: .*lookup\.status\.rate-limited: 503/m,
  );
});

test('an answer that needs another failing answer is tried with it, and named with it', async () => {
  const client: Client = (dialect) => {
    const isKept = dialect['delete.afterwards'] === 'remembered';
    const fetched = isKept ? 'fetch deleted-report' : 'fetch unknown-report';
    const status = dialect[isKept ? 'fetch.status.deleted-report' : 'fetch.status.unknown-report'];
    return { notes: ['create created', 'delete deleted', fetched], ...(status === 410 && failed) };
  };
  const { out } = await matrix(client);
  expect(out).toMatch(
    /Together:\n {2}delete\.afterwards .*\n {4}passes with forgotten, fails with remembered\n.*\n {2}fetch\.status\.deleted-report .*\n {4}passes with .*(404|400|200), fails with 410\n/,
  );
  expect(out).toMatch(
    /^ {2}fetch\.status\.unknown-report .*\n {4}passes with 404.*, fails with 410$/m,
  );
  expect(out).toMatch(/; all \d+ were tried/);
  expect(out).not.toContain('Nothing is known');
});

test('each answer is named that fails where another one brings it in', async () => {
  const client: Client = (dialect) => {
    const isKept = dialect['delete.afterwards'] === 'remembered';
    const fetched = isKept ? 'fetch deleted-report' : 'fetch unknown-report';
    const notes = ['delete deleted', fetched];
    return { notes, ...(isKept && dialect['fetch.status.deleted-report'] !== 404 && failed) };
  };
  const { out } = await matrix(client);
  const [, named] =
    /fetch\.status\.deleted-report .*\n {4}passes with 404, fails with (.*)/.exec(out) ?? [];
  expect(named?.split(', ').sort()).toEqual(['200', '400', '410']);
  expect(out).not.toMatch(/No open point was made out|Nothing is known/);
});

test('of two answers that do harm together, each passes with what it was switched back to', async () => {
  const client: Client = (dialect) =>
    dialect['create.tags.case'] === 'lowered' && dialect['create.tags.order'] === 'sorted'
      ? failed
      : {};
  const { out } = await matrix(client);
  expect(out).toContain('passes with kept, fails with lowered');
  expect(out).toContain('passes with kept, fails with sorted');
});

test('what a first failure hides is found out in further runs', async () => {
  const client: Client = (dialect) => {
    if (dialect['create.status.created'] !== 201) return failed;
    const notes = ['create created', 'delete deleted'];
    return { notes, ...(dialect['delete.status.deleted'] === 202 && failed) };
  };
  const { out } = await matrix(client);
  expect(out).toMatch(/delete\.status\.deleted .*\n {4}passes with 200, fails with 202/);
  expect(out).not.toMatch(/Not tried|Nothing is known/);
});
