import { expect, test } from 'vitest';
import type { OperationName } from '../domain/operation.ts';
import { faultKinds } from './fault-kinds.ts';
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

/** The finding without its subject: `harm: is taken for a success.` */
function findingOn(operation: OperationName, fault: string, reaction: Reaction) {
  const { later = [], usually = [], fails = false, isStopped = false } = reaction;
  const kind = faultKinds.find((one) => one.name === fault);
  if (!kind) throw new Error(`there is no fault ${fault}`);
  // The fault strikes the second request of the operation.
  const before = [event(operation), event(operation === 'fetch' ? 'lookup' : 'fetch')];
  const usual = [...before, event(operation), ...usually.map((one) => event(operation, one))];
  const struck = event(operation, { faulted: true, acted: kind.acts });
  const events = [...before, struck, ...later.map((one) => event(operation, one))];
  const run = { passed: !fails, events, isStopped };
  const place = { kind, world: 'w', operation, nth: 1 };
  const found = judgeFault(place, run, { passed: true, events: usual });
  return found && `${found.is}: ${found.sentence.replace(`A ${operation} ${kind.says} `, '')}`;
}

const ignored: Reaction = {};
const fails: Reaction = { fails: true };
const sentAgain: Reaction = { later: [{ at: 1000 }] };
const sentEarly: Reaction = { later: [{ at: 999 }] };
const sentAgainInVain: Reaction = { later: [{ acted: false }] };
const sentChanged: Reaction = { later: [{ request: 'x' }] };
const sentAsUsual: Reaction = { later: [{}], usually: [{}] };
const sentOnceMore: Reaction = { later: [{}, {}], usually: [{}] };
const waitsForever: Reaction = { fails: true, isStopped: true };
function times(count: number): Reaction {
  return { fails: true, later: Array.from({ length: count }, () => ({})) };
}

const twoReports = 'harm: is sent again, and two reports exist.';
const unnoticed = 'allowed: is not sent again, and nobody notices: allowed, since it was done.';
const neverDone = 'harm: is not sent again, and nobody notices: what was asked is never done.';
const taken = 'harm: is taken for a success.';

test.each<[OperationName, string, Reaction, string | undefined]>([
  ...['cut', 'reset', 'silence', '500'].flatMap(
    (fault): [OperationName, string, Reaction, string | undefined][] => [
      ['create', fault, sentAgain, undefined],
      ['create', `${fault} after it`, sentAgain, twoReports],
    ],
  ),
  ['create', 'half', sentAgain, twoReports],
  ['create', 'slow', sentAgain, twoReports],
  ['create', 'cut after it', sentAgainInVain, undefined],
  [
    'create',
    'cut after it',
    sentChanged,
    'harm: is sent again in another form, and two reports exist.',
  ],
  // Requests that the command always makes are no reaction, nor are those in another world.
  ['create', 'cut after it', sentAsUsual, unnoticed],
  ['create', 'cut after it', { later: [{ world: 'x' }] }, unnoticed],
  ['create', 'cut after it', sentOnceMore, twoReports],
  [
    'create',
    '429',
    sentChanged,
    'harm: is sent again in another form before the time of Retry-After is over.',
  ],
  ['delete', '503', sentEarly, 'harm: is sent again before the time of Retry-After is over.'],
  ['delete', '503', sentAgain, undefined],
  [
    'create',
    '503 after it',
    sentAgain,
    'allowed: is sent again as it was told to, and two reports exist: allowed.',
  ],
  ['delete', '500', ignored, neverDone],
  ['delete', '500', fails, 'allowed: is not sent again, and the command fails: allowed.'],
  [
    'delete',
    '500 after it',
    ignored,
    'allowed: is taken for a success: nobody can know, it may have been done or not.',
  ],
  ...['silence', 'silence after it'].map((fault): [OperationName, string, Reaction, string] => [
    'delete',
    fault,
    waitsForever,
    'harm: is waited for until the run is stopped: there is no timeout, or a longer one.',
  ]),
  ['delete', '500', waitsForever, 'allowed: is not sent again, and the command fails: allowed.'],
  ['delete', 'down', times(50), undefined],
  ['delete', 'down', times(51), 'harm: is sent again without end.'],
  ['create', 'half', ignored, taken],
  ['fetch', 'page', { usually: [{}] }, taken],
  [
    'create',
    'page after it',
    ignored,
    'allowed: is taken for a success: nobody can know, it may have been done or not.',
  ],
  // What only asks must have an answer from somewhere.
  ['fetch', 'cut', ignored, taken],
  ['fetch', 'cut', sentAsUsual, 'allowed: is not sent again, and nobody notices.'],
  [
    'fetch',
    'cut',
    { ...sentAgain, fails: true },
    'allowed: is sent again, and the command fails all the same: allowed.',
  ],
  ['fetch', 'slow', ignored, undefined],
  ['fetch', 'slow', fails, 'allowed: is not survived: the command fails.'],
  ['lookup', 'cut after it', sentAgain, 'allowed: is sent again, and two are counted: allowed.'],
  ['lookup', '500', sentAgain, undefined],
])('a %s, "%s", %j: %s', (operation, fault, reaction, finding) => {
  expect(findingOn(operation, fault, reaction)).toBe(finding);
});

test('a fault that struck no request has shown nothing', () => {
  const run = { passed: true, events: [event('create')] };
  const [place] = faultPlaces(run.events);
  expect(place && judgeFault(place, run, run)).toBeUndefined();
  expect(place).toBeDefined();
});

/** `create 0 of w: cut` */
function triedOn(...events: ApiEvent[]): string[] {
  return faultPlaces(events).map(
    ({ kind, world, operation, nth }) => `${operation} ${nth} of ${world}: ${kind.name}`,
  );
}

test('each fault is tried before and after a change or a count, and of other requests before alone', () => {
  for (const operation of ['create', 'lookup'] as const)
    for (const fault of ['cut', 'reset', 'silence', '429', '503', '500', 'page'])
      expect(triedOn(event(operation))).toEqual(
        expect.arrayContaining([
          `${operation} 0 of w: ${fault}`,
          `${operation} 0 of w: ${fault} after it`,
        ]),
      );
  expect(triedOn(event('fetch')).filter((one) => one.endsWith('after it'))).toEqual([]);
});

test('the first request of each operation comes first, and on others only what ends by itself', () => {
  const tried = triedOn(
    event('create', { acted: false }),
    event('create'),
    event('create', { world: 'x' }),
    event('fetch'),
  );
  const places = [...new Set(tried.map((one) => one.split(':', 1)[0]))];
  expect(places).toEqual(['create 1 of w', 'fetch 0 of w', 'create 0 of x']);
  expect(tried).toContain('create 1 of w: silence after it');
  expect(tried.filter((one) => /of x: (silence|down)/.test(one))).toEqual([]);
});
