import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { answering } from '../../../src/traffic/listening.test.support.ts';
import { feedTargetAt } from '../../service/target/target.test.support.ts';
import { Connections } from './connections.ts';

test('a shared connection leads to one server, and is used until it is closed, which is told once', async () => {
  const [origin, other] = [
    await answering((_, response) => response.end()),
    await answering((_, response) => response.end()),
  ];
  const connections = new Connections(feedTargetAt(origin));
  onTestFinished(() => connections.close());
  let closed = 0;
  const shared = connections.share(() => {
    closed += 1;
  });
  const dispatcher = shared.dispatcherTo(origin);
  await (await request(origin, { ...(dispatcher && { dispatcher }) })).body.dump();
  expect(shared.number).toBe(0);
  expect(shared.dispatcherTo(other)).toBeUndefined();
  await shared.close();
  await shared.close();
  expect(closed).toBe(1);
  expect(shared.dispatcherTo(origin)).toBeUndefined();
});
