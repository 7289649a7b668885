import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { analysisOf, draftOf, hashes, id, one } from '../../service/model/history.test.support.ts';
import { answering, json, targetAt } from '../run/run.test.support.ts';
import type { CauseFile } from './cause-file.ts';
import type { RecordedCall } from './recorded-call.ts';
import { replayCause } from './replay-cause.ts';

/** What the nth request gets instead, by its body, and whether its connection was used before. */
type Fault = (
  nth: number,
  sent: string,
  isUsed: boolean,
) => number | 'true' | 'nothing' | undefined;

/** Shown so often that two tries tell. */
const always = { shown: 20, of: 20 };

const refusal = { error: 'no', successful: false };

/** What a replay says on a server with a fault, and how many requests it made and reports it left. */
async function replayed(fault: Fault, cause: Partial<CauseFile>, allowed: object = {}) {
  const reports = new Set<string>();
  const used = new WeakSet<object>();
  let requests = 0;
  const url = await answering(async (request, response) => {
    const { method, url: path = '', socket } = request;
    const sent = await text(request);
    const say = (status: number, body: object): void => json(status, body)(request, response);
    if (path.startsWith('/abuse-feed-kit-')) return say(404, refusal);
    const said = fault(++requests, sent, used.has(socket));
    used.add(socket);
    if (said === 'nothing') return void socket.destroy();
    if (said === 429) response.setHeader('retry-after', '0.001');
    if (said) return say(Number(said) || 404, { ...refusal, successful: said === 'true' });
    // Two of three lookups are served.
    if (path.startsWith('/private/'))
      return requests % 3 === 0 ? say(403, refusal) : say(200, analysisOf());
    if (method === 'POST') {
      reports.add(id(`${requests}`));
      return say(201, { id: id(`${requests}`), successful: true });
    }
    const isGone = reports.delete(path.replace(/.*=/, ''));
    return isGone ? say(200, { message: 'gone', success: true }) : say(404, refusal);
  });
  const tokens = { researcher: 'r', analyst: 'a', limited: [{ token: 'l', remaining: 2 }] };
  const file: CauseFile = {
    clause: 'delete/error-flag-false',
    sentence: '',
    expected: '',
    actual: '',
    calls: [remove, remove],
    tries: 2,
    ...always,
    ...cause,
  };
  const told = await replayCause(abuseFeed(targetAt(url, { tokens })), file, allowed).then(
    (said) => ('why' in said ? said.why : `${said.verdict} ${said.shown} of ${said.of}`),
    ({ message }: Error) => message,
  );
  return { told, requests, left: reports.size };
}

const caller = 'tokens.researcher';
const feed = { service: 'tunnelco' };
const remove: RecordedCall = {
  operation: 'delete',
  caller,
  about: { ...feed, report: id('0') },
};
const tagged = JSON.stringify({ ...draftOf(one), tags: 'rat' });
const create: RecordedCall = {
  operation: 'create',
  caller,
  about: feed,
  creates: 'report-1',
  body: tagged,
};
const fetch: RecordedCall = {
  operation: 'fetch',
  caller,
  about: { ...feed, report: '{{report-1}}' },
};
const stored = [create, fetch];
const lookup: RecordedCall = {
  operation: 'lookup',
  caller: 'tokens.limited[0]',
  about: { hash: hashes.sha256 },
};
const lookups = [lookup, lookup, lookup];

function atOnce(calls: readonly RecordedCall[]) {
  return calls.map((call) => ({ ...call, atOnce: 1 }));
}

const none: Fault = () => undefined;

function broken(is: boolean): 'true' | undefined {
  return is ? 'true' : undefined;
}

const onUsed: Fault = (_, __, isUsed) => broken(isUsed);
const onText: Fault = (_, sent) => (sent === tagged ? 400 : undefined);
const chance = { shown: 1, of: 2 };
const rare = { shown: 1, of: 9_000, calls: [remove] };
const storedTags = { clause: 'create/stores-valid-tags', calls: stored };
const fetchedType = { clause: 'fetch/report-type', calls: stored };
const counted = { clause: 'lookup/counts-once', calls: lookups, tries: 1, shown: 0 };
const raced = { ...counted, clause: 'lookup/counts-in-parallel', calls: atOnce(lookups) };
const nobody = { calls: [{ ...remove, caller: 'tokens.service' }] };

test.each<[string, Fault, Partial<CauseFile>, string, number?]>([
  ['broken the second time', (nth) => broken(nth === 4), {}, 'shown 1 of 2', 4],
  ['broken by chance', (nth) => broken(nth % 2 > 0), chance, 'shown 20 of 20', 40],
  ['broken on a used connection', onUsed, chance, 'shown 10 of 20', 40],
  ['met at once', onUsed, { calls: atOnce([remove, remove]) }, 'fixed 0 of 2', 4],
  ['met by chance', none, chance, 'fixed 0 of 33', 66],
  ['met by a rare chance', none, rare, '10000 tries tell, and 300 are made', 300],
  ['met more slowly', none, { within: [-20] }, '0 of 2 tries were such that they would show it', 4],
  [
    'met one by one',
    none,
    { beside: 1 },
    '0 requests ran beside the one before them, and 1 when',
    4,
  ],
  ['not answered', () => 'nothing', {}, 'no response came from http://', 1],
  ['broken by that', () => 'nothing', { clause: 'delete/body-is-json' }, 'shown 1 of 1', 1],
  ['broken before that', (nth) => (nth > 2 ? 'nothing' : 'true'), chance, 'shown 1 of 1', 4],
  ['met but for an error', (nth) => (nth > 1 ? undefined : 500), {}, 'a delete with 500', 4],
  ['limited', (nth) => (nth > 1 ? 429 : undefined), { tries: 1 }, 'asks to come back later'],
  ['met by the refusal of what was sent', onText, storedTags, 'fixed 0 of 2', 6],
  ['not tried, by the refusal of what it needs', onText, fetchedType, 'refused now (400)', 4],
  ['not tried, by the refusal of all', () => 400, storedTags, 'refused now (400)', 3],
  ['about a count', none, counted, 'fixed 0 of 1', 3],
  ['about a count at once', none, raced, '19 tries tell, 1 could be made', 3],
  ['about an unknown caller', none, nobody, 'the target file has no tokens.service', 0],
])('a replay of a clause that is %s', async (_, fault, cause, says, sent) => {
  const { told, requests, left } = await replayed(fault, cause, { spends: true });
  expect(told).toContain(says);
  expect(requests).toEqual(sent ?? requests);
  expect(left).toBe(0);
});

test('requests of a limited token are not made unless that is allowed', async () => {
  const { told, requests } = await replayed(none, counted);
  expect(told).toContain('--spend allows that');
  expect(requests).toBe(0);
});

test('a race on a count is tried often where the count is filled up again', async () => {
  let refills = 0;
  const refill = async () => {
    refills += 1;
  };
  const { told } = await replayed(none, raced, { spends: true, refill });
  expect(told).toBe('fixed 0 of 19');
  expect(refills).toBe(19);
});

test('tries that are too slow are made again, as long as some are fast enough', async () => {
  let requests = 0;
  const now = performance.now.bind(performance);
  const late = { ms: 0 };
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => now() + late.ms);
  /** Every second try takes a minute. */
  const slowAtTimes: Fault = () => {
    requests += 1;
    if (requests % 4 === 2) late.ms += 60_000;
    return undefined;
  };
  const { told } = await replayed(slowAtTimes, { within: [30_000] });
  expect(told).toBe('fixed 0 of 2');
  expect(requests).toBe(8);
});
