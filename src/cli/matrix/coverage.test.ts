import { expect, test } from 'vitest';
import { differencesOf } from '../../dialects/dialect.ts';
import { type Client, failed, matrix, robust } from './client.test.support.ts';

test('every answer to the open points that a client exercises is tried, and the verdict says so', async () => {
  const { code, out } = await matrix(robust, '--dialect-seed', '42', '--jobs', '2');
  expect(out).toContain(
    'It exercised 33 open points with 82 answers, 49 of them not tried yet: 8 runs',
  );
  expect(out).toMatch(/^ {2}mix 8 +passed +1\.2 s$/m);
  expect(out).toMatch(
    /passes under all 9 dialects\.\nIt exercised 33 open points with 82 answers; all 82 were tried in 9 runs, with [\d,]+ of 3,252 pairs and [\d,]+ of [\d,]+ triples: what no run combined was not tried\.\nLimits that no request has reached: .*\n\d+ of \d+ open points were not touched\. Requests that would touch the most: a lookup when .* \(\d+\); .*\nNo dialect varies the order of members/,
  );
  expect(code).toBe(0);
});

test('a limit of requests is tried with nothing else switched, and told under its own heading', async () => {
  const limits = new Set<string>();
  const gives: Client = (dialect, limit) => {
    if (limit) limits.add(`${limit} ${Object.keys(differencesOf(dialect))}`);
    expect(dialect['any.rate-limit']).toBe('none');
    return limit === 503 ? failed : {};
  };
  const { code, out } = await matrix(gives);
  expect([code, [...limits]]).toEqual([0, ['429 ', '503 ']]);
  expect(out).toContain(
    'It does not wait when told to come back later:\n  it fails (exit 1) where the first request of each operation is refused with 503 and Retry-After: 1.\n',
  );
});

test('requests that a passing run does not make are named with the answer that goes with it', async () => {
  const notes = ['create created', 'fetch fetched', 'lookup found'];
  const stops: Client = (dialect) => {
    const isOver = dialect['create.status.created'] !== 201;
    return {
      notes: isOver ? notes.slice(0, 1) : notes,
      tests: { sends: notes.slice(0, isOver ? 0 : 1) },
    };
  };
  const { code, out } = await matrix(stops, '--runs', '20');
  const where = 'Under create\\.status\\.created: (200, 202|202, 200)';
  expect(out).toMatch(new RegExp(`^${where} it passes, but makes no fetch and no lookup\\.$`, 'm'));
  expect(out).toMatch(new RegExp(`^${where}, test "sends" makes no create\\.$`, 'm'));
  expect(code).toBe(0);
  expect((await matrix(robust)).out).not.toContain('makes no');
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
