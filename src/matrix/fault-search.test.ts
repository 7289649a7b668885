import { expect, test } from 'vitest';
import type { FaultPlace } from './fault-kinds.ts';
import { FaultSearch } from './fault-search.ts';
import { reportText } from './report.ts';
import type { RequestEvent } from './request-events.ts';
import { passing } from './runs.test.support.ts';
import { Stopped, unwatched } from './search.ts';

/** A request as a run notes it; with a fault, it is done if the fault strikes after it. */
function request(operation: RequestEvent['operation'], fault?: FaultPlace): RequestEvent {
  return {
    operation,
    outcome: '',
    world: 'reports',
    path: '',
    isForeign: false,
    request: `${operation}`,
    acted: fault?.kind.acts ?? true,
    faulted: fault !== undefined,
    at: 0,
  };
}

/** What a client that creates a report does in its nth run: how it ends, and how often it sends the request. */
type Client = (fault: FaultPlace | undefined, nth: number) => { passes: boolean; sends: number };

const givesUp: Client = (fault) => ({
  passes: fault === undefined || fault.kind.isAnswered === true,
  sends: 1,
});
const sendsAgain: Client = (fault) => ({ passes: true, sends: fault ? 2 : 1 });

async function searched(client: Client, operations: RequestEvent['operation'][] = ['create']) {
  let nth = 0;
  const said: string[] = [];
  const search = new FaultSearch(
    1,
    async ({ label, fault }) => {
      nth += 1;
      const { passes, sends } = client(fault, nth);
      const events = operations.flatMap((operation) => {
        const isStruck = fault?.operation === operation;
        const again = Array.from({ length: sends - 1 }, () => request(operation));
        return [
          request(operation, isStruck ? fault : undefined),
          ...(isStruck || !fault ? again : []),
        ];
      });
      return { ...passing, label, passed: passes, events };
    },
    { ...unwatched, say: (line) => void said.push(line) },
  );
  const report = await search.run();
  return { text: reportText(report), said: said.join('\n'), report };
}

test('a client that gives up does no harm, and the report says what it gives up on', async () => {
  const { text, said, report } = await searched(givesUp, ['create', 'delete', 'lookup']);
  expect(said).toContain(
    'It makes 3 requests that are served; 18 kinds of faults are injected into them: 54 runs, about ',
  );
  expect(text).toMatch(/^The command does no harm under any of the 54 faults that were tried\.\n/);
  expect(text).toContain(
    'Allowed, but worth knowing:\n  A create whose connection is cut is not sent again, and the command fails: allowed. (create 1 of "reports")\n',
  );
  expect(report).toMatchObject({ exitCode: 0, kind: 'fault-matrix', more: { requests: 3 } });
});

test('a client that repeats whatever fails makes two reports of one', async () => {
  const { text, report } = await searched(sendsAgain);
  expect(text).toMatch(/^The command does harm under \d+ of the 18 faults that were tried:\n/);
  expect(text).toContain(
    '  A create whose response is lost is sent again, and two reports exist. (create 1 of "reports")\n',
  );
  expect(text).toContain(
    '  A create that gets a 503 with Retry-After is sent again before the time of Retry-After is over. (create 1 of "reports", after 0 of 1000 ms)\n',
  );
  expect(report.exitCode).toBe(1);
});

const interrupted: Client = () => {
  throw new Stopped('interrupted');
};

/** Another client from its nth run on. */
function from(nth: number, other: Client, first: Client = givesUp): Client {
  return (fault, run) => (run >= nth ? other : first)(fault, run);
}

const differs: Client = () => ({ passes: true, sends: 2 });

test.each<{ does: string; client: Client; code: number; says: RegExp }>([
  {
    does: 'does something once',
    // Its fourth run repeats the first fault.
    client: (fault, nth) => (nth === 4 ? { passes: true, sends: 1 } : givesUp(fault, nth)),
    code: 0,
    says: /\nThe command is flaky: it did something else the second time under cut at create 1 of "reports"\.\n/,
  },
  {
    does: 'changes without any fault',
    client: (fault, nth) => (nth > 3 && !fault ? differs(fault, nth) : givesUp(fault, nth)),
    code: 3,
    says: /^The command is flaky: without any fault, it makes 1 create in one run and 2 creates in another\./,
  },
  {
    does: 'does something else in its first run, which is not what others are compared with',
    client: from(2, givesUp, differs),
    code: 0,
    says: /^The command does no harm under any of the 18 faults/,
  },
  {
    does: 'fails without any fault',
    client: () => ({ passes: false, sends: 1 }),
    code: 1,
    says: /^The command fails without any fault\. Let it pass first\.\n/,
  },
  {
    does: 'passes now and then',
    client: (_, nth) => ({ passes: nth % 2 === 0, sends: 1 }),
    code: 3,
    says: /it passes in one run and fails in another/,
  },
  {
    does: 'is stopped before its faults',
    client: from(2, interrupted),
    code: 3,
    says: /^Stopped before its end \(interrupted\), after 1 run\. No harm is confirmed\.\n/,
  },
  {
    does: 'is stopped among them',
    client: from(6, interrupted),
    code: 3,
    says: /^Stopped before its end \(interrupted\), after 5 runs: it tried \d of 18 faults\. No harm is confirmed\.\n[\s\S]*Seen once, and not confirmed:\n {2}A create /,
  },
])('a command that $does', async ({ client, code, says }) => {
  const { text, report } = await searched(client);
  expect(text).toMatch(says);
  expect(report.exitCode).toBe(code);
});

test('a command that makes no request that is served meets no fault', async () => {
  const { text, report } = await searched(givesUp, []);
  expect(text).toMatch(/^The stand-in served no request of the command, so no fault could be/);
  expect(report.exitCode).toBe(3);
});
