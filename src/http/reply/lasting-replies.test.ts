import { expect, test } from 'vitest';
import { LastingReplies } from './lasting-replies.ts';
import type { Reply } from './reply.ts';

const maker = {};
let made = 0;
const make = ({ text }: { text: string }): Reply => {
  made += 1;
  return { status: 200, headers: {}, body: { type: 'json', value: { text } }, outcome: 'fetched' };
};
const things = (count: number, length: number) =>
  Array.from({ length: count }, () => ({ text: 'x'.repeat(length) }));

test('the same thing gives the same reply again, made once for each maker', () => {
  const replies = new LastingReplies(10_000);
  const [one, other] = things(2, 10) as [{ text: string }, { text: string }];
  const reply = replies.about(one, maker, make);
  expect(replies.about(one, maker, make)).toBe(reply);
  expect(replies.about(other, maker, make)).not.toBe(reply);
  expect(replies.about(one, {}, make)).not.toBe(reply);
});

test('what is asked about stays, and what is not makes room', () => {
  const replies = new LastingReplies(10_000);
  const [favourite, ...others] = things(1001, 100) as [{ text: string }, ...{ text: string }[]];
  const reply = replies.about(favourite, maker, make);
  for (const other of others) {
    replies.about(other, maker, make);
    expect(replies.about(favourite, maker, make)).toBe(reply);
  }
  const before = made;
  replies.about(others[0] as { text: string }, maker, make);
  expect(made).toBe(before + 1);
});

test('what is remembered is bounded by its bytes, however few they are', () => {
  const replies = new LastingReplies(10_000);
  const large = things(10, 4000);
  for (const thing of large) replies.about(thing, maker, make);
  const before = made;
  for (const thing of large.toReversed()) replies.about(thing, maker, make);
  // Two fit: one in either half.
  expect(made - before).toBe(8);
});

test('one that is larger than its share is not kept, and drives out nobody', () => {
  const replies = new LastingReplies(10_000);
  const [small] = things(1, 10) as [{ text: string }];
  const [large] = things(1, 6000) as [{ text: string }];
  const reply = replies.about(small, maker, make);
  expect(replies.about(large, maker, make)).not.toBe(replies.about(large, maker, make));
  expect(replies.about(small, maker, make)).toBe(reply);
});
