import { expect, test } from 'vitest';
import { dice } from '../spec/dice.ts';
import { extent } from '../spec/test-settings.test.support.ts';
import { startServer } from '../start-server.ts';
import { call } from './control-plane.test.support.ts';

/** The lists of a world, and the keys of their entries. */
const keys = {
  services: '',
  callers: 'id',
  analyses: 'sha256Hash',
  snapshots: 'name',
  faults: 'id',
};
type List = keyof typeof keys;
const lists = Object.keys(keys) as List[];
type Lists = { readonly [list in List]: Set<string> };

const copyOf = (some: Lists): Lists =>
  Object.fromEntries(lists.map((list) => [list, new Set(some[list])])) as Lists;

/** The expected contents of a world, by the calls made; starts with what it listed. */
interface World {
  lists: Lists;
  readonly first: Lists;
  readonly snapshots: Map<string, Lists>;
}

/** A call, its expected status, and its effect on the model. */
interface Act {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body?: object;
  readonly apply?: (body: { readonly id?: string }) => unknown;
}

function actsIn(world: World, below: (end: number) => number): Act[] {
  const { services, callers, analyses, snapshots, faults } = world.lists;
  const name = `n${below(8)}`;
  const sha256Hash = below(20).toString(16).padStart(64, '0');
  const kept = world.snapshots.get(name);
  const restore = (to: Lists) => {
    world.lists = { ...copyOf(to), snapshots, faults };
  };
  const add = (path: string, list: Set<string>, key: string, body: object): Act => ({
    // An analysis replaces an existing one.
    ...{ method: 'POST', path, body, status: list !== analyses && list.has(key) ? 409 : 201 },
    apply: () => list.add(key),
  });
  const drop = (path: string, list: Set<string>): Act => ({
    ...{ method: 'DELETE', path: `${path}/${name}`, status: list.has(name) ? 204 : 404 },
    apply: () => list.delete(name),
  });
  return [
    add('/services', services, name, { name }),
    add('/callers', callers, name, { id: name, roles: ['researcher'] }),
    add('/analyses', analyses, sha256Hash, { sha256Hash }),
    drop('/callers', callers),
    drop('/snapshots', snapshots),
    {
      ...{ method: 'POST', path: '/faults', body: { type: 'drop', times: 3 }, status: 201 },
      apply: ({ id = '' }) => faults.add(id),
    },
    { method: 'DELETE', path: '/faults', status: 204, apply: () => faults.clear() },
    {
      ...{ method: 'PUT', path: `/snapshots/${name}`, status: 200 },
      apply: () => snapshots.add(name) && world.snapshots.set(name, copyOf(world.lists)),
    },
    {
      ...{ method: 'POST', path: `/snapshots/${name}/restore` },
      status: snapshots.has(name) ? 204 : 404,
      apply: () => kept && restore(kept),
    },
    {
      ...{ method: 'POST', path: '/reset', status: 204 },
      apply: () => {
        restore(world.first);
        faults.clear();
      },
    },
    { method: 'PUT', path: '/dialect', body: { name: 'contrary' }, status: 200 },
    { method: 'PUT', path: '/ids', body: { seed: name }, status: 200 },
  ];
}

test.each(extent === 'quick' ? [1] : [1, 2, 3])(
  'a world lists what a simple model says, whatever was done: walk %i',
  async (seed) => {
    await using server = await startServer();
    const made = await call(server.adminUrl, 'POST /worlds', {});
    const { adminUrl } = made.body as { adminUrl: string };
    const next = dice(seed);
    const below = (end: number) => Math.floor(next() * end);
    const seen = async () => {
      const all = lists.map(async (list) => {
        const { body } = await call(adminUrl, `GET /${list}`);
        const items = (body as { [list in List]: { [key: string]: string }[] })[list];
        return [list, new Set(items.map((item) => item[keys[list]] ?? String(item)))];
      });
      return Object.fromEntries(await Promise.all(all)) as Lists;
    };
    const first = await seen();
    const world: World = { lists: copyOf(first), first, snapshots: new Map() };
    for (let step = 1; step <= 150; step += 1) {
      const acts = actsIn(world, below);
      const { method, path, body, status, apply } = acts[below(acts.length)] as Act;
      const isSpoilt = body !== undefined && next() < 0.3;
      const sent = isSpoilt ? { ...body, extra: 1 } : body;
      const answer = await call(adminUrl, `${method} ${path}`, sent);
      const asked = `step ${step}: ${method} ${path}`;
      expect(answer.status, asked).toBe(isSpoilt ? 400 : status);
      if (answer.status < 300) apply?.(answer.body as { id?: string });
      if (step % 10 === 0) expect(await seen(), asked).toEqual(world.lists);
    }
  },
);
