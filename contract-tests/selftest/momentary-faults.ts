import { cached, type FaultsById, keeps, remembersRole } from './realistic/layers.ts';

/** Faults that last for a moment: on a slow link nobody meets them, and a slow replay misses them. */
export const momentaryFaults: FaultsById = {
  'fetch-cached-for-a-moment': {
    says: 'Fetches are cached by path for 150 ms, and deletions do not purge.',
    layer: cached('fetch', 0.15),
  },
  'role-remembered-for-a-moment': {
    says: 'The role of who created last is remembered for 400 ms, and a reader has it, too.',
    layer: remembersRole('create', 400),
  },
  'role-remembered-after-deletions': {
    says: 'The role of who deleted last is remembered for 400 ms, and a reader has it, too.',
    layer: remembersRole('delete', 400),
  },
  'replica-lags-now-and-then': {
    says: 'One fetch in four is served by a replica, 100 ms behind.',
    layer: keeps((gone, { history, now }) => now() - gone.at < 100 && history.length % 4 === 0),
  },
};
