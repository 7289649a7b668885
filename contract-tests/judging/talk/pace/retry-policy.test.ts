import { expect, test } from 'vitest';
import { readAnswer } from '../answer.ts';
import { someExchange } from '../exchange.test.support.ts';
import { type Attempt, RetryPolicy } from './retry-policy.ts';

const first: Attempt = { tries: 1, waitedMs: 0, isOnce: false };

/** A refusal with this text, status and Retry-After. */
function refusal(text: string, status = 429, retryAfter?: string) {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const response = { status, headers, body: JSON.stringify({ error: text, successful: false }) };
  return readAnswer(someExchange({ response, outcome: 'refusal' }));
}

/** The same of another caller. */
function ofAnotherCaller(answer: ReturnType<typeof refusal>): typeof answer {
  return { ...answer, exchange: { ...answer.exchange, caller: 'tokens.reader' } };
}

/** A policy that has met a limit with this text. */
function policyWithLimit(limit: ReturnType<typeof refusal>): RetryPolicy {
  const policy = new RetryPolicy();
  policy.recordLimit(limit.exchange);
  return policy;
}

test('what does not ask to wait is judged', () => {
  const policy = new RetryPolicy();
  expect(policy.decide(refusal('no such report', 404), first)).toEqual({ kind: 'judge' });
});

test('a success is one, whatever its status and headers ask for', () => {
  const answer = refusal('', 429, '5');
  const success = { ...answer, outcome: 'success' as const };
  expect(new RetryPolicy().decide(success, first)).toEqual({ kind: 'judge' });
});

test.each([408, 429, 503])('%i without Retry-After is a limit or a refusal', (status) => {
  const policy = new RetryPolicy();
  expect(policy.decide(refusal('no', status), first)).toEqual({ kind: 'find-out' });
});

test('a request waits as it is told, before it is known whether that helps', () => {
  const policy = new RetryPolicy();
  const told = refusal('slow down', 503, '5');
  expect(policy.decide(told, first)).toEqual({ kind: 'wait', ms: 5_000 });
});

test('Retry-After on other statuses may come with every refusal', () => {
  const policy = new RetryPolicy();
  expect(policy.decide(refusal('no', 404, '5'), first)).toEqual({ kind: 'find-out' });
});

test('at a known limit a request waits as told, until it is found out whether it is one', () => {
  const limit = refusal('slow down', 429, '5');
  const policy = policyWithLimit(limit);
  const decide = (tries: number) => policy.decide(limit, { ...first, tries });
  expect(decide(1)).toEqual({ kind: 'wait', ms: 5_000 });
  expect(decide(5)).toEqual({ kind: 'wait', ms: 5_000 });
  expect(decide(6)).toEqual({ kind: 'find-out' });
});

test('at a known limit that does not say when, a request waits as long as most limits last', () => {
  const limit = refusal('slow down');
  const policy = policyWithLimit(limit);
  const waits = [1, 2, 3, 4, 5].map((tries) => policy.decide(limit, { ...first, tries }));
  const ms = waits.map((one) => (one.kind === 'wait' ? one.ms : one.kind));
  expect(ms).toEqual([200, 600, 1_200, 1_000, 1_000]);
});

test.each([
  ['ours', 0, 2_000],
  ['an hour ahead of ours', 3_600_000, 2_000],
  ['an hour behind ours', -3_600_000, 1_001],
])('a date is one of the server, whose clock is %s', (_what, aheadMs, ms) => {
  const now = Math.floor(Date.now() / 1_000) * 1_000 + aheadMs;
  const { exchange } = refusal('slow down', 429, new Date(now + 2_000).toUTCString());
  const headers = { ...exchange.response.headers, date: new Date(now).toUTCString() };
  const told = { ...exchange, response: { ...exchange.response, headers } };
  expect(new RetryPolicy().toldMs(told)).toBeLessThanOrEqual(ms);
  expect(new RetryPolicy().toldMs(told)).toBeGreaterThan(1_000);
});

test('a known refusal is judged, except with Retry-After', () => {
  const policy = new RetryPolicy();
  const plain = refusal('no');
  const told = refusal('no', 503, '5');
  policy.recordRefusal(plain.exchange);
  policy.recordRefusal(told.exchange);
  expect(policy.decide(plain, first)).toEqual({ kind: 'judge' });
  expect(policy.decide(told, first)).toEqual({ kind: 'wait', ms: 5_000 });
});

