import { del, file, get, largeFile, look, noFile, post } from './conversation.ts';
import { type Exchange, jsonOf, type Request, type World } from './front.ts';
import {
  analyst,
  by,
  counts,
  type Fault,
  hides,
  isDone,
  keeps,
  on,
  otherResearcher,
  rivals,
  saying,
  second,
  sending,
  takesGzip,
  withId,
} from './layers.ts';

const five = [1, 2, 3, 4, 5];
const lookups = ({ history }: World, { token }: Request): Exchange[] =>
  history.filter(({ request }) => request.operation === 'lookup' && request.token === token);
const gzip = { 'accept-encoding': 'gzip' };

/** What is counted otherwise than once. Refilling by the clock is none of it: the period is open (8). */
export const countingFaults: readonly Fault[] = [
  {
    id: 'upper-case-is-free',
    says: 'What counts looks for hashes in lower case.',
    breaks: 'lookup/every-call-counts',
    layer: counts(({ hash }) => (/[A-F]/.test(hash) ? 0 : 1)),
    shows: five.map(() => look(file.sha256.toUpperCase())),
  },
  {
    id: 'compressed-is-free',
    says: 'Who accepts gzip is served by the CDN, which counts nothing.',
    breaks: 'lookup/every-call-counts',
    layer: counts((one) => (takesGzip(one) ? 0 : 1)),
    shows: five.map(() => look(noFile, { headers: gzip })),
  },
  {
    id: 'unmodified-is-free',
    says: 'A lookup that is answered with 304 is not counted.',
    breaks: 'lookup/every-call-counts',
    layer: () => async (one, next) => {
      const etag = `"${one.hash}"`;
      if (one.operation !== 'lookup') return next(one);
      if (one.headers['if-none-match'] === etag)
        return { status: 304, headers: { etag }, body: Buffer.alloc(0) };
      const response = await next(one);
      return isDone(response) ? { ...response, headers: { ...response.headers, etag } } : response;
    },
    shows: five.map(() => look(file.sha256, { headers: { 'if-none-match': `"${file.sha256}"` } })),
  },
  {
    id: 'one-count-a-second',
    says: 'Use is booked by caller and second, and a second row of the same key is dropped.',
    breaks: 'lookup/every-call-counts',
    layer: counts((one, world) => {
      const now = Math.floor(world.now() / second);
      return lookups(world, one).some(({ at }) => Math.floor(at / second) === now) ? 0 : 1;
    }),
    shows: five.map(() => look(noFile)),
  },
  {
    id: 'large-files-count-twice',
    says: 'An analysis of a file over 4 KiB comes in two pages, and each is counted.',
    breaks: 'lookup/counts-once',
    layer: on('lookup', async (one, { pass }) => {
      const response = await pass(one);
      if (Number(jsonOf(response).sizeInBytes) > 4096) await pass(one);
      return response;
    }),
    shows: five.map(() => look(largeFile)),
  },
  {
    id: 'retried-when-busy',
    says: 'The gateway sends a lookup again when others are under way, and both are counted.',
    breaks: 'lookup/counts-once',
    layer: (world) => async (one, next) => {
      const isBusy = one.operation === 'lookup' && rivals(one, world).length > 0;
      await world.pause();
      const response = await next(one);
      if (isBusy && isDone(response)) await next(one);
      return response;
    },
    shows: [[look(file.sha256), look(largeFile)], look(noFile), look(noFile)],
  },
  {
    id: 'charged-to-the-last-caller',
    says: 'A lookup with a token nobody holds is counted for whoever asked last.',
    breaks: 'lookup/counts-per-caller',
    layer: on('lookup', async (one, world) => {
      const response = await world.pass(one);
      const last = world.history.findLast(({ request }) => request.operation === 'lookup');
      if (response.status === 401 && last) await world.pass(by(one, last.request.token));
      return response;
    }),
    shows: [look(noFile), look(noFile, { by: 'nobody' }), ...five.slice(1).map(() => look(noFile))],
  },
  {
    id: 'miss-after-a-hit-is-free',
    says: 'A miss is made good by crediting one to the last booking, if that was a hit.',
    breaks: 'lookup/misses-count',
    layer: on('lookup', async (one, world) => {
      const last = lookups(world, one).at(-1);
      const isAfterHit = last !== undefined && isDone(last.response);
      const free = isAfterHit ? await world.pass(by(one, analyst)) : undefined;
      return free && !isDone(free) ? free : undefined;
    }),
    shows: [file.sha256, noFile, file.sha256, noFile, file.sha256, noFile].map((one) => look(one)),
  },
];

