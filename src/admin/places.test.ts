import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { ConnectionSlots } from './routes.ts';

const connection = (closed: boolean) => Object.assign(new EventEmitter(), { closed }) as Response;

test('a place is held until its connection closes, and one that has closed already holds none', () => {
  const places = new ConnectionSlots(1, 'requests can wait');
  expect(places.take(connection(true)).aborted).toBe(true);
  const open = connection(false);
  const gone = places.take(open);
  expect(() => places.take(connection(false))).toThrow('1 requests can wait');
  open.emit('close');
  expect(gone.aborted).toBe(true);
  expect(places.take(connection(false)).aborted).toBe(false);
});