test('a refusal is one of its caller, and the same text may also be a limit', () => {
  const policy = new RetryPolicy();
  const answer = refusal('no');
  policy.recordRefusal(answer.exchange);
  expect(policy.meaningOf(answer.exchange)).toBe('refusal');
  expect(policy.meaningOf(ofAnotherCaller(answer).exchange)).toBe('unknown');
  policy.recordLimit(answer.exchange);
  expect(policy.meaningOf(answer.exchange)).toBe('unknown');
});

test('responses are alike that differ in numbers and ids only', () => {
  const policy = new RetryPolicy();
  const { exchange } = refusal('Wait 3 s, request 0a1b2c3d4e');
  expect(policy.areAlike(exchange, refusal('Wait 10 s, request ffffffffff').exchange)).toBe(true);
  expect(policy.areAlike(exchange, refusal('No').exchange)).toBe(false);
  const otherStatus = refusal('Wait 3 s, request 0a1b2c3d4e', 503);
  expect(policy.areAlike(exchange, otherStatus.exchange)).toBe(false);
  const told = refusal('Wait 3 s, request 0a1b2c3d4e', 429, '1');
  expect(policy.areAlike(exchange, told.exchange)).toBe(false);
});

test('a counted call is never repeated, and judged unless it is known to be a limit', () => {
  const counted = { ...first, isOnce: true };
  const plain = refusal('no');
  expect(new RetryPolicy().decide(plain, counted)).toEqual({ kind: 'judge' });
  expect(policyWithLimit(plain).decide(plain, counted)).toEqual({ kind: 'give-up' });
  expect(new RetryPolicy().decide(refusal('no', 429, '1'), counted)).toEqual({ kind: 'give-up' });
});

test('a request waits for half a minute in all, and twelve times', () => {
  const policy = new RetryPolicy();
  const told = refusal('slow down', 503, '10');
  const wait = { kind: 'wait', ms: 10_000 };
  expect(policy.decide(told, { ...first, waitedMs: 20_000 })).toEqual(wait);
  expect(policy.decide(told, { ...first, waitedMs: 20_001 })).toEqual({ kind: 'give-up' });
  expect(policy.decide(told, { ...first, tries: 11 })).toEqual(wait);
  expect(policy.decide(told, { ...first, tries: 12 })).toEqual({ kind: 'give-up' });
});

test('the first wait may last a minute: limits by the minute are usual', () => {
  const policy = new RetryPolicy();
  const told = refusal('slow down', 429, '60');
  expect(policy.decide(told, first)).toEqual({ kind: 'wait', ms: 60_000 });
  policy.recordWait(false);
  expect(policy.decide(told, first)).toEqual({ kind: 'give-up' });
  const tomorrow = refusal('slow down', 429, '86400');
  expect(new RetryPolicy().decide(tomorrow, first)).toEqual({ kind: 'give-up' });
});

test('who waits in vain waits ever less, and who was served may wait again', () => {
  const policy = new RetryPolicy();
  const told = refusal('slow down', 503, '10');
  const kind = () => policy.decide(told, first).kind;
  policy.recordWait(false);
  expect(kind()).toBe('wait');
  policy.recordWait(false);
  expect(kind()).toBe('give-up');
  policy.recordWait(true);
  expect(kind()).toBe('wait');
});

test('in the end nobody waits, however short it is', () => {
  const policy = new RetryPolicy();
  for (let time = 0; time < 10; time += 1) policy.recordWait(false);
  expect(policy.decide(refusal('slow down', 503, '0'), first)).toEqual({ kind: 'give-up' });
});

test('each kind of refusal is waited for less, unless a limit was met', () => {
  const policy = new RetryPolicy();
  const waits = [policy.quietWaits()];
  for (const text of ['one', 'two', 'three', 'four']) {
    policy.recordRefusal(refusal(text.repeat(2)).exchange);
    waits.push(policy.quietWaits());
  }
  expect(waits).toEqual([[200, 600, 1_200], [200, 600], [200], [0], [0]]);
  policy.recordLimit(refusal('slow down').exchange);
  expect(policy.quietWaits()).toEqual([200, 600, 1_200]);
});

test('a server that turns everybody away is waited for ever longer, and given up for all', () => {
  const policy = new RetryPolicy();
  expect(policy.longerWait(200, 200)).toBe(2_400);
  expect(policy.longerWait(2_400, 4_400)).toBe(4_800);
  expect(policy.longerWait(38_400, 90_000)).toBeUndefined();
  policy.giveUp();
  expect(policy.decide(refusal('no'), first)).toEqual({ kind: 'give-up' });
});
