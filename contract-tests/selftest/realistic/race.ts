import type { FrontRequest, FrontResponse, FrontState } from './front.ts';
import {
  by,
  type FaultsById,
  isDone,
  isKnownToken,
  isMissing,
  keeps,
  on,
  rivals,
  type ShippedFault,
  second,
  sending,
  shows,
  withId,
} from './layers.ts';

/** Handles a request differently if another of its operation is in progress. */
function amongRivals(
  operation: FrontRequest['operation'],
  handle: (
    one: FrontRequest,
    rival: FrontRequest,
    world: FrontState,
  ) => ReturnType<FrontState['pass']> | undefined,
): ShippedFault['layer'] {
  return (world) => async (one, next) => {
    if (one.operation !== operation) return next(one);
    const rival = rivals(one, world).at(-1);
    await world.pause();
    return (rival && (await handle(one, rival, world))) ?? next(one);
  };
}

/** Which requests become one if they are sent at the same time. */
interface Flight {
  readonly isJoined: (one: FrontRequest) => boolean;
  /** What makes two of them the same. */
  readonly sameBy: (one: FrontRequest) => string;
  /** Whether those who waited get this response, or else ask for themselves. */
  readonly isShared?: (response: FrontResponse) => boolean;
}

/** Equal requests at the same time get the response to the first of them. */
function inOneFlight({ isJoined, sameBy, isShared = () => true }: Flight): ShippedFault['layer'] {
  return (world) => {
    const flights = new Map<string, ReturnType<FrontState['pass']>>();
    return async (one, next) => {
      if (!isJoined(one)) return next(one);
      const key = sameBy(one);
      const joined = flights.get(key);
      if (joined) {
        const response = await joined;
        return isShared(response) ? response : next(one);
      }
      const flight = world
        .pause()
        .then(() => next(one))
        .finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    };
  };
}

function isFetch({ operation }: FrontRequest): boolean {
  return operation === 'fetch';
}

function isLookup({ operation }: FrontRequest): boolean {
  return operation === 'lookup';
}

function isKnownLookup(one: FrontRequest): boolean {
  return isLookup(one) && isKnownToken(one.token);
}

