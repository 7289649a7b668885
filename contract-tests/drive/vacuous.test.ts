import { expect, test } from 'vitest';
import { checkStage } from '../run/check-stage.ts';
import { planOf } from '../run/plan.ts';
import { answering, json, runOf, targetAt } from '../run/run.test.support.ts';

const refused = { error: 'no', successful: false };
const stages = ['main', 'last'] as const;

/** The checks of some clauses against a server, and why each was not testable. */
const reasonsAt = async (url: string, only: readonly string[]) => {
  const target = targetAt(url);
  const run = runOf(target, { only });
  for (const stage of stages)
    for (const area of run.plan.areas)
      await checkStage(run, planOf(target, { only }).checks(area, stage));
  return only.map((id) => [run.evidence.metCount(id), run.evidence.reasons(id)[0]]);
};

test('what no report was fetched or deleted for is not met', async () => {
  const url = await answering(json(404, refused));
  const [stays, gone] = await reasonsAt(url, ['fetch/report-stays', 'delete/success-means-gone']);
  expect(stays).toEqual([0, 'no report was fetched that was left alone since']);
  expect(gone?.[0]).toBe(0);
});

const hashes = { sha256: 'a'.repeat(64), sha512: 'b'.repeat(128), blake3: 'c'.repeat(64) };
const analysis = {
  ...{
    date: '2026-01-31T13:45:00Z',
    tags: [],
    ssDeep: '3:a:b',
    configs: {},
    mD5Hash: 'd'.repeat(32),
  },
  ...{ fileName: 'a', sha1Hash: 'e'.repeat(40), sizeInBytes: 1, staticAnalysisDuration: '1s' },
  ...{ sha256Hash: hashes.sha256, sha512Hash: hashes.sha512, blake3Hash: hashes.blake3 },
};

test('a kind of hash that finds nothing is not the same by every hash', async () => {
  const url = await answering((request, response) => {
    const isLong = (request.url ?? '').includes(hashes.sha512);
    json(isLong ? 414 : 200, isLong ? refused : analysis)(request, response);
  });
  // The file names one hash; the others are those the analysis states.
  expect(await reasonsAt(url, ['lookup/same-by-every-hash'])).toEqual([
    [0, 'no file is found by its sha512'],
  ]);
});

test('a hash in upper case that is kept was not lowered', async () => {
  const reports = new Map<string, object>();
  const url = await answering(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').searchParams.get('report') ?? '';
    if (request.method === 'GET') {
      const report = reports.get(asked);
      json(report ? 200 : 404, report ? { report, successful: true } : refused)(request, response);
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const id = `1111111${reports.size}-1111-4111-8111-111111111111`;
    reports.set(id, { id, ...JSON.parse(Buffer.concat(parts).toString()) });
    json(201, { id, successful: true })(request, response);
  });
  const run = runOf(targetAt(url), { only: ['create/lowers-the-hash'] });
  await checkStage(run, run.plan.checks('feed', 'main'));
  expect(
    run.evidence.observations.find((one) => one.openPoint === 'create.hash-case'),
  ).toMatchObject({
    value: 'kept',
  });
  expect(run.evidence.findings('create/lowers-the-hash')).not.toEqual([]);
});
