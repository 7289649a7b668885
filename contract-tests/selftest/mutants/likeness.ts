import type { StoredReport } from '../../../src/domain/report.ts';
import type { Service } from '../../../src/http/service.ts';
import {
  type CallOf,
  changed,
  inReport,
  intercept,
  type Json,
  type Mutant,
  mutantsBreaking,
  onCall,
  rewrite,
  withoutField,
} from '../mutant.ts';
import {
  afterCreate,
  callerBehind,
  idOf,
  removed,
  reportsOf,
  restored,
  stateOf,
} from './stored-reports.ts';

/** The report to delete, if its file was reported more than once. */
const oneOfSeveral = (served: Service, call: CallOf<'delete'>): StoredReport | undefined => {
  const reports = reportsOf(served, call.service);
  const report = reports.find(({ id }) => id === call.id);
  const isAlone = reports.filter((one) => one.file256Hash === report?.file256Hash).length < 2;
  return isAlone ? undefined : report;
};

/** Faults with similar data: reports of one file, a hash in another case, the first report of all. */
export const likenessMutants: readonly Mutant[] = mutantsBreaking({
  'delete/success-means-gone': {
    'deleted-report-comes-back-with-its-file': () => {
      const gone: StoredReport[] = [];
      return intercept(async (honest, served, call) => {
        const state = stateOf(served);
        const doomed = call.operation === 'delete' && state.report(call.service, call.id);
        const reply = await honest(served, call);
        if (doomed && reply.outcome === 'deleted') gone.push(doomed);
        if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
        const back = gone.find(({ file256Hash }) => file256Hash === call.report.file256Hash);
        if (back && !state.report(back.service, back.id)) await restored(served, back);
        return reply;
      })();
    },
  },
  'delete/owner-may-delete-any': {
    'owner-may-not-delete-one-of-several': rewrite('delete', (call, served) => ({
      authorization:
        callerBehind(served, call)?.owns === call.service &&
        oneOfSeveral(served, call) &&
        stateOf(served)
          .contents()
          .callers.find(({ owns, roles }) => !owns && roles.length === 0)?.token,
    })),
  },
  'delete/reader-may-not': {
    'strangers-delete-one-of-several': onCall('delete', async (honest, served, call) => {
      const report = oneOfSeveral(served, call);
      const caller = callerBehind(served, call);
      if (!report || !caller || caller.owns || caller.roles.length > 0) return honest(served, call);
      await removed(served, report);
      return served.replies.succeeded('delete', report.id);
    }),
  },
  'create/lowers-the-hash': {
    'create-keeps-a-hash-in-mixed-case': afterCreate(async (report, served, call) => {
      const { file256Hash } = call.report;
      const isMixed = /[a-f]/.test(file256Hash) && /[A-F]/.test(file256Hash);
      if (isMixed) await restored(served, { ...report, file256Hash });
    }),
  },
  'lookup/gives-the-file-asked-for': {
    'lookup-in-upper-case-gives-the-first-file': rewrite('lookup', ({ hash }, served) => ({
      hash: /[A-F]/.test(hash) && stateOf(served).contents().analyses[0]?.sha256Hash,
    })),
  },
  'create/researchers-only': {
    'create-believes-who-says-to-be-a-researcher': rewrite('create', (call, served) => ({
      authorization:
        (call.report as unknown as Json).role === 'researcher' &&
        callerBehind(served, call) &&
        stateOf(served)
          .contents()
          .callers.find(({ roles }) => roles.includes('researcher'))?.token,
    })),
  },
  'report/first-seen-id-present': {
    'first-report-of-all-has-not-been-seen-first': () => {
      let first: string | undefined;
      return intercept(async (honest, served, call) => {
        const reply = await honest(served, call);
        if (reply.outcome === 'created') first ??= idOf(reply);
        if (call.operation !== 'fetch' || call.id !== first || reply.outcome !== 'fetched')
          return reply;
        return changed(reply, inReport(withoutField('firstSeenID')));
      })();
    },
  },
});
