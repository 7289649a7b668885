import { expect, onTestFinished, test } from 'vitest';
import { adminDocument } from '../contract/admin-document.ts';
import { type RunningServer, startServer } from '../server.ts';
import type { FaultRule } from '../worlds/fault-rule.ts';
import { most, seenRequests } from '../worlds/limits.ts';
import { Faults } from '../worlds/world-faults.ts';

function hash(n: number): string {
  return n.toString(16).padStart(64, '0');
}

/** For one test: the bounds themselves take long to reach. */
function lower(bound: keyof typeof most, to = 30): void {
  const usual = most[bound];
  most[bound] = to;
  onTestFinished(() => {
    most[bound] = usual;
  });
}

/** Everything with a limit: how to create one, and the message of the refusal. */
const made: [keyof typeof most, (server: RunningServer, n: number) => unknown, string][] = [
  [
    'worlds',
    (server, n) => server.createWorld({ id: `w${n}` }),
    '30 worlds in addition to the first',
  ],
  ['snapshots', (server, n) => server.takeSnapshot(`s${n}`), '30 snapshots in a world'],
  ['faults', (server) => server.addFault({ type: 'delay', ms: 0 }), '30 faults in a world'],
  ['callers', (server, n) => server.mintCaller({ id: `c${n}` }), '30 callers in a world'],
  ['services', (server, n) => server.addService(`s${n}`), '30 services in a world'],
  [
    'analyses',
    (server, n) => server.addAnalysis({ sha256Hash: hash(n) }),
    '30 analyses in a world',
  ],
];

async function refusal(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return 'none';
}

test.each(made)(
  'there are only so many %s, and a refusal names the bound',
  async (of, make, says) => {
    lower(of);
    await using server = await startServer();
    let last: unknown = 'none';
    for (let n = 0; n <= most[of] && last === 'none'; n += 1)
      last = await refusal(() => make(server, n));
    expect(last).toMatchObject({ kind: 'too-many', status: 409 });
    expect((last as Error).message).toContain(`There can be at most ${says}. `);
  },
);

test('replacing an entry does not count against the limit', async () => {
  lower('snapshots');
  lower('analyses');
  await using server = await startServer();
  for (let n = 0; n < most.snapshots; n += 1) await server.takeSnapshot(`s${n}`);
  await server.takeSnapshot('s0');
  const known = server.state().analyses.length;
  for (let n = known; n < most.analyses; n += 1) await server.addAnalysis({ sha256Hash: hash(n) });
  await server.addAnalysis({ sha256Hash: hash(known), fileName: 'again.bin' });
  expect(server.state().analyses).toHaveLength(most.analyses);
});

test('an idle world makes room for another', async () => {
  lower('worlds');
  const machine = { time: 0 };
  await using server = await startServer({ environment: { uptime: () => machine.time } });
  for (let n = 0; n < most.worlds; n += 1) await server.createWorld({ idleMinutes: 0.5 });
  machine.time = 31_000;
  expect((await server.createWorld()).id).toBe(String(most.worlds + 1));
});

test('faults have a bound by their bytes, which is free again when one is gone', async () => {
  await using server = await startServer();
  const large: FaultRule = { type: 'reply', status: 500, body: 'x'.repeat(1_000_000), times: 1 };
  for (let n = 0; n < 4; n += 1) server.addFault(large);
  expect(() => server.addFault(large)).toThrow('4194304 bytes of faults in a world');
  await fetch(`${server.baseUrl}/private/sample/x`);
  server.addFault(large);
  server.clearFaults();
  for (let n = 0; n < 4; n += 1) server.addFault(large);
});

test('an analysis is no larger than its bound', async () => {
  await using server = await startServer();
  const configs = { a: { b: 'x'.repeat(most.analysisBytes) } };
  await expect(server.addAnalysis({ sha256Hash: hash(1), configs })).rejects.toThrow('65536');
  const deep = JSON.parse(`${'['.repeat(1e5)}${']'.repeat(1e5)}`);
  await expect(
    server.addAnalysis({ sha256Hash: hash(1), configs: { a: { deep } } }),
  ).rejects.toThrow('nests too deep');
});

test('waits have a bound, and leave room when they hang up', async () => {
  lower('waits');
  await using server = await startServer();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const { signal } = stop;
  let refused = () => {};
  const isFull = new Promise<void>((resolve) => {
    refused = resolve;
  });
  const url = `${server.adminUrl}/requests/wait?timeoutMs=300000`;
  const asked = Array.from({ length: most.waits + 1 }, async () => {
    const answer = await fetch(url, { signal });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 409,
      body: {
        detail: 'There can be at most 30 waits for requests at the same time. Hang up one first.',
      },
    });
    refused();
  });
  const ended = Promise.allSettled(asked);
  await isFull;
  stop.abort();
  await ended;
  for (;;) {
    const answer = await fetch(`${server.adminUrl}/requests/wait?timeoutMs=0`);
    if (answer.status === 504) break;
  }
});

test('the faults of one operation do not slow down another', () => {
  const faults = new Faults();
  for (let n = 0; n < 1000; n += 1) faults.add({ type: 'delay', ms: 1, operation: 'delete' });
  expect(faults.isSpared('fetch')).toBe(true);
  expect(faults.isSpared('delete')).toBe(false);
  let asked = 0;
  const caller = () => {
    asked += 1;
    return 'reader';
  };
  const request = () => ({ method: 'GET', url: '/', headers: {} });
  expect(faults.activeFor({ operation: 'fetch', caller, request })).toBeUndefined();
  expect(asked).toBe(0);
  expect(faults.activeFor({ operation: 'delete', caller, request })?.delay).toBe(1000);
  expect(asked).toBe(1);
});

test('every bound is named in the document of the control plane', () => {
  const said = JSON.stringify(adminDocument());
  const numbers = [most, seenRequests.first, seenRequests.made].flatMap((part) =>
    Object.values(part),
  );
  expect(numbers.filter((number) => !said.includes(String(number)))).toEqual([]);
});
