import { del, file, get, look, noFile, post } from './conversation.ts';
import { type FrontRequest, type FrontState, jsonOf } from './front.ts';
import {
  analyst,
  by,
  type FaultsById,
  hides,
  isDone,
  isKnownToken,
  keeps,
  otherResearcher,
  rivals,
  type ShippedFault,
  saying,
  second,
  sending,
  withId,
} from './layers.ts';

/** Handles a request differently if another of its operation is in progress. */
const amongRivals = (
  operation: FrontRequest['operation'],
  handle: (
    one: FrontRequest,
    rival: FrontRequest,
    world: FrontState,
  ) => ReturnType<FrontState['pass']> | undefined,
): ShippedFault['layer'] => {
  return (world) => async (one, next) => {
    if (one.operation !== operation) return next(one);
    const rival = rivals(one, world).at(-1);
    await world.pause();
    return (rival && (await handle(one, rival, world))) ?? next(one);
  };
};

/** Faults that occur only with concurrent requests. */
export const raceFaults: FaultsById = {
  'current-user-is-global': {
    says: 'The caller is kept in a variable of the process until the database has answered.',
    breaks: 'delete/other-researcher-may-not',
    layer: (world) => async (one, next) => {
      await world.pause();
      const latest = [...world.running].findLast(({ token }) => isKnownToken(token));
      return next(latest && one.token ? by(one, latest.token) : one);
    },
    shows: [post(), [del(1, { by: otherResearcher }), get(1)]],
  },
  'one-flight-for-a-feed': {
    says: 'Fetches at the same time are joined, by the path without its query.',
    breaks: 'fetch/gives-the-report-asked-for',
    layer: amongRivals('fetch', (one, rival, { pass }) =>
      rival.service === one.service ? pass(withId(one, rival.id)) : undefined,
    ),
    shows: [post(), post(), [get(1), get(2)]],
  },
  'one-flight-counts-once': {
    says: 'Equal lookups of a caller at the same time are joined before they are counted.',
    breaks: 'lookup/counts-in-parallel',
    layer: amongRivals('lookup', (one, rival, { pass }) =>
      rival.url === one.url && rival.token === one.token && isKnownToken(one.token)
        ? pass(by(one, analyst))
        : undefined,
    ),
    shows: [[look(noFile), look(noFile)], ...[1, 2, 3].map(() => look(noFile))],
  },
  'one-flight-for-all-callers': {
    says: 'Equal lookups at the same time are joined, whoever asks.',
    breaks: 'lookup/token-must-be-known',
    layer: amongRivals('lookup', (one, rival, { pass }) =>
      rival.url === one.url && isKnownToken(rival.token) ? pass(by(one, rival.token)) : undefined,
    ),
    shows: [[look(file.sha256), look(file.sha256, { by: 'nobody' })]],
  },
  'fetch-under-way-fills-the-cache': {
    says: 'A fetch that overlaps a deletion puts the report back into the cache, for five seconds.',
    breaks: 'delete/success-means-gone',
    layer: (world) => {
      const keeping = keeps((gone, { now }) => gone.isRaced && now() - gone.at < 5 * second)(world);
      return async (one, next) => {
        if (one.operation === 'fetch') await world.pause();
        return keeping(one, next);
      };
    },
    shows: [post(), [get(1), del(1)], get(1)],
  },
  'tags-of-the-last-insert': {
    says: 'Tags are inserted under LAST_INSERT_ID, which is that of another create by then.',
    breaks: 'create/keeps-tags',
    layer: amongRivals('create', (one, rival, { pass }) =>
      Array.isArray(rival.draft.tags)
        ? pass(sending(one, { ...one.draft, tags: rival.draft.tags }))
        : undefined,
    ),
    shows: [[post({ draft: { tags: ['one'] } }), post({ draft: { tags: ['two'] } })], get(2)],
  },
  'ids-by-the-millisecond': {
    says: 'Ids are made of the time, and two creates at once get the same.',
    breaks: 'create/parallel-creates-are-all-kept',
    layer: (world) => {
      let newest = '';
      let stored = 0;
      return async (one, next) => {
        if (one.operation !== 'create') return next(one);
        const before = stored;
        await world.pause();
        const response = await next(one);
        if (!isDone(response)) return response;
        if (stored > before) return saying(response, { ...jsonOf(response), id: newest });
        stored += 1;
        newest = String(jsonOf(response).id);
        return response;
      };
    },
    shows: [post(), [post(), post()], get(3)],
  },
  'rows-move-under-deletions': {
    says: 'Rows are deleted by their number, which another deletion has changed by then.',
    breaks: 'delete/removes-only-that-report',
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
    shows: [post(), post(), post(), [del(1), del(2)], get(1), get(2), get(3)],
  },
  'file-rewritten-without-the-new-report': {
    says: 'A deletion reads the whole file and writes it back, without what was created meanwhile.',
    breaks: 'fetch/stored-report-is-found',
    layer: (world) => {
      const lost = new Set<string>();
      const hiding = hides(({ id }) => lost.has(id))(world);
      return async (one, next) => {
        const isWriting = one.operation === 'create' || one.operation === 'delete';
        const deletes = [...world.running].some(({ operation }) => operation === 'delete');
        if (isWriting) await world.pause();
        const response = await hiding(one, next);
        if (one.operation === 'create' && deletes && isDone(response))
          lost.add(String(jsonOf(response).id));
        return response;
      };
    },
    shows: [post(), [del(1), post()], 2, get(2)],
  },
};
