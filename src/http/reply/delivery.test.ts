import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { realPause } from './delivery.ts';
import { withContentLength } from './written.ts';

test('another length is announced wherever it stands', () => {
  const head = ['X', 'Content-Length', 'Content-Length', '0', 'Y', '2'];
  expect(withContentLength(head, 1)).toEqual([
    'X',
    'Content-Length',
    'Content-Length',
    '1',
    'Y',
    '2',
  ]);
});

test('a pause that is over has left nothing at its signal', async () => {
  const { signal } = new AbortController();
  for (let time = 0; time < 3; time += 1) await realPause(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
