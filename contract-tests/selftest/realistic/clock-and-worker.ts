import type { Json } from '../mutant.ts';
import { aHash, del, get, look, noFile, post } from './conversation.ts';
import { type FrontState, jsonOf } from './front.ts';
import {
  answers,
  by,
  counts,
  errorResponse,
  type FaultsById,
  hides,
  isDone,
  isKnownToken,
  keeps,
  on,
  otherResearcher,
  reader,
  researcher,
  saying,
  second,
  shows,
  takes,
} from './layers.ts';

const minute = 60 * second;
const file = { file256Hash: aHash };
const age = ({ now }: FrontState, { at }: { readonly at: number }): number => now() - at;
/** How often a report was fetched before. */
const fetches = ({ history }: FrontState, id: string, since = 0): number =>
  history.filter(
    ({ request, at }) => request.operation === 'fetch' && request.id === id && at >= since,
  ).length;
const answered = (
  { history }: FrontState,
  isMeant: (json: Json, done: boolean) => boolean,
): number => history.filter(({ response }) => isMeant(jsonOf(response), isDone(response))).length;

/** Faults that depend on time. */
export const clockFaults: FaultsById = {
  'reports-last-three-seconds': {
    says: 'Reports live in a cache whose entries expire.',
    breaks: 'fetch/report-stays',
    layer: hides((made, world) => age(world, made) >= 3 * second),
    shows: [post(), get(1), 3, get(1)],
  },
  'lost-in-the-last-second-of-a-minute': {
    says: 'What comes while the partition of a minute is closed goes into no partition.',
    breaks: 'fetch/stored-report-is-found',
    layer: hides(({ at }) => at % minute >= 59 * second),
    shows: [59, post(), 2, get(1)],
  },
  'sixty-seconds': {
    says: 'Seconds are rounded, up to 60.',
    breaks: 'report/reported-at-calendar',
    layer: shows(({ id, reportedAt }, { made }) => {
      const isLate = ((made.get(id)?.at ?? 0) % minute) / second >= 59.5;
      return isLate ? { reportedAt: `${reportedAt.slice(0, -2)}60` } : {};
    }),
    shows: [59.6, post(), get(1)],
  },
  'deleted-before-it-was-flushed': {
    says: 'Creates are written two seconds later, also where the report was deleted meanwhile.',
    breaks: 'delete/success-means-gone',
    layer: keeps((gone, world, { id }) => {
      const made = world.made.get(id);
      return made !== undefined && gone.at - made.at < 2 * second && age(world, made) >= 2 * second;
    }),
    shows: [post(), del(1), get(1), 3, get(1)],
  },
  'creator-may-delete-for-two-seconds': {
    says: 'After an edit window of two seconds, creators are refused.',
    breaks: 'delete/creator-may-delete',
    layer: on('delete', (one, world) => {
      const made = world.made.get(one.id);
      const isLate = made && made.by === one.token && age(world, made) >= 2 * second;
      return isLate ? errorResponse(403, 'The edit window is over.') : undefined;
    }),
    shows: [post(), 2, del(1)],
  },
  'creator-forgotten-after-three-seconds': {
    says: 'Creators are looked up in a cache, and who is not in it may be anybody.',
    breaks: 'delete/other-researcher-may-not',
    layer: on('delete', (one, world) => {
      const made = world.made.get(one.id);
      const isForgotten = made && one.token === otherResearcher && age(world, made) >= 3 * second;
      return isForgotten ? world.pass(by(one, made.by)) : undefined;
    }),
    shows: [post(), 3, del(1, { by: otherResearcher })],
  },
  'checks-fail-open-under-load': {
    says: 'With more than thirty requests in a second, the token service is not asked any more.',
    breaks: 'create/token-must-be-known',
    layer: takes(({ token }, world) => {
      const busy = world.history.filter(({ at }) => age(world, { at }) < second).length > 30;
      return busy && token && !isKnownToken(token) ? researcher : token;
    }),
    shows: [...Array.from({ length: 31 }, () => get(1)), post({ by: 'nobody' })],
  },
  'id-of-the-second-and-the-file': {
    says: 'Ids are made of the second and the hash.',
    breaks: 'create/makes-a-new-report',
    layer: answers((response, one, { made, now }) => {
      const twin = [...made.values()].find(
        ({ draft, at }) =>
          draft.file256Hash === one.draft.file256Hash &&
          Math.floor(at / second) === Math.floor(now() / second),
      );
      const isTwin = one.operation === 'create' && isDone(response) && twin;
      return isTwin ? saying(response, { id: twin.id, successful: true }) : response;
    }),
    shows: [post({ draft: file }), post({ draft: file, feed: 'dyndnsco' })],
  },
};

