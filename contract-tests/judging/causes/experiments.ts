import { effectOf, operationThat } from '../../service/operations/operations.ts';
import { fillIn, placeholder } from './placeholder.ts';
import { dependsOn, type RecordedCall } from './recorded-call.ts';

/** Numbers that no story has. */
const unused = 1000;
/** Enough for what is written or dropped by numbers. */
const many = 24;
const noReport = '00000000-0000-4000-8000-000000000000';

/** The same create with a file and tags of its own. */
const another = (
  { atOnce: _, ...make }: RecordedCall,
  nth: number,
  caller = make.caller,
): RecordedCall => ({
  ...make,
  ...{ caller, creates: `report-${nth}` },
  ...(make.body !== undefined && {
    body: fillIn(make.body, ({ form, name }) =>
      placeholder(name.startsWith('hash') ? `hash-${nth}` : name, form),
    ).replace(/"tags":\["[^\]]*\]/, `"tags":["abuse-feed-kit","another-${nth}"]`),
  }),
});

/** A request like this one, of another caller. */
const rivalOf = (call: RecordedCall, caller: string, nth: number): RecordedCall => {
  const effect = effectOf(call.operation);
  if (effect === 'creates') return another(call, nth, caller);
  return {
    ...call,
    caller,
    ...(effect !== 'nothing' && effect !== 'counts' && { report: noReport }),
  };
};

/** A request of the creator about the report of a create. */
const ownRequest = (
  effect: 'nothing' | 'deletes',
  { caller, service, creates = '' }: RecordedCall,
): RecordedCall => ({
  ...{ operation: operationThat(effect), caller, report: placeholder(creates) },
  ...(service !== undefined && { service }),
});

const atOnce = (...calls: readonly RecordedCall[]): RecordedCall[] =>
  calls.map((call) => ({ ...call, atOnce: unused }));

/** An act of a story beside requests of another caller. */
const raced = (
  story: readonly RecordedCall[],
  act: RecordedCall,
  caller: string,
): RecordedCall[] => {
  const at = story.indexOf(act);
  const before = rivalOf(act, caller, unused);
  const after = rivalOf(act, caller, unused + 1);
  return [...story.slice(0, at), ...atOnce(before, act, after), ...story.slice(at + 1)];
};

/**
 * Stories for what others may have done, which the history has among hundreds of other requests: the report of
 * the last call beside others that are created and deleted, its create or the last call beside
 * requests of each caller, and many creates.
 */
export const experimentsOn = (
  story: readonly RecordedCall[],
  callers: readonly string[],
): RecordedCall[][] => {
  const last = story.at(-1);
  if (!last) return [];
  const racing = (act: RecordedCall): RecordedCall[][] =>
    callers.filter((key) => key !== act.caller).map((key) => raced(story, act, key));
  const make = story.find(({ creates }) => creates !== undefined && dependsOn(last, creates));
  if (!make) return racing(last);
  const seen = ownRequest('nothing', make);
  const others = Array.from({ length: many }, (_, nth) => another(make, unused + nth));
  const [one, other, third] = others as [RecordedCall, RecordedCall, RecordedCall];
  const gone = ownRequest('deletes', one);
  return [
    [make, seen, one, last],
    [one, make, seen, gone, last],
    [make, one, seen, gone, last],
    [one, other, make, seen, ...atOnce(gone, ownRequest('deletes', other)), last],
    // What is set by the caller is compared with a report of the same caller.
    ...racing(make).map((calls) => [third, ownRequest('nothing', third), ...calls]),
    ...racing(last),
    [...story.slice(0, -1), ...others, last],
  ];
};
