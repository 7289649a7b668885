import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { loadedLater } from './loaded-later.ts';

const req = {} as IncomingMessage;
const response = (name: string) => ({ name }) as unknown as ServerResponse;
const nameOf = (res: ServerResponse) => (res as unknown as { name: string }).name;

test('requests that come while it is loaded are answered in their order, and it is loaded once', async () => {
  const answered: string[] = [];
  let loads = 0;
  const { handle, load } = loadedLater(
    async () => {
      loads += 1;
      return (_req, res) => void answered.push(nameOf(res));
    },
    () => {},
  );
  handle(req, response('a'));
  load();
  handle(req, response('b'));
  expect(answered).toEqual([]);
  await new Promise(setImmediate);
  handle(req, response('c'));
  expect(answered).toEqual(['a', 'b', 'c']);
  expect(loads).toBe(1);
});

test('where it cannot be loaded, every request hears of it', async () => {
  const failures: string[] = [];
  const { handle, load } = loadedLater(
    () => Promise.reject(new Error('no such module')),
    (error, res) => void failures.push(`${nameOf(res)}: ${(error as Error).message}`),
  );
  load();
  handle(req, response('a'));
  await new Promise(setImmediate);
  handle(req, response('b'));
  await new Promise(setImmediate);
  expect(failures).toEqual(['a: no such module', 'b: no such module']);
});