/** Handles a request otherwise where another of its operation is under way when it comes. */
const amongRivals = (
  operation: Request['operation'],
  handle: (one: Request, rival: Request, world: World) => ReturnType<World['pass']> | undefined,
): Fault['layer'] => {
  return (world) => async (one, next) => {
    if (one.operation !== operation) return next(one);
    const rival = rivals(one, world).at(-1);
    await world.pause();
    return (rival && (await handle(one, rival, world))) ?? next(one);
  };
};

/** What goes wrong only where requests are under way at the same time. */
export const raceFaults: readonly Fault[] = [
  {
    id: 'current-user-is-global',
    says: 'The caller is kept in a variable of the process until the database has answered.',
    breaks: 'delete/other-researcher-may-not',
    layer: (world) => async (one, next) => {
      await world.pause();
      const latest = [...world.running].findLast(({ token }) => token?.startsWith('token-'));
      return next(latest && one.token ? by(one, latest.token) : one);
    },
    shows: [post(), [del(1, { by: otherResearcher }), get(1)]],
  },
  {
    id: 'one-flight-for-a-feed',
    says: 'Fetches at the same time are joined, by the path without its query.',
    breaks: 'fetch/gives-the-report-asked-for',
    layer: amongRivals('fetch', (one, rival, { pass }) =>
      rival.service === one.service ? pass(withId(one, rival.id)) : undefined,
    ),
    shows: [post(), post(), [get(1), get(2)]],
  },
  {
    id: 'one-flight-counts-once',
    says: 'Equal lookups of a caller at the same time are joined before they are counted.',
    breaks: 'lookup/counts-in-parallel',
    layer: amongRivals('lookup', (one, rival, { pass }) =>
      rival.url === one.url && rival.token === one.token ? pass(by(one, analyst)) : undefined,
    ),
    shows: [[look(noFile), look(noFile)], ...[1, 2, 3].map(() => look(noFile))],
  },
  {
    id: 'one-flight-for-all-callers',
    says: 'Equal lookups at the same time are joined, whoever asks.',
    breaks: 'lookup/token-must-be-known',
    layer: amongRivals('lookup', (one, rival, { pass }) =>
      rival.url === one.url && rival.token?.startsWith('token-')
        ? pass(by(one, rival.token))
        : undefined,
    ),
    shows: [[look(file.sha256), look(file.sha256, { by: 'nobody' })]],
  },
  {
    id: 'fetch-under-way-fills-the-cache',
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
  {
    id: 'tags-of-the-last-insert',
    says: 'Tags are inserted under LAST_INSERT_ID, which is that of another create by then.',
    breaks: 'create/keeps-tags',
    layer: amongRivals('create', (one, rival, { pass }) =>
      Array.isArray(rival.draft.tags)
        ? pass(sending(one, { ...one.draft, tags: rival.draft.tags }))
        : undefined,
    ),
    shows: [[post({ draft: { tags: ['one'] } }), post({ draft: { tags: ['two'] } })], get(2)],
  },
  {
    id: 'ids-by-the-millisecond',
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
  {
    id: 'rows-move-under-deletions',
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
  {
    id: 'file-rewritten-without-the-new-report',
    says: 'A deletion reads the whole file and writes it back, without what was created meanwhile.',
    breaks: 'create/parallel-creates-are-all-kept',
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
];
