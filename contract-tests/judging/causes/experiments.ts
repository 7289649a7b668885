import type { Service } from '../service.ts';
import { Placeholders, placeholder } from './placeholder.ts';
import { dependsOn, type RecordedCall } from './recorded-call.ts';

/** Numbers that no story has. */
const firstUnusedNumber = 1000;
/** Enough for what is written or dropped by numbers. */
const manyRequests = 24;

type Known = Pick<Service, 'operations' | 'created' | 'callers'>;

/** The same create with values of its own. */
function another(
  { created }: Known,
  { atOnce: _, ...make }: RecordedCall,
  nth: number,
  caller = make.caller,
): RecordedCall {
  const placeholders = new Placeholders(created);
  const creates = placeholders.createdName(nth);
  if (make.body === undefined) return { ...make, caller, creates };
  const body = placeholders.fill(make.body, (placed) =>
    placeholder(
      placeholders.isFresh(placed) ? { ...placed, name: placeholders.freshName(nth) } : placed,
    ),
  );
  return { ...make, caller, creates, body: created.another(body, nth) };
}

/** A request like this one, of another caller. */
function rivalOf(known: Known, call: RecordedCall, caller: string, nth: number): RecordedCall {
  const { effect } = known.operations.of(call.operation);
  const { parameter, noId } = known.created;
  if (effect === 'creates') return another(known, call, nth, caller);
  if (effect === 'nothing' || effect === 'counts') return { ...call, caller };
  return { ...call, caller, about: { ...call.about, [parameter]: noId } };
}

/** A request of the creator about what a create has created. */
function ownRequest(
  { operations, created }: Known,
  effect: 'nothing' | 'deletes',
  { caller, about, creates = '' }: RecordedCall,
): RecordedCall {
  return {
    operation: operations.that(effect).name,
    caller,
    about: { ...about, [created.parameter]: placeholder({ name: creates }) },
  };
}

function atOnce(...calls: readonly RecordedCall[]): RecordedCall[] {
  return calls.map((call) => ({ ...call, atOnce: firstUnusedNumber }));
}

/** An act of a story beside requests of another caller. */
function raced(
  known: Known,
  story: readonly RecordedCall[],
  act: RecordedCall,
  caller: string,
): RecordedCall[] {
  const at = story.indexOf(act);
  const before = rivalOf(known, act, caller, firstUnusedNumber);
  const after = rivalOf(known, act, caller, firstUnusedNumber + 1);
  return [...story.slice(0, at), ...atOnce(before, act, after), ...story.slice(at + 1)];
}

/**
 * Stories for what others may have done, which the history has among hundreds of other requests: what the last
 * call is about beside others that are created and deleted, its create or the last call beside requests of each
 * caller, the last call beside a request about another, and many creates.
 */
export function experimentsOn(known: Known, story: readonly RecordedCall[]): RecordedCall[][] {
  const last = story.at(-1);
  if (!last) return [];
  const keys = known.callers.known.map(({ key }) => key);
  const racing = (act: RecordedCall): RecordedCall[][] =>
    keys.filter((key) => key !== act.caller).map((key) => raced(known, story, act, key));
  const make = story.find(({ creates }) => creates !== undefined && dependsOn(last, creates));
  if (!make) return racing(last);
  const seen = ownRequest(known, 'nothing', make);
  const one = another(known, make, firstUnusedNumber);
  const other = another(known, make, firstUnusedNumber + 1);
  const third = another(known, make, firstUnusedNumber + 2);
  const others = Array.from({ length: manyRequests }, (_, nth) =>
    another(known, make, firstUnusedNumber + nth),
  );
  const gone = ownRequest(known, 'deletes', one);
  const bothGone = atOnce(gone, ownRequest(known, 'deletes', other));
  return [
    [make, seen, one, last],
    [one, make, seen, gone, last],
    [make, one, seen, gone, last],
    [one, other, make, seen, ...bothGone, last],
    // What is set by the caller is compared with what the same caller created.
    ...racing(make).map((calls) => [third, ownRequest(known, 'nothing', third), ...calls]),
    ...racing(last),
    [one, ...story.slice(0, -1), ...atOnce(ownRequest(known, 'nothing', one), last)],
    [...story.slice(0, -1), ...others, last],
  ];
}
