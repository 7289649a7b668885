import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { analysisOf, draftOf, hashes, id, one } from '../../service/model/history.test.support.ts';
import { targetAt } from '../../service/target/target.test.support.ts';
import { answering, json } from '../run/run.test.support.ts';
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

test.each<[string, { fault: Fault; cause: Partial<CauseFile>; says: string; sent?: number }]>([
  [
    'broken by chance',
    { fault: (nth) => broken(nth % 2 > 0), cause: chance, says: 'shown 20 of 20', sent: 40 },
  ],
  [
    'broken on a used connection',
    { fault: onUsed, cause: chance, says: 'shown 10 of 20', sent: 40 },
  ],
  ['met by chance', { fault: none, cause: chance, says: 'fixed 0 of 33', sent: 66 }],
  [
    'met by a rare chance',
    { fault: none, cause: rare, says: '10000 tries tell, and 300 are made', sent: 300 },
  ],
  [
    'met more slowly',
    {
      fault: none,
      cause: { within: [-20] },
      says: '0 of 2 tries were such that they would show it',
      sent: 4,
    },
  ],
  [
    'met one by one',
    {
      fault: none,
      cause: { beside: 1 },
      says: '0 requests ran beside the one before them, and 1 when',
      sent: 4,
    },
  ],
  [
    'not answered',
    { fault: () => 'nothing', cause: {}, says: 'no response came from http://', sent: 1 },
  ],
  [
    'broken by that',
    {
      fault: () => 'nothing',
      cause: { clause: 'delete/body-is-json' },
      says: 'shown 1 of 1',
      sent: 1,
    },
  ],
  [
    'met but for an error',
    { fault: (nth) => (nth > 1 ? undefined : 500), cause: {}, says: 'a delete with 500', sent: 4 },
  ],
  [
    'limited',
    {
      fault: (nth) => (nth > 1 ? 429 : undefined),
      cause: { tries: 1 },
      says: 'asks to come back later',
    },
  ],
  [
    'met by the refusal of what was sent',
    { fault: onText, cause: storedTags, says: 'fixed 0 of 2', sent: 6 },
  ],
  [
    'not tried, by the refusal of what it needs',
    { fault: onText, cause: fetchedType, says: 'refused now (400)', sent: 4 },
  ],
  [
    'not broken, as when it was found',
    { fault: none, cause: { shown: 0, of: 20 }, says: 'what led to it is not among them' },
  ],
  [
    'not broken, as at first when it was found',
    { fault: none, cause: { isLater: true }, says: 'such requests broke nothing at first' },
  ],
  [
    'about a count at once',
    { fault: none, cause: raced, says: '19 tries tell, one was made', sent: 3 },
  ],
  [
    'about an unknown caller',
    { fault: none, cause: nobody, says: 'the target file has no tokens.service', sent: 0 },
  ],
])('a replay of a clause that is %s', async (_, { fault, cause, says, sent }) => {
  const { told, requests, left } = await replayed(fault, cause, { spends: true });
  expect(told).toContain(says);
  expect(requests).toEqual(sent ?? requests);
  expect(left).toBe(0);
});

/** A server on which the request after a create is wrong. */
function remembering(): Fault {
  let since = Number.POSITIVE_INFINITY;
  return (nth, sent) => {
    if (sent !== '') since = nth;
    return broken(nth === since + 1);
  };
}

test.each<[string, { fault: Fault; ms: number; says: string; sent: number }]>([
  [
    'is broken after what led to it',
    { fault: remembering(), ms: 0, says: 'shown 1 of 3', sent: 7 },
  ],
  ['is met after it as well', { fault: none, ms: 0, says: 'fixed 0 of 2', sent: 7 }],
])('a clause that %s', async (_, { fault, ms, says, sent }) => {
  const { told, requests, left } = await replayed(fault, { from: { calls: [create, remove], ms } });
  expect(told).toBe(says);
  expect(requests).toBe(sent);
  expect(left).toBe(0);
});

test('what led to a fault in the run is followed as fast as then, or nothing is told', async () => {
  const now = performance.now.bind(performance);
  const late = { ms: 0 };
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => now() + late.ms);
  const slow: Fault = (_nth, sent) => {
    if (sent !== '') late.ms += 5_000;
    return undefined;
  };
  const from = { calls: [create, remove], ms: 0 };
  expect((await replayed(slow, { from })).told).toContain('and 0 when it was found');
  late.ms = 0;
  expect((await replayed(slow, { from: { ...from, ms: 60_000 } })).told).toBe('fixed 0 of 2');
});

test('requests of a limited token are not made unless that is allowed', async () => {
  const { told, requests } = await replayed(none, counted);
  expect(told).toContain('which --no-spend rules out');
  expect(requests).toBe(0);
});

test('what was not tried when it was found waits once, and not in every try', async () => {
  const waits: number[] = [];
  const clock = {
    now: () => performance.now(),
    sleep: async (ms: number) => void waits.push(ms),
  };
  const untried = {
    calls: [remove, { ...remove, after: 60_000 }],
    tries: 3,
    shown: 0,
    of: 0,
  };
  const { told, requests } = await replayed(none, untried, { clock });
  expect(told).toContain('not tried again when it was found');
  expect({ requests, waits }).toEqual({ requests: 6, waits: [60_000] });
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
