import { afterEach, expect, test, vi } from 'vitest';
import { checkedTarget } from '../target/target-check.ts';
import { connectionsTo } from './connections.ts';

const target = checkedTarget({
  baseUrl: 'http://127.0.0.1:9',
  service: 'tunnelco',
  areas: ['feed'],
  tokens: { researcher: 'secret-1' },
});
const fetching = { operation: 'fetch', caller: { key: 'nobody' }, about: {} } as const;

afterEach(() => void vi.useRealTimers());

test('a slow response closes idle connections, but not after a stop has closed them all', async () => {
  vi.useFakeTimers();
  const connections = connectionsTo(target);
  connections.waiting();
  const [first] = [connections.of(fetching, false), vi.advanceTimersByTime(1_000)];
  const second = connections.of(fetching, false);
  expect(second).not.toBe(first);
  connections.waiting();
  await connections.close();
  vi.advanceTimersByTime(10_000);
  expect(connections.of(fetching, false)).toBe(second);
});
