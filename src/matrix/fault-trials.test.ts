import { expect, test } from 'vitest';
import type { OperationName } from '../domain/operation.ts';
import {
  type FaultEvent,
  type FaultKind,
  faultKinds,
  faultTrials,
  judgeFault,
} from './fault-trials.ts';

const event = (operation: OperationName, more: Partial<FaultEvent> = {}): FaultEvent => ({
  ...{ world: 'w', operation, request: 'r', acted: true, faulted: false, at: 0 },
  ...more,
});

/** After the fault at 0 ms: what is sent later, by the time; `usually` is what is sent without a fault. */
interface Reaction {
  readonly fails?: boolean;
  readonly isStopped?: boolean;
  readonly later?: readonly Partial<FaultEvent>[];
  readonly usually?: readonly Partial<FaultEvent>[];
}
const other = [{ request: 'x' }];
const again = [{ at: 1000 }];
const fiftyOne = Array.from({ length: 51 }, () => ({}));

test.each<[OperationName, string, Reaction, string | undefined]>([
  ['create', 'lost', { later: again }, 'harm is sent again, and two reports exist.'],
  ['create', 'lost', { later: [{ acted: false }] }, undefined],
  ['create', 'lost', { later: other }, 'harm is sent again in another form, and two'],
  ['create', 'lost', { later: other, usually: other }, 'told is not sent again, and nobody notice'],
  ['create', 'lost', { later: [{ world: 'x' }] }, 'told is not sent again, and no'],
  ['create', 'lost', { later: [{}, {}], usually: [{}] }, 'harm is sent again, and two reports'],
  ['create', 'lost', { later: [{}], usually: [{}] }, 'told is not sent again, and nobody notices:'],
  ['create', 'reset', { later: again }, undefined],
  ['create', '429', { later: other }, 'harm is sent again in another form before the'],
  ['delete', 'lost', { later: other }, 'told is not sent again, and no'],
  ['delete', 'lost', { later: again }, undefined],
  ['delete', '503', { later: [{ at: 999 }] }, 'harm is sent again before the time of Retry-After'],
  ['delete', '503', { later: again }, undefined],
  ['delete', '500', {}, 'told is taken for a success: nobody can know'],
  ['delete', 'refused', {}, 'harm is not sent again, and nobody notices: what was asked is never'],
  ['delete', 'silence', { fails: true }, 'told is not sent again, and the command fails: allowed.'],
  ['delete', 'silence', { fails: true, isStopped: true }, 'harm is waited for until the run is'],
  ['delete', 'refused', { fails: true, isStopped: true }, 'told is not sent again, and the comma'],
  ['delete', 'down', { fails: true, later: fiftyOne }, 'harm is sent again without end.'],
  ['delete', 'down', { fails: true, later: fiftyOne.slice(1) }, undefined],
  ['create', 'half', {}, 'harm is taken for a success.'],
  ['fetch', 'page', { usually: again }, 'harm is taken for a success.'],
  ['fetch', 'lost', {}, 'harm is taken for a success.'],
  ['fetch', 'lost', { later: again, usually: again }, 'told is not sent again, and nobody notic'],
  ['fetch', 'lost', { later: again, fails: true }, 'told is sent again, and the command fails all'],
  ['fetch', 'slow', {}, undefined],
  ['fetch', 'slow', { fails: true }, 'told is not survived: the command fails.'],
  ['lookup', 'lost', { later: again }, 'told is sent again, and two are counted: allowed.'],
  ['lookup', 'refused', { later: again }, undefined],
])('a %s under the fault %s, and then %j: %s', (operation, name, reaction, says) => {
  const { fails, isStopped, later = [], usually = [] } = reaction;
  const [kind] = faultKinds.filter((one) => one.name === name) as [FaultKind];
  const trial = { kind, world: 'w', operation, nth: 1 };
  // The second request of the operation, in both runs.
  const before = [event(operation), event(operation === 'fetch' ? 'lookup' : 'fetch')];
  const usual = [...before, event(operation), ...usually.map((one) => event(operation, one))];
  const faulted = event(operation, { faulted: true, acted: kind.acts });
  const events = [...before, faulted, ...later.map((one) => event(operation, one))];
  const run = { passed: !fails, events, ...(isStopped && { isStopped }) };
  const found = judgeFault(trial, run, { passed: true, events: usual });
  const subject = `A ${operation} ${kind.says} `;
  expect(found && `${found.is} ${found.sentence.replace(subject, '')}`).toEqual(
    says && expect.stringContaining(says),
  );
  expect(judgeFault(trial, { passed: true, events: usual }, { passed: true, events })).toBe(
    undefined,
  );
});

test('every fault is tried on the first request of each operation, and on others what ends by itself', () => {
  const events = [
    event('create', { acted: false }),
    event('create'),
    event('create', { world: 'x' }),
    event('fetch'),
  ];
  const tried = faultTrials({ passed: true, events }).map(
    ({ kind, world, operation, nth }) => `${operation} ${nth} of ${world}: ${kind.name}`,
  );
  const names = faultKinds.map(({ name }) => name);
  const ending = names.filter((name) => name !== 'silence' && name !== 'down');
  expect(tried).toEqual([
    ...names.map((name) => `create 1 of w: ${name}`),
    ...names.map((name) => `fetch 0 of w: ${name}`),
    ...ending.map((name) => `create 0 of x: ${name}`),
  ]);
});
