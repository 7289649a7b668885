import { expect, test } from 'vitest';
import type { Differences } from '../dialects/dialect.ts';
import type { Caller } from '../domain/caller.ts';
import type { Outcome } from '../domain/refusal.ts';
import { create } from './create.ts';
import { deleteReport } from './delete.ts';
import { basisOf, callers, draft, type TestBasis } from './dependencies.test.support.ts';
import { fetchReport } from './fetch.ts';

const { researcher, other, owner, otherOwner, reader } = callers;

async function created(
  dependencies: TestBasis,
  part: Partial<typeof draft> = {},
  service = 'tunnelco',
) {
  const outcome = await create.run(dependencies, researcher, {
    service,
    report: { ...draft, ...part },
  });
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  return outcome.value;
}

function kind(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : outcome.refusal.kind;
}

async function fetching(on: TestBasis, who: Caller, id: string, service = 'tunnelco') {
  return kind(await fetchReport.run(on, who, { service, id }));
}

async function deleting(on: TestBasis, who: Caller, id: string, service = 'tunnelco') {
  return kind(await deleteReport.run(on, who, { service, id }));
}

test('a report is stored with what was sent and what the service adds', async () => {
  const dependencies = basisOf();
  dependencies.time = 1234;
  const report = await created(dependencies);
  expect(report).toMatchObject({
    ...draft,
    file256Hash: 'a'.repeat(64),
    id: report.id,
    service: 'tunnelco',
    createdBy: 'researcher',
    name: 'rat',
    reportedAt: 1234,
    reportedBy: 'The researcher',
    firstSeenID: report.id,
  });
  expect(
    await fetchReport.run(dependencies, reader, { service: 'tunnelco', id: report.id }),
  ).toEqual({
    ok: true,
    value: report,
  });
});

interface Create {
  readonly dialect?: Differences;
  readonly caller?: Caller;
  readonly service?: string;
  readonly change?: Partial<typeof draft>;
  readonly result?: string;
}

const opensFeeds: Differences = { 'feed.unknown-service': 'created' };
const noLink = { referenceLink: 'https://ex.example:99999/' };

test.each<[string, Create]>([
  ['by a researcher is stored', {}],
  ['by a reader is refused', { caller: reader, result: 'not-a-researcher' }],
  ['by the owner of the feed is refused', { caller: owner, result: 'not-a-researcher' }],
  ['in a feed there is not is refused', { service: 'nosuchco', result: 'unknown-service' }],
  ['in a feed named like a member', { service: '__proto__', result: 'unknown-service' }],
  ['opens a feed where the dialect says so', { dialect: opensFeeds, service: 'newco' }],
  [
    'by a reader opens none',
    { dialect: opensFeeds, service: 'newco', caller: reader, result: 'not-a-researcher' },
  ],
  ['with a link that is none is refused', { change: noLink, result: 'invalid-report' }],
])('a create %s, and changes nothing else', async (_what, sent) => {
  const { dialect = {}, caller = researcher, service = 'tunnelco', change, result = 'ok' } = sent;
  const dependencies = basisOf(dialect);
  const before = dependencies.store.state.contents();
  const outcome = await create.run(dependencies, caller, {
    service,
    report: { ...draft, ...change },
  });
  expect(kind(outcome)).toBe(result);
  const { services, ...after } = dependencies.store.state.contents();
  const opened = outcome.ok && service === 'newco' ? ['newco'] : [];
  expect(services).toEqual([...before.services, ...opened]);
  if (!outcome.ok) expect({ services, ...after }).toEqual(before);
});

test.each<[Differences, string]>([
  [{}, 'ok'],
  [{ 'create.duplicates': 'refused' }, 'duplicate-report'],
])('under %o, the same address and file again is %s', async (differences, result) => {
  const dependencies = basisOf(differences);
  await created(dependencies);
  expect(kind(await create.run(dependencies, other, { service: 'tunnelco', report: draft }))).toBe(
    result,
  );
  expect(kind(await create.run(dependencies, other, { service: 'dyndnsco', report: draft }))).toBe(
    'ok',
  );
});

test('where equal reports of one caller are one, it keeps its id until it is deleted', async () => {
  const dependencies = basisOf({ 'create.duplicates': 'same-id' });
  const { id } = await created(dependencies);
  expect(await created(dependencies)).toMatchObject({ id });
  const by = (who: Caller, change: object = {}) =>
    create.run(dependencies, who, { service: 'tunnelco', report: { ...draft, ...change } });
  for (const outcome of [await by(other), await by(researcher, { tags: ['else'] })])
    expect(outcome).toMatchObject({ ok: true, value: { id: expect.not.stringMatching(id) } });
  expect(dependencies.store.state.contents().reports).toHaveLength(3);
});

