import { expect, test } from 'vitest';
import type { OperationName } from '../domain/operation.ts';
import { type FaultKind, faultKinds } from './fault-kinds.ts';
import { type ApiEvent, faultPlaces, judgeFault } from './faults.ts';

function event(operation: OperationName, more: Partial<ApiEvent> = {}): ApiEvent {
  return {
    world: 'w',
    operation,
    outcome: '',
    path: '',
    isForeign: false,
    request: 'r',
    acted: true,
    faulted: false,
    at: 0,
    ...more,
  };
}

/** What a command does about a fault. */
interface Reaction {
  /** Requests of the same operation after the fault, which is at 0 ms. */
  readonly later?: readonly Partial<ApiEvent>[];
  /** Those that it makes in the same place without a fault. */
  readonly usually?: readonly Partial<ApiEvent>[];
  readonly fails?: boolean;
  readonly isStopped?: boolean;
}

function kindNamed(name: string): FaultKind {
  const kind = faultKinds.find((one) => one.name === name);
  if (!kind) throw new Error(`there is no fault ${name}`);
  return kind;
}

/** The finding without its subject: `harm: is taken for a success.` */
function findingOn(operation: OperationName, fault: string, reaction: Reaction = {}) {
  const { later = [], usually = [], fails = false, isStopped = false } = reaction;
  const kind = kindNamed(fault);
  const trial = { kind, world: 'w', operation, nth: 1 };
  // The fault strikes the second request of the operation.
  const before = [event(operation), event(operation === 'fetch' ? 'lookup' : 'fetch')];
  const usual = [...before, event(operation), ...usually.map((one) => event(operation, one))];
  const struck = event(operation, { faulted: true, acted: kind.acts });
  const events = [...before, struck, ...later.map((one) => event(operation, one))];
  const run = { passed: !fails, events, ...(isStopped && { isStopped }) };
  const found = judgeFault(trial, run, { passed: true, events: usual });
  return found && `${found.is}: ${found.sentence.replace(`A ${operation} ${kind.says} `, '')}`;
}

const sentAgain: Reaction = { later: [{ at: 1000 }] };
const sentChanged: Reaction = { later: [{ request: 'x' }] };

test.each(['cut after it', 'reset after it', 'silence after it', '500 after it', 'half', 'slow'])(
  'a create that was done is harmful to send again after "%s": two reports exist',
  (fault) => {
    const harm = 'harm: is sent again, and two reports exist.';
    expect(findingOn('create', fault, sentAgain)).toBe(harm);
    expect(findingOn('create', fault, { later: [{ acted: false }] })).not.toBe(harm);
  },
);

test.each(['cut', 'reset', 'silence', '500'])(
  'a create that was not done may be sent again after "%s"',
  (fault) => {
    expect(findingOn('create', fault, sentAgain)).toBeUndefined();
  },
);

test('a create that is sent again with other contents is the same report twice', () => {
  const harm = 'harm: is sent again in another form, and two reports exist.';
  expect(findingOn('create', 'cut after it', sentChanged)).toBe(harm);
  expect(findingOn('create', '429', sentChanged)).toMatch(
    /^harm: is sent again in another form before/,
  );
});

test('requests that the command always makes are not sent again for a fault', () => {
  const unnoticed = 'allowed: is not sent again, and nobody notices: allowed, since it was done.';
  const twice = { later: [{}], usually: [{}] };
  expect(findingOn('create', 'cut after it', twice)).toBe(unnoticed);
  expect(findingOn('create', 'cut after it', { later: [{ world: 'x' }] })).toBe(unnoticed);
  const thrice = { later: [{}, {}], usually: [{}] };
  expect(findingOn('create', 'cut after it', thrice)).toMatch(/^harm: is sent again/);
});

test('Retry-After must have passed before a request is sent again', () => {
  const early = { later: [{ at: 999 }] };
  expect(findingOn('delete', '503', early)).toBe(
    'harm: is sent again before the time of Retry-After is over.',
  );
  expect(findingOn('delete', '503', sentAgain)).toBeUndefined();
});

test('whoever sends again as told is not to blame for two reports', () => {
  expect(findingOn('create', '503 after it', sentAgain)).toBe(
    'allowed: is sent again as it was told to, and two reports exist: allowed.',
  );
});

