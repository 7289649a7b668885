import { expect, test } from 'vitest';
import { targetAt } from '../../service/target/target.test.support.ts';
import { cleanUp } from './cleanup.ts';
import { answering, json, runOf } from './run.test.support.ts';

const about = { service: 'tunnelco' };
const tokens = { researcher: 'secret-researcher', reader: 'secret-reader', analyst: 'a' };
const creator = 'tokens.reader';

/** What a server has, and what it says: nothing where it cuts the connection. */
interface Server {
  /** The ids that a fetch finds. */
  readonly there?: readonly string[];
  readonly mayDelete?: (id: string, token: string) => boolean;
  /** The ids of which a fetch gets no answer. */
  readonly cut?: readonly string[];
  readonly says?: string;
}

async function serverWith({ there = [], mayDelete = () => true, cut = [], says = 'no' }: Server) {
  const asked: string[] = [];
  const url = await answering((request, response) => {
    const { method = '', url: path = '', headers } = request;
    const { authorization = '' } = headers;
    const id = path.split('=')[1] ?? '';
    asked.push(`${method} ${id} ${authorization}`);
    const no = json(404, { error: says, successful: false });
    if (method === 'DELETE') {
      const gone = json(200, { message: 'gone', success: true });
      (mayDelete(id, authorization) ? gone : no)(request, response);
    } else if (cut.includes(id)) response.destroy();
    else
      (there.includes(id) ? json(200, { report: { id }, successful: true }) : no)(
        request,
        response,
      );
  });
  return { url, asked };
}

test('created reports are deleted by callers who may, the creator first', async () => {
  const { url, asked } = await serverWith({ mayDelete: (_, by) => by === 'secret-researcher' });
  const run = runOf(targetAt(url, { tokens }));
  run.reports.add({ ...about, creator, id: 'one' });
  expect((await cleanUp(run)).leftovers).toEqual([]);
  expect(asked).toEqual(['DELETE one secret-reader', 'DELETE one secret-researcher']);
});

test('what cannot be deleted is listed with the reason, without tokens, even after a stop', async () => {
  const { url } = await serverWith({ mayDelete: () => false, says: 'no secret-reader' });
  const run = runOf(targetAt(url, { tokens }), { signal: AbortSignal.abort() });
  run.reports.add({ ...about, creator, id: 'one' });
  expect((await cleanUp(run)).leftovers).toEqual([
    { about: { ...about, report: 'one' }, id: 'one', why: 'no $TOKEN' },
  ]);
});

test('a server that is gone leaves everything', async () => {
  const run = runOf();
  run.reports.add({ ...about, creator, id: 'one' });
  const why = expect.stringMatching(/./);
  expect((await cleanUp(run)).leftovers).toMatchObject([{ id: 'one', why }]);
});

test('a number as an id is tried as a text, and without an id nothing can be deleted', async () => {
  const { url, asked } = await serverWith({ mayDelete: (id) => id === '7' });
  const run = runOf(targetAt(url));
  run.reports.strays.push(...[7, 8, null].map((id) => ({ id, about, creator })));
  expect((await cleanUp(run)).leftovers).toEqual([
    { about: { ...about, report: '8' }, id: '8', why: 'its id is no text; no' },
    { about, id: '(none)', why: 'its creation gave null as its id' },
  ]);
  expect(asked).toHaveLength(2);
});

/** A run that knows that its researcher finds `kept`. */
async function runThatFound(server: Server) {
  const { url, asked } = await serverWith({ there: ['kept'], ...server });
  const run = runOf(targetAt(url));
  const { researcher: caller } = run.callers;
  await run.client.ask({ operation: 'fetch', caller, about: { ...about, report: 'kept' } });
  return { run, asked };
}

test('after a restart, a report that its creator does not find is not deleted', async () => {
  const { run, asked } = await runThatFound({});
  const { key } = run.callers.researcher;
  for (const id of ['kept', 'lost']) run.reports.add({ ...about, creator: key, id });
  run.reports.noteRestart();
  expect((await cleanUp(run)).leftovers).toEqual([]);
  const requests = asked.map((one) => one.split(' ').slice(0, 2).join(' '));
  expect(requests.sort()).toEqual(['DELETE kept', 'GET kept', 'GET kept', 'GET lost']);
});

test('what is gone though its deletion is refused is not left, and what no fetch tells of is', async () => {
  const { run } = await runThatFound({ mayDelete: () => false, cut: ['cut'] });
  for (const id of ['kept', 'gone', 'cut']) run.reports.add({ ...about, creator, id });
  const { leftovers, exchanges } = await cleanUp(run);
  expect(leftovers).toEqual(
    ['kept', 'cut'].map((id) => ({ id, about: { ...about, report: id }, why: 'no' })),
  );
  expect(exchanges).toHaveLength(5);
});

test('a deletion that was interrupted is not held against the server', async () => {
  const url = await answering((request, response) => {
    const id = '6f0b8a1e-1c1d-4c5e-9a51-0f2f6a1b7c11';
    const isCreate = request.method === 'POST';
    const body = isCreate ? { id, successful: true } : { error: 'gone?', successful: false };
    json(isCreate ? 200 : 404, body)(request, response);
  });
  const run = runOf(targetAt(url, { tokens: { ...tokens, service: 'secret-owner' } }));
  const { researcher: caller } = run.callers;
  const { exchange } = await run.context('cut off').api.create(caller, {}, about.service);
  for (const report of run.reports.all()) {
    run.reports.noteSeen(report, { id: report.id }, exchange);
    const named = { ...about, report: report.id };
    run.model.noteSent({ operation: 'delete', about: named, caller: caller.key });
    await run.client.ask({ operation: 'fetch', caller, about: named });
  }
  expect((await cleanUp(run)).leftovers).toMatchObject([{ why: 'gone?' }]);
  run.model.finish();
  expect(run.evidence.brokenIds).toEqual([]);
});
