import type { Adapter } from 'lowdb';
import { expect, test } from 'vitest';
import type { Data } from '../store/contents.ts';
import { createRequest, headersOf } from './create.test.support.ts';
import { feed, seededId, seededSha256 } from './request/sample-values.test.support.ts';
import { serveParts } from './test-server.test.support.ts';

/** A disk that can be full. */
function fullDisk() {
  const disk = { full: true };
  const adapter: Adapter<Data> = {
    read: async () => null,
    write: async () => {
      if (disk.full) throw new Error('ENOSPC');
    },
  };
  return { disk, adapter };
}

const headers = headersOf();

test.each([
  ['create', feed, createRequest(), 201],
  ['delete', `${feed}?report=${seededId}`, { method: 'DELETE', headers }, 200],
  ['lookup', `/private/sample/${seededSha256}`, { headers }, 200],
])(
  'a %s that cannot be stored is rolled back with 503, and succeeds later',
  async (_what, path, init, status) => {
    const { disk, adapter } = fullDisk();
    const server = await serveParts({ adapter });
    const before = server.state();
    const failed = await fetch(`${server.url}${path}`, init);
    expect({ status: failed.status, body: await failed.json() }).toEqual({
      status: 503,
      body: {
        error: 'The change could not be stored and was not made. Try again later.',
        successful: false,
      },
    });
    expect(server.state()).toEqual(before);
    expect(server.bugs).toEqual([]);

    disk.full = false;
    expect((await fetch(`${server.url}${path}`, init)).status).toBe(status);
    expect(server.state()).not.toEqual(before);
  },
);

test('a full disk does not affect fetches', async () => {
  const server = await serveParts(fullDisk());
  const fetched = await fetch(`${server.url}${feed}?report=${seededId}`, { headers });
  expect(fetched.status).toBe(200);
});