test('a change that was not made and is not sent again is harm, unless the command fails', () => {
  const lost = 'harm: is not sent again, and nobody notices: what was asked is never done.';
  expect(findingOn('delete', '500')).toBe(lost);
  expect(findingOn('delete', '500', { fails: true })).toBe(
    'allowed: is not sent again, and the command fails: allowed.',
  );
});

test('whether a change was made behind a 500, nobody can know', () => {
  expect(findingOn('delete', '500 after it')).toMatch(
    /^allowed: is taken for a success: nobody can/,
  );
});

test('waiting without an end is harm, before the change and after it', () => {
  for (const fault of ['silence', 'silence after it'])
    expect(findingOn('delete', fault, { fails: true, isStopped: true })).toMatch(
      /^harm: is waited for until the run is stopped/,
    );
  expect(findingOn('delete', '500', { fails: true, isStopped: true })).toMatch(
    /^allowed: is not sent/,
  );
});

test('more than fifty requests are no end', () => {
  const fifty = Array.from({ length: 50 }, () => ({}));
  expect(findingOn('delete', 'down', { fails: true, later: fifty })).toBeUndefined();
  expect(findingOn('delete', 'down', { fails: true, later: [...fifty, {}] })).toBe(
    'harm: is sent again without end.',
  );
});

test('half a response and a page of HTML are no success', () => {
  expect(findingOn('create', 'half')).toBe('harm: is taken for a success.');
  expect(findingOn('fetch', 'page', { usually: [{}] })).toBe('harm: is taken for a success.');
  expect(findingOn('create', 'page after it')).toMatch(/^allowed: is taken for a success/);
});

test('a request that only asks must have an answer from somewhere', () => {
  expect(findingOn('fetch', 'cut')).toBe('harm: is taken for a success.');
  expect(findingOn('fetch', 'cut', { later: [{}], usually: [{}] })).toBe(
    'allowed: is not sent again, and nobody notices.',
  );
  expect(findingOn('fetch', 'cut', { ...sentAgain, fails: true })).toBe(
    'allowed: is sent again, and the command fails all the same: allowed.',
  );
});

test('a slow response is to be survived', () => {
  expect(findingOn('fetch', 'slow')).toBeUndefined();
  expect(findingOn('fetch', 'slow', { fails: true })).toBe(
    'allowed: is not survived: the command fails.',
  );
});

test('a lookup that is sent again is counted again', () => {
  expect(findingOn('lookup', 'cut after it', sentAgain)).toBe(
    'allowed: is sent again, and two are counted: allowed.',
  );
  expect(findingOn('lookup', '500', sentAgain)).toBeUndefined();
});

test('a fault that struck no request has shown nothing', () => {
  const trial = { kind: kindNamed('cut'), world: 'w', operation: 'create' as const, nth: 0 };
  const run = { passed: true, events: [event('create')] };
  expect(judgeFault(trial, run, run)).toBeUndefined();
});

/** `create 0 of w: cut` */
function triedOn(events: readonly ApiEvent[]): string[] {
  return faultPlaces({ passed: true, events }).map(
    ({ kind, world, operation, nth }) => `${operation} ${nth} of ${world}: ${kind.name}`,
  );
}

test('each fault of a writing operation is tried before the change and after it', () => {
  const tried = triedOn([event('create')]);
  for (const fault of ['cut', 'reset', 'silence', '429', '503', '500', 'page'])
    expect(tried).toEqual(
      expect.arrayContaining([`create 0 of w: ${fault}`, `create 0 of w: ${fault} after it`]),
    );
});

test('where nothing is changed or counted, before and after are the same', () => {
  expect(triedOn([event('fetch')]).filter((one) => one.endsWith('after it'))).toEqual([]);
  expect(triedOn([event('lookup')])).toContain('lookup 0 of w: cut after it');
});

test('the first request of each operation comes first, and on others only what ends by itself', () => {
  const tried = triedOn([
    event('create', { acted: false }),
    event('create'),
    event('create', { world: 'x' }),
    event('fetch'),
  ]);
  const places = [...new Set(tried.map((one) => one.split(':', 1)[0]))];
  expect(places).toEqual(['create 1 of w', 'fetch 0 of w', 'create 0 of x']);
  expect(tried).toContain('create 1 of w: silence after it');
  expect(tried.filter((one) => /of x: (silence|down)/.test(one))).toEqual([]);
});
