import type { Reply } from '../../../src/http/reply/reply.ts';
import type { Service } from '../../../src/http/service.ts';
import {
  type CallOf,
  changed,
  intercept,
  type Mutant,
  type MutantCall,
  mutantsBreaking,
  onCall,
  onReply,
  rewrite,
  withoutField,
} from '../mutant.ts';
import { guessesTheId } from './requests.ts';
import { callerBehind, feedOf, removed, reportsOf, stateOf } from './stored-reports.ts';

const isOwner = (served: Service, call: MutantCall): boolean => !!callerBehind(served, call)?.owns;

/** The newest report of the feed, if its owner or another one asks for an unknown id. */
const newestForOwners = (served: Service, call: CallOf<'fetch' | 'delete'>, { outcome }: Reply) =>
  outcome === 'unknown-report' && isOwner(served, call)
    ? reportsOf(served, call.service).at(-1)
    : undefined;

/** Faults for some callers only, or in some places only. */
export const somebodyMutants: readonly Mutant[] = mutantsBreaking({
  'fetch/unknown-id-is-refused': {
    'fetch-gives-owners-something-for-unknown-ids': onReply('fetch', (reply, served, call) => {
      const some = newestForOwners(served, call, reply);
      return some ? served.replies.succeeded('fetch', some) : reply;
    }),
  },
  'fetch/missing-id-is-refused': {
    'fetch-guesses-the-id-for-owners': guessesTheId('fetch', isOwner),
  },
  'delete/missing-id-is-refused': {
    'delete-guesses-the-id-for-owners': guessesTheId('delete', isOwner),
  },
  'delete/removes-only-that-report': {
    'delete-of-an-unknown-id-by-the-owner-takes-the-newest': onReply(
      'delete',
      async (reply, served, call) => {
        const newest = newestForOwners(served, call, reply);
        if (newest) await removed(served, newest);
        return reply;
      },
    ),
    'strangers-delete-by-an-id-in-upper-case': rewrite('delete', (call, served) => ({
      authorization:
        call.id !== call.id.toLowerCase() &&
        callerBehind(served, call) &&
        stateOf(served)
          .contents()
          .callers.find(({ owns }) => owns === call.service)?.token,
    })),
  },
  'delete/own-feed-only': {
    'delete-in-another-feed-asks-nobody': onCall('delete', async (honest, served, call) => {
      const service = feedOf(served, call.id);
      const caller = callerBehind(served, call);
      const isStranger = caller && !caller.owns && !caller.roles.includes('researcher');
      if (isStranger && service && service !== call.service)
        await removed(served, { service, id: call.id });
      return honest(served, call);
    }),
  },
  'fetch/own-feed-only': {
    'fetch-finds-everything-in-unknown-feeds': onCall('fetch', async (honest, served, call) => {
      const reply = await honest(served, call);
      const service = reply.outcome === 'unknown-service' && feedOf(served, call.id);
      return service ? honest(served, { ...call, service }) : reply;
    }),
  },
  'delete/creator-may-delete': {
    'delete-only-what-was-fetched': () => {
      const fetched = new Set<string>();
      return intercept((honest, served, call) => {
        if (call.operation === 'fetch') fetched.add(call.id);
        const isRefused = call.operation === 'delete' && !fetched.has(call.id);
        return isRefused
          ? served.replies.refused('delete', { kind: 'unknown-report', id: call.id })
          : honest(served, call);
      })();
    },
  },
  'delete/researchers-are-equal': {
    'delete-by-the-first-to-report-the-file': rewrite('delete', (call, served) => {
      const all = reportsOf(served, call.service);
      const report = all.find(({ id }) => id === call.id);
      const first = all.find(({ file256Hash }) => file256Hash === report?.file256Hash);
      const { callers } = stateOf(served).contents();
      return {
        authorization:
          first?.createdBy === callerBehind(served, call)?.id &&
          callers.find(({ id }) => id === report?.createdBy)?.token,
      };
    }),
  },
  'fetch/error-flag-present': {
    'fetch-error-without-flag-in-the-second-feed': onReply('fetch', (reply, served, call) =>
      call.service === stateOf(served).contents().services[1] && reply.outcome !== 'fetched'
        ? changed(reply, withoutField('successful'))
        : reply,
    ),
  },
});
