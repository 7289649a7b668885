import { expect, test } from 'vitest';
import { checkStage } from '../../judging/run/check-stage.ts';
import { answering, json, runOf } from '../../judging/run/run.test.support.ts';
import { targetAt } from '../target/target.test.support.ts';

const refused = { error: 'no', successful: false };

/** Runs the checks of some clauses against a server, and returns why each was not testable. */
async function reasonsAt(url: string, only: readonly string[]) {
  const run = runOf(targetAt(url), { only });
  for (const stage of run.plan.stages) await checkStage(run, stage);
  return only.map((id) => [run.evidence.metCount(id), run.evidence.reasons(id)[0]]);
}

test('what no report was fetched or deleted for is not met', async () => {
  const url = await answering(json(404, refused));
  const [stays, gone] = await reasonsAt(url, ['fetch/report-stays', 'delete/success-means-gone']);
  expect(stays).toEqual([0, 'no report was fetched that was left alone since']);
  expect(gone?.[0]).toBe(0);
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
  for (const stage of run.plan.stages) await checkStage(run, stage);
  expect(
    run.evidence.observations.find((one) => one.openPoint === 'create.hash-case'),
  ).toMatchObject({
    value: 'kept',
  });
  expect(run.evidence.findings('create/lowers-the-hash')).not.toEqual([]);
});
