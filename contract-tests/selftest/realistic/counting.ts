import { file, largeFile, look, noFile } from './conversation.ts';
import { type FrontExchange, type FrontRequest, type FrontState, jsonOf } from './front.ts';
import {
  analyst,
  by,
  counts,
  type FaultsById,
  isDone,
  isKnownToken,
  on,
  rivals,
  second,
  takesGzip,
} from './layers.ts';

const five = [1, 2, 3, 4, 5];
const lookups = ({ history }: FrontState, { token }: FrontRequest): FrontExchange[] =>
  history.filter(({ request }) => request.operation === 'lookup' && request.token === token);
const gzip = { 'accept-encoding': 'gzip' };

/** Calls that are not counted exactly once. Refills over time are excluded: the period is open (8). */
export const countingFaults: FaultsById = {
  'upper-case-is-free': {
    says: 'What counts looks for hashes in lower case.',
    breaks: 'lookup/every-call-counts',
    layer: counts(({ hash }) => (/[A-F]/.test(hash) ? 0 : 1)),
    shows: five.map(() => look(file.sha256.toUpperCase())),
  },
  'compressed-is-free': {
    says: 'Who accepts gzip is served by the CDN, which counts nothing.',
    breaks: 'lookup/every-call-counts',
    layer: counts((one) => (takesGzip(one) ? 0 : 1)),
    shows: five.map(() => look(noFile, { headers: gzip })),
  },
  'unmodified-is-free': {
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
  'one-count-a-second': {
    says: 'Use is booked by caller and second, and a second row of the same key is dropped.',
    breaks: 'lookup/every-call-counts',
    layer: counts((one, world) => {
      const now = Math.floor(world.now() / second);
      return lookups(world, one).some(({ at }) => Math.floor(at / second) === now) ? 0 : 1;
    }),
    shows: five.map(() => look(noFile)),
  },
  'large-files-count-twice': {
    says: 'An analysis of a file over 4 KiB comes in two pages, and each is counted.',
    breaks: 'lookup/counts-once',
    layer: on('lookup', async (one, { pass }) => {
      const response = await pass(one);
      if (Number(jsonOf(response).sizeInBytes) > 4096) await pass(one);
      return response;
    }),
    shows: five.map(() => look(largeFile)),
  },
  'retried-when-busy': {
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
  'charged-to-the-last-caller': {
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
  'miss-after-a-hit-is-free': {
    says: 'A miss is made good by crediting one to the last booking, if that was a hit.',
    breaks: 'lookup/misses-count',
    layer: on('lookup', async (one, world) => {
      const last = lookups(world, one).at(-1);
      const isAfterHit = last !== undefined && isDone(last.response) && isKnownToken(one.token);
      const free = isAfterHit ? await world.pass(by(one, analyst)) : undefined;
      return free && !isDone(free) ? free : undefined;
    }),
    shows: [file.sha256, noFile, file.sha256, noFile, file.sha256, noFile].map((one) => look(one)),
  },
};