/** Several processes with different state or of different versions. */
export const workerFaults: FaultsById = {
  'count-in-each-worker': {
    says: 'Two workers count lookups, each for itself.',
    breaks: 'lookup/every-call-counts',
    layer: counts(({ token }, { history }) => {
      const earlier = history.filter(
        ({ request }) => request.operation === 'lookup' && request.token === token,
      );
      return earlier.length % 2 === 1 ? 0 : 1;
    }),
    shows: [1, 2, 3, 4, 5].map(() => look(noFile)),
  },
  'known-to-one-worker': {
    says: 'A report is known to the worker that took it, and three seconds later to the other one.',
    breaks: 'fetch/report-stays',
    layer: hides((made, world) => {
      return age(world, made) < 3 * second && fetches(world, made.id) % 2 === 1;
    }),
    shows: [post(), get(1), get(1)],
  },
  'deleted-in-one-worker': {
    says: 'The other worker hears of a deletion three seconds later.',
    breaks: 'delete/success-means-gone',
    layer: keeps((gone, world, { id }) => {
      return age(world, gone) < 3 * second && fetches(world, id, gone.at) % 2 === 1;
    }),
    shows: [post(), del(1), get(1), get(1)],
  },
  'one-worker-has-the-old-errors': {
    says: 'One worker in three still says message where the others say error.',
    breaks: 'fetch/error-present',
    layer: answers((response, { operation }, world) => {
      if (operation !== 'fetch' || isDone(response)) return response;
      const { error, ...rest } = jsonOf(response);
      const nth = answered(world, (_, done) => !done);
      return nth % 3 === 2 ? saying(response, { ...rest, message: error }) : response;
    }),
    shows: [get(1), get(1), get(1)],
  },
  'one-worker-in-another-time-zone': {
    says: 'One of two workers was started with another TZ.',
    breaks: 'fetch/repeated-fetches-agree',
    layer: shows(({ id, reportedAt }, world) => {
      const later = new Date(Date.parse(`${reportedAt.replace(' ', 'T')}Z`) + 60 * minute);
      const there = later.toISOString().slice(0, 19).replace('T', ' ');
      return fetches(world, id) % 2 === 1 ? { reportedAt: there } : {};
    }),
    shows: [post(), get(1), get(1)],
  },
  'one-worker-says-successful': {
    says: 'One worker in four names the flag of a deletion as all others are named.',
    breaks: 'delete/flag-is-success',
    layer: answers((response, { operation }, world) => {
      const { success, ...rest } = operation === 'delete' ? jsonOf(response) : {};
      const isOld = success && world.gone.size % 4 === 0;
      return isOld ? saying(response, { ...rest, successful: success }) : response;
    }),
    shows: [post(), post(), post(), post(), del(1), del(2), del(3), del(4)],
  },
  'one-create-in-thirty-is-lost': {
    says: 'A worker that is restarted has answered a create that it did not commit.',
    breaks: 'fetch/stored-report-is-found',
    layer: hides(({ nth }) => nth % 30 === 29),
    shows: [...Array.from({ length: 30 }, () => post()), 2, get(30)],
  },
  'replica-lags-three-seconds': {
    says: 'All but the creator read from a replica that is three seconds behind.',
    breaks: 'fetch/stored-report-is-found',
    layer: hides((made, world, { token }) => token !== made.by && age(world, made) < 3 * second),
    shows: [post(), 2, get(1, { by: reader }), 2, get(1, { by: reader })],
  },
};
