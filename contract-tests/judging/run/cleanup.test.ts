import { expect, test } from 'vitest';
import { targetAt } from '../../service/target/target.test.support.ts';
import { cleanUp } from './cleanup.ts';
import { answering, json, runOf } from './run.test.support.ts';

const stored = { service: 'tunnelco', creator: 'tokens.reader' };
const tokens = { researcher: 'secret-researcher', reader: 'secret-reader', analyst: 'a' };

test('created reports are deleted by callers who may, the creator first', async () => {
  const asked: (string | undefined)[] = [];
  const url = await answering((request, response) => {
    asked.push(request.headers.authorization);
    const may = request.headers.authorization === 'secret-researcher';
    const body = may ? { message: 'gone', success: true } : { error: 'no', successful: false };
    json(may ? 200 : 403, body)(request, response);
  });
  const run = runOf(targetAt(url, { tokens }));
  run.reports.add({ ...stored, id: 'one' });
  expect((await cleanUp(run)).leftovers).toEqual([]);
  expect(asked).toEqual(['secret-reader', 'secret-researcher']);
});

test('reports that cannot be deleted are listed with the reason, without tokens, even after a stop', async () => {
  const url = await answering(json(403, { error: 'no secret-reader', successful: false }));
  const run = runOf(targetAt(url, { tokens }), { signal: AbortSignal.abort() });
  run.reports.add({ ...stored, id: 'one' });
  expect((await cleanUp(run)).leftovers).toEqual([
    { about: { service: 'tunnelco', report: 'one' }, id: 'one', why: 'no $TOKEN' },
  ]);
});

test('a number as an id is tried as a text, and without an id nothing can be deleted', async () => {
  const asked: (string | undefined)[] = [];
  const url = await answering((request, response) => {
    asked.push(request.url);
    const may = request.url?.endsWith('=7');
    const body = may ? { message: 'gone', success: true } : { error: 'no', successful: false };
    json(200, body)(request, response);
  });
  const run = runOf(targetAt(url));
  run.reports.strays.push(
    ...[7, 8, null].map((id) => ({ id, about: { service: 'tunnelco' }, creator: stored.creator })),
  );
  expect((await cleanUp(run)).leftovers).toEqual([
    { about: { service: 'tunnelco', report: '8' }, id: '8', why: 'its id is no text; no' },
    { about: { service: 'tunnelco' }, id: '(none)', why: 'its creation gave null as its id' },
  ]);
  expect(asked).toHaveLength(2);
});

test('after a restart, a report that its creator does not find is not deleted', async () => {
  const asked: string[] = [];
  const url = await answering((request, response) => {
    const id = request.url?.split('=')[1];
    asked.push(`${request.method} ${id}`);
    const isThere = request.method === 'GET' && id !== 'lost';
    const answer = isThere
      ? json(200, { report: { id }, successful: true })
      : json(200, { message: 'gone', success: true });
    (id === 'lost' ? json(404, { error: 'no', successful: false }) : answer)(request, response);
  });
  const run = runOf(targetAt(url));
  const { researcher } = run.callers;
  const about = { service: 'tunnelco', report: 'kept' };
  await run.client.ask({ operation: 'fetch', caller: researcher, about });
  for (const id of ['kept', 'lost']) run.reports.add({ ...stored, creator: researcher.key, id });
  run.reports.noteRestart();
  expect((await cleanUp(run)).leftovers).toEqual([]);
  expect(asked.sort()).toEqual(['DELETE kept', 'GET kept', 'GET kept', 'GET lost']);
});

test('a server that is gone leaves everything', async () => {
  const run = runOf();
  run.reports.add({ ...stored, id: 'one' });
  expect((await cleanUp(run)).leftovers).toMatchObject([
    { id: 'one', why: expect.stringMatching(/./) },
  ]);
});

test('what is gone though its deletion is refused is not left, and what no fetch tells of is', async () => {
  const there = { report: { id: 'kept' }, successful: true };
  const url = await answering((request, response) => {
    const isCut = request.method === 'GET' && request.url?.endsWith('report=cut');
    const isKept = request.method === 'GET' && request.url?.endsWith('report=kept');
    const answer = isKept ? json(200, there) : json(404, { error: 'no', successful: false });
    if (isCut) response.destroy();
    else answer(request, response);
  });
  const run = runOf(targetAt(url));
  for (const id of ['kept', 'gone', 'cut']) run.reports.add({ ...stored, id });
  const about = { service: 'tunnelco', report: 'kept' };
  await run.client.ask({ operation: 'fetch', caller: run.callers.researcher, about });
  const left = ['cut', 'kept'].map((id) => ({
    id,
    about: { service: 'tunnelco', report: id },
    why: 'no',
  }));
  const { leftovers, exchanges } = await cleanUp(run);
  expect(leftovers).toEqual(left);
  expect(exchanges).toHaveLength(5);
});

test('a report whose deletion was interrupted may be gone, which is not held against the server, or there', async () => {
  const url = await answering((request, response) => {
    const answer =
      request.method === 'POST'
        ? json(200, { id: '6f0b8a1e-1c1d-4c5e-9a51-0f2f6a1b7c11', successful: true })
        : json(404, { error: 'no such report', successful: false });
    answer(request, response);
  });
  const run = runOf(targetAt(url, { tokens: { ...tokens, service: 'secret-owner' } }));
  const { researcher } = run.callers;
  const { exchange } = await run.context('cut off').api.create(researcher, {}, 'tunnelco');
  const [report] = run.reports.all();
  if (!report) throw new Error('nothing was created');
  run.reports.noteSeen(report, { id: report.id }, exchange);
  const about = { service: 'tunnelco', report: report.id };
  run.model.noteSent({ operation: 'delete', about, caller: researcher.key });
  await run.client.ask({ operation: 'fetch', caller: researcher, about });
  expect((await cleanUp(run)).leftovers).toMatchObject([{ why: 'no such report' }]);
  run.model.finish();
  expect(run.evidence.brokenIds).toEqual([]);
});
