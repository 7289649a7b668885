import type { Adapter } from 'lowdb';
import { expect, test } from 'vitest';
import { urlOf } from '../docs/reference/call-samples.ts';
import { operationNames } from '../domain/operation.ts';
import { operationNamed } from '../spec/operations.ts';
import type { Data } from '../store/contents.ts';
import { sampleCall } from './sample-calls.test.support.ts';
import { serveParts } from './test-server.test.support.ts';

/** A disk that writes when it is told to. */
function slowDisk() {
  let begin = () => {};
  let end = () => {};
  const begun = new Promise<'writing'>((resolve) => {
    begin = () => resolve('writing');
  });
  const released = new Promise<void>((resolve) => {
    end = resolve;
  });
  const adapter: Adapter<Data> = {
    read: async () => null,
    write: () => {
      begin();
      return released;
    },
  };
  return { adapter, begun, release: () => end() };
}

test.each([...operationNames])('%s is answered when its change is written', async (name) => {
  const { adapter, begun, release } = slowDisk();
  const server = await serveParts({ adapter });
  const sample = sampleCall(name, server.url);
  const answers: number[] = [];
  const answered = fetch(urlOf(sample), {
    method: sample.method,
    headers: { Authorization: sample.authorization, 'Content-Type': 'application/json' },
    ...(sample.body && { body: JSON.stringify(sample.body) }),
  }).then(({ status }) => answers.push(status));
  const first = await Promise.race([begun, answered]);
  const { changes, isCounted } = operationNamed(name);
  expect(first === 'writing', 'whether something is written').toBe(changes || isCounted);
  if (first === 'writing') {
    // Whatever is said at once has been said when another request is answered.
    await fetch(`${server.url}/elsewhere`);
    expect(answers).toEqual([]);
  }
  release();
  await answered;
  expect(answers[0]).toBeLessThan(300);
});
