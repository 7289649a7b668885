import type { Caller } from '../../../src/domain/caller.ts';
import type { StoredReport } from '../../../src/domain/report.ts';
import type { Service } from '../../../src/http/service.ts';
import {
  changed,
  intercept,
  type Json,
  type Mutant,
  type MutantCall,
  withoutField,
} from '../mutant.ts';
import { onLookup } from './on-lookup.ts';
import { callerBehind, idOf, removed, reportsOf, restored } from './stored-reports.ts';

const callersOf = (served: Service): readonly Caller[] =>
  served.dependencies.store.state.contents().callers;

/** The report to delete, if its file was reported more than once. */
const oneOfSeveral = (served: Service, call: MutantCall): StoredReport | undefined => {
  if (call.operation !== 'delete') return undefined;
  const reports = reportsOf(served, call.service);
  const report = reports.find(({ id }) => id === call.id);
  const isAlone = reports.filter((one) => one.file256Hash === report?.file256Hash).length < 2;
  return isAlone ? undefined : report;
};

/** Faults with similar data: reports of one file, a hash in another case, the first report of all. */
export const likenessMutants: readonly Mutant[] = [
  {
    name: 'deleted-report-comes-back-with-its-file',
    breaks: 'delete/success-means-gone',
    mutation: intercept(() => {
      const gone: StoredReport[] = [];
      return async (honest, served, call) => {
        const { store } = served.dependencies;
        const doomed = call.operation === 'delete' && store.state.report(call.service, call.id);
        const reply = await honest(served, call);
        if (doomed && reply.outcome === 'deleted') gone.push(doomed);
        if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
        const back = gone.find(({ file256Hash }) => file256Hash === call.report.file256Hash);
        if (back && !store.state.report(back.service, back.id)) await restored(served, back);
        return reply;
      };
    }),
  },
  {
    name: 'owner-may-not-delete-one-of-several',
    breaks: 'delete/owner-may-delete-any',
    mutation: intercept(() => (honest, served, call) => {
      const stranger = callersOf(served).find(({ owns, roles }) => !owns && roles.length === 0);
      const isOwner =
        callerBehind(served, call)?.owns === (call.operation === 'delete' && call.service);
      return isOwner && stranger && oneOfSeveral(served, call)
        ? honest(served, { ...call, authorization: stranger.token })
        : honest(served, call);
    }),
  },
  {
    name: 'strangers-delete-one-of-several',
    breaks: 'delete/reader-may-not',
    mutation: intercept(() => async (honest, served, call) => {
      const report = oneOfSeveral(served, call);
      const caller = callerBehind(served, call);
      if (!report || !caller || caller.owns || caller.roles.length > 0) return honest(served, call);
      await removed(served, report.service, report.id);
      return served.replies.succeeded('delete', report.id);
    }),
  },
  {
    name: 'create-keeps-a-hash-in-mixed-case',
    breaks: 'create/lowers-the-hash',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
      const { file256Hash } = call.report;
      const isMixed = /[a-f]/.test(file256Hash) && /[A-F]/.test(file256Hash);
      const report = served.dependencies.store.state.report(call.service, idOf(reply));
      if (isMixed && report) await restored(served, { ...report, file256Hash });
      return reply;
    }),
  },
  {
    name: 'lookup-in-upper-case-gives-the-first-file',
    breaks: 'lookup/gives-the-file-asked-for',
    mutation: onLookup(() => (honest, served, call) => {
      const [first] = served.dependencies.store.state.contents().analyses;
      const hash = /[A-F]/.test(call.hash) && first ? first.sha256Hash : call.hash;
      return honest(served, { ...call, hash });
    }),
  },
  {
    name: 'create-believes-who-says-to-be-a-researcher',
    breaks: 'create/researchers-only',
    mutation: intercept(() => (honest, served, call) => {
      const researcher = callersOf(served).find(({ roles }) => roles.includes('researcher'));
      const says = call.operation === 'create' && (call.report as unknown as Json).role;
      return says === 'researcher' && callerBehind(served, call) && researcher
        ? honest(served, { ...call, authorization: researcher.token })
        : honest(served, call);
    }),
  },
  {
    name: 'first-report-of-all-has-not-been-seen-first',
    breaks: 'report/first-seen-id-present',
    mutation: intercept(() => {
      let first: string | undefined;
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (reply.outcome === 'created') first ??= idOf(reply);
        if (call.operation !== 'fetch' || call.id !== first || reply.outcome !== 'fetched')
          return reply;
        return changed(reply, (value) => ({
          ...value,
          report: withoutField('firstSeenID')(value.report as Json),
        }));
      };
    }),
  },
];