test.each<[Differences['report.first-seen'] & string, boolean, boolean]>([
  ['file', true, false],
  ['address', false, true],
  ['own', false, false],
])('firstSeenID by %s points to the first of the same', async (by, sameFile, sameAddress) => {
  const dependencies = basisOf({ 'report.first-seen': by });
  const first = await created(dependencies);
  await created(dependencies, {}, 'dyndnsco');
  const withFile = await created(dependencies, { c2Address: 'other.example:80' });
  const withAddress = await created(dependencies, { file256Hash: 'd'.repeat(64) });
  expect(withFile.firstSeenID).toBe(sameFile ? first.id : withFile.id);
  expect(withAddress.firstSeenID).toBe(sameAddress ? first.id : withAddress.id);
});

test('firstSeenID at random points nowhere', async () => {
  const dependencies = basisOf({ 'report.first-seen': 'random' });
  const one = await created(dependencies);
  const two = await created(dependencies);
  expect(new Set([one.id, one.firstSeenID, two.id, two.firstSeenID]).size).toBe(4);
});

test.each([
  ['its creator', researcher],
  ['the owner of its feed', owner],
])('%s deletes a report: it is gone', async (_who, caller) => {
  const dependencies = basisOf();
  const { id } = await created(dependencies);
  expect(await deleting(dependencies, caller, id)).toBe('ok');
  expect(await fetching(dependencies, researcher, id)).toBe('unknown-report');
});

test.each<[who: string, caller: Caller]>([
  ['the owner of another feed', otherOwner],
  ['another researcher', other],
  ['a reader', reader],
  ['a caller named like its feed', { ...reader, id: 'tunnelco' }],
  ['one with the name of its creator', { ...other, name: researcher.name }],
])('%s may not delete a report: it stays', async (_who, caller) => {
  const dependencies = basisOf();
  const { id } = await created(dependencies);
  expect(await deleting(dependencies, caller, id)).toBe('not-your-report');
  expect(await fetching(dependencies, researcher, id)).toBe('ok');
});

test.each([
  ['its creator, who looks in another feed', researcher, 'dyndnsco', 'unknown-report'],
  ['the owner of another feed, who looks there', otherOwner, 'dyndnsco', 'unknown-report'],
  ['its creator, who looks in a feed there is not', researcher, 'nosuchco', 'unknown-service'],
])('%s, finds no report to delete: it stays', async (_who, caller, service, refusal) => {
  const dependencies = basisOf();
  const { id } = await created(dependencies);
  expect(await deleting(dependencies, caller, id, service)).toBe(refusal);
  expect(await fetching(dependencies, researcher, id)).toBe('ok');
});

test.each<[Differences, string]>([
  [{}, 'unknown-report'],
  [{ 'delete.afterwards': 'remembered' }, 'deleted-report'],
  [{ 'delete.absent': 'accepted' }, 'ok'],
])('under %o, deleting twice gives %s', async (differences, result) => {
  const dependencies = basisOf(differences);
  const { id } = await created(dependencies);
  expect(await deleting(dependencies, researcher, id)).toBe('ok');
  expect(await deleting(dependencies, researcher, id)).toBe(result);
  expect(await deleting(dependencies, researcher, id, 'nosuchco')).toBe('unknown-service');
  const open = basisOf({ ...differences, 'feed.unknown-service': 'created' });
  expect(await fetching(open, researcher, id, 'nosuchco')).toBe('unknown-report');
});

test.each<[Differences, string]>([
  [{}, 'ok'],
  [{ 'feed.id-case': 'not-found' }, 'unknown-report'],
])('under %o, an id in upper case is %s', async (differences, result) => {
  const dependencies = basisOf(differences);
  const { id } = await created(dependencies);
  expect(await fetching(dependencies, reader, id.toUpperCase())).toBe(result);
});

test.each([
  ['+00:00', '1970-01-01 00:00:01'],
  ['-05:00', '1969-12-31 19:00:01'],
  ['+05:30', '1970-01-01 05:30:01'],
])('a report is shown with its ten fields and the time in %s', async (zone, reportedAt) => {
  const dependencies = basisOf({ 'report.time-zone': zone, 'any.extra-fields': 'some' });
  const stored = await created(dependencies);
  const { service: _, createdBy: __, ...fields } = stored;
  expect(fetchReport.body(stored, dependencies.dialect)).toStrictEqual({
    report: { ...fields, reportedAt, servedBy: 'abuse-feed-kit' },
    successful: true,
  });
});

test('a feed that may not be fetched by a caller says so only of a report that is there', async () => {
  const dependencies = basisOf({ 'fetch.who': 'creator-and-owner' });
  const { id } = await created(dependencies);
  expect(await fetching(dependencies, reader, id)).toBe('may-not-fetch');
  expect(await fetching(dependencies, owner, id)).toBe('ok');
  expect(await fetching(dependencies, reader, 'x')).toBe('unknown-report');
});