/** Faults that occur only with concurrent requests, or depend on what others asked before. */
export const raceFaults: FaultsById = {
  'current-user-is-global': {
    says: 'The caller is kept in a variable of the process until the database has answered.',
    layer: (world) => async (one, next) => {
      await world.pause();
      const latest = [...world.running].findLast(({ token }) => isKnownToken(token));
      return next(latest && one.token ? by(one, latest.token) : one);
    },
  },
  'one-flight-for-all-callers': {
    says: 'Equal lookups at the same time are joined, whoever asks.',
    layer: amongRivals('lookup', (one, rival, { pass }) =>
      rival.url === one.url && isKnownToken(rival.token) ? pass(by(one, rival.token)) : undefined,
    ),
  },
  'one-flight-for-each-caller': {
    says: 'Equal lookups of a caller at the same time wait for the first of them, which alone is counted.',
    layer: inOneFlight({
      isJoined: isKnownLookup,
      sameBy: ({ token, url }) => `${token} ${url}`,
    }),
  },
  'misses-in-one-flight': {
    says: 'Files come from a cache; for what is not in it, one lookup of a caller asks for all that wait.',
    layer: inOneFlight({
      isJoined: isKnownLookup,
      sameBy: ({ token, url }) => `${token} ${url}`,
      isShared: isMissing,
    }),
  },
  'one-flight-by-path': {
    says: 'Equal lookups at the same time wait for the first of them, whoever asks.',
    layer: inOneFlight({ isJoined: isKnownLookup, sameBy: ({ url }) => url }),
  },
  'lookups-in-one-flight-whoever-asks': {
    says: 'Equal lookups at the same time are joined before anybody looks at the token.',
    layer: inOneFlight({ isJoined: isLookup, sameBy: ({ url }) => url }),
  },
  'equal-creates-in-one-flight': {
    says: 'Equal creates at the same time are taken for one that was sent again, whoever sends them.',
    layer: inOneFlight({
      isJoined: (one) => one.operation === 'create' && isKnownToken(one.token),
      sameBy: ({ url, body }) => `${url} ${body}`,
    }),
  },
  'fetches-in-one-flight': {
    says: 'Equal fetches at the same time are joined before anybody looks at the token.',
    layer: inOneFlight({ isJoined: isFetch, sameBy: ({ url }) => url }),
  },
  'fetches-in-one-flight-by-id': {
    says: 'Fetches of a caller at the same time are joined by the id, whatever the feed.',
    layer: inOneFlight({ isJoined: isFetch, sameBy: ({ token, id }) => `${token} ${id}` }),
  },
  'found-reports-in-one-flight': {
    says: 'Who asks while a report is being read gets it, too; who finds none asks for itself.',
    layer: inOneFlight({ isJoined: isFetch, sameBy: ({ url }) => url, isShared: isDone }),
  },
  'fetch-under-way-fills-the-cache': {
    says: 'Fetches are slow, and one that overlaps a deletion puts the report back into the cache, for half a minute.',
    layer: (world) => {
      const keeping = keeps((gone, { now }) => gone.isRaced && now() - gone.at < 30 * second)(
        world,
      );
      return async (one, next) => {
        if (one.operation === 'fetch') await world.pause(40);
        return keeping(one, next);
      };
    },
  },
  'replica-takes-what-is-asked-twice': {
    says: 'While a report is being read, others that ask for it are sent to a replica, which learns of a deletion late.',
    layer: (world) => {
      const lagging = keeps(
        (gone, { now }, one) =>
          now() - gone.at < 30 * second && rivals(one, world).some(({ id }) => id === one.id),
      )(world);
      return async (one, next) => {
        if (isFetch(one)) await world.pause();
        return lagging(one, next);
      };
    },
  },
  'tags-of-the-last-insert': {
    says: 'Tags are inserted under LAST_INSERT_ID, which is that of another create by then.',
    layer: amongRivals('create', (one, rival, { pass }) =>
      Array.isArray(rival.draft.tags)
        ? pass(sending(one, { ...one.draft, tags: rival.draft.tags }))
        : undefined,
    ),
  },
  'rows-move-under-deletions': {
    says: 'Rows are deleted by their number, which another deletion has changed by then.',
    layer: amongRivals('delete', (one, rival, { made, gone, pass }) => {
      const next = [...made.values()].findLast(
        ({ id, by: creator, service }) =>
          ![one.id, rival.id].includes(id) &&
          !gone.has(id) &&
          creator === one.token &&
          service === one.service,
      );
      return next && made.has(one.id) ? pass(withId(one, next.id)) : undefined;
    }),
  },
  'retried-when-busy': {
    says: 'The gateway sends a lookup again when others are under way, and both are counted.',
    layer: (world) => async (one, next) => {
      const isBusy = one.operation === 'lookup' && rivals(one, world).length > 0;
      await world.pause();
      const response = await next(one);
      if (isBusy && isDone(response)) await next(one);
      return response;
    },
  },
  'charged-to-the-last-caller': {
    says: 'A lookup with a token nobody holds is counted for whoever asked last.',
    layer: on('lookup', async (one, world) => {
      const response = await world.pass(one);
      const last = world.history.findLast(({ request }) => request.operation === 'lookup');
      if (response.status === 401 && last) await world.pass(by(one, last.request.token));
      return response;
    }),
  },
  'first-seen-set-to-null': {
    says: 'firstSeenID is a foreign key that is set to NULL when the first report goes.',
    layer: shows(({ id }, world) => {
      const made = world.made.get(id);
      const first = [...world.made.values()].find(
        ({ draft }) => draft.file256Hash === made?.draft.file256Hash,
      );
      return first && first !== made && world.gone.has(first.id) ? { firstSeenID: null } : {};
    }),
  },
};
