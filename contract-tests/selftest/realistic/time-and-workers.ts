import type { FrontState } from './front.ts';
import {
  by,
  type FaultsById,
  gives,
  hides,
  isKnownToken,
  keeps,
  on,
  otherResearcher,
  remembersRole,
  researcher,
  second,
  shows,
  takes,
} from './layers.ts';

const minute = 60 * second;

function age({ now }: FrontState, { at }: { readonly at: number }): number {
  return now() - at;
}

/** How often a report was fetched before. */
function fetches({ history }: FrontState, id: string, since = 0): number {
  return history.filter(
    ({ request, at }) => request.operation === 'fetch' && request.id === id && at >= since,
  ).length;
}

/** Faults that depend on time or load, and several processes with different state. */
export const timeAndWorkerFaults: FaultsById = {
  'deleted-before-it-was-flushed': {
    says: 'Creates are written by twenties, also where the report was deleted meanwhile.',
    layer: keeps((gone, { made }, { id }) => {
      const end = 20 * Math.ceil(((made.get(id)?.nth ?? 0) + 1) / 20);
      const before = [...made.values()].filter(({ at }) => at <= gone.at).length;
      return before < end && made.size >= end;
    }),
  },
  'creator-forgotten-after-three-seconds': {
    says: 'Creators are looked up in a cache, and who is not in it may be anybody.',
    layer: on('delete', (one, world) => {
      const made = world.made.get(one.id);
      const isForgotten = made && one.token === otherResearcher && age(world, made) >= 3 * second;
      return isForgotten ? world.pass(by(one, made.by)) : undefined;
    }),
  },
  'checks-fail-open-under-load': {
    says: 'After 300 requests, the token service answers no more, and tokens are taken as they are.',
    layer: takes(({ token }, { history }) =>
      history.length > 300 && token && !isKnownToken(token) ? researcher : token,
    ),
  },
  'role-remembered-for-a-minute': {
    says: 'The role of who created last is remembered for a minute, and a reader has it, too.',
    layer: remembersRole('create', minute),
  },
  'count-in-each-worker': {
    says: 'Two workers count lookups, each for itself.',
    layer: gives(({ token }, { history }) => {
      const earlier = history.filter(
        ({ request }) => request.operation === 'lookup' && request.token === token,
      );
      return earlier.length % 2 === 1;
    }),
  },
  'known-to-one-worker': {
    says: 'A report is known to the worker that took it, and half a minute later to the other one.',
    layer: hides((made, world) => {
      return age(world, made) < 30 * second && fetches(world, made.id) % 2 === 1;
    }),
  },
  'one-worker-in-another-time-zone': {
    says: 'One of two workers was started with another TZ.',
    layer: shows(({ id, reportedAt }, world) => {
      const later = new Date(Date.parse(`${reportedAt.replace(' ', 'T')}Z`) + 60 * minute);
      const there = later.toISOString().slice(0, 19).replace('T', ' ');
      return fetches(world, id) % 2 === 1 ? { reportedAt: there } : {};
    }),
  },
  'one-create-in-thirty-is-lost': {
    says: 'A worker that is restarted has answered a create that it did not commit.',
    layer: hides(({ nth }) => nth % 30 === 29),
  },
};
