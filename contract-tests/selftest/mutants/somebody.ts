import type { Service } from '../../../src/http/service.ts';
import { changed, intercept, type Mutant, type MutantCall } from '../mutant.ts';
import { guessesTheId } from './requests.ts';
import { callerBehind, feedOf, removed, reportsOf } from './stored-reports.ts';

const isOwner = (served: Service, call: MutantCall): boolean => !!callerBehind(served, call)?.owns;

/** Faults for some callers only, or in some places only. */
export const somebodyMutants: readonly Mutant[] = [
  {
    name: 'fetch-gives-owners-something-for-unknown-ids',
    breaks: 'fetch/unknown-id-is-refused',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (reply.outcome !== 'unknown-report' || call.operation !== 'fetch') return reply;
      const some = isOwner(served, call) && reportsOf(served, call.service).at(-1);
      return some ? served.replies.succeeded('fetch', some) : reply;
    }),
  },
  {
    name: 'fetch-guesses-the-id-for-owners',
    breaks: 'fetch/missing-id-is-refused',
    mutation: guessesTheId('fetch', isOwner),
  },
  {
    name: 'delete-guesses-the-id-for-owners',
    breaks: 'delete/missing-id-is-refused',
    mutation: guessesTheId('delete', isOwner),
  },
  {
    name: 'delete-of-an-unknown-id-by-the-owner-takes-the-newest',
    breaks: 'delete/removes-only-that-report',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const isUnknown = call.operation === 'delete' && reply.outcome === 'unknown-report';
      const newest = isUnknown && isOwner(served, call) && reportsOf(served, call.service).at(-1);
      if (newest) await removed(served, newest.service, newest.id);
      return reply;
    }),
  },
  {
    name: 'delete-in-another-feed-asks-nobody',
    breaks: 'delete/own-feed-only',
    mutation: intercept(() => async (honest, served, call) => {
      const service = call.operation === 'delete' && feedOf(served, call.id);
      const caller = callerBehind(served, call);
      const isStranger = caller && !caller.owns && !caller.roles.includes('researcher');
      if (call.operation === 'delete' && isStranger && service && service !== call.service)
        await removed(served, service, call.id);
      return honest(served, call);
    }),
  },
  {
    name: 'fetch-finds-everything-in-unknown-feeds',
    breaks: 'fetch/own-feed-only',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'fetch' || reply.outcome !== 'unknown-service') return reply;
      const service = feedOf(served, call.id);
      return service ? honest(served, { ...call, service }) : reply;
    }),
  },
  {
    name: 'delete-only-what-was-fetched',
    breaks: 'delete/creator-may-delete',
    mutation: intercept(() => {
      const fetched = new Set<string>();
      return async (honest, served, call) => {
        if (call.operation === 'fetch') fetched.add(call.id);
        const isRefused = call.operation === 'delete' && !fetched.has(call.id);
        return isRefused
          ? served.replies.refused('delete', { kind: 'unknown-report', id: call.id })
          : honest(served, call);
      };
    }),
  },
  {
    name: 'delete-by-the-first-to-report-the-file',
    breaks: 'delete/researchers-are-equal',
    mutation: intercept(() => (honest, served, call) => {
      if (call.operation !== 'delete') return honest(served, call);
      const all = reportsOf(served, call.service);
      const report = all.find(({ id }) => id === call.id);
      const first = all.find(({ file256Hash }) => file256Hash === report?.file256Hash);
      const token =
        first?.createdBy === callerBehind(served, call)?.id &&
        served.dependencies.store.state
          .contents()
          .callers.find(({ id }) => id === report?.createdBy)?.token;
      return honest(served, token ? { ...call, authorization: token } : call);
    }),
  },
  {
    name: 'strangers-delete-by-an-id-in-upper-case',
    breaks: 'delete/removes-only-that-report',
    mutation: intercept(() => (honest, served, call) => {
      const isMeant = call.operation === 'delete' && call.id !== call.id.toLowerCase();
      const { callers } = served.dependencies.store.state.contents();
      const owner = isMeant && callers.find(({ owns }) => owns === call.service)?.token;
      return honest(
        served,
        owner && callerBehind(served, call) ? { ...call, authorization: owner } : call,
      );
    }),
  },
  {
    name: 'fetch-error-without-flag-in-the-second-feed',
    breaks: 'fetch/error-flag-present',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const [, second] = served.dependencies.store.state.contents().services;
      if (call.operation !== 'fetch' || call.service !== second || reply.outcome === 'fetched')
        return reply;
      return changed(reply, ({ successful: _, ...value }) => value);
    }),
  },
];
