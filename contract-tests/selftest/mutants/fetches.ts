import { changed, intercept, type Json, type Mutant } from '../mutant.ts';
import { feedOf, idOf, reportsOf } from './stored-reports.ts';

const everyFewFetches = (change: (report: Json) => Json) =>
  intercept(() => {
    let fetches = 0;
    return async (honest, served, call) => {
      const reply = await honest(served, call);
      if (reply.outcome !== 'fetched' || ++fetches % 5 !== 0) return reply;
      return changed(reply, (value) => ({ ...value, report: change(value.report as Json) }));
    };
  });

export const fetchMutants: readonly Mutant[] = [
  {
    name: 'fetch-finds-nothing',
    breaks: 'fetch/stored-report-is-found',
    mutation: intercept(
      () => (honest, served, call) =>
        call.operation === 'fetch'
          ? honest(served, { ...call, id: '00000000-0000-4000-8000-000000000000' })
          : honest(served, call),
    ),
  },
  {
    name: 'fetch-gives-the-latest-report',
    breaks: 'fetch/gives-the-report-asked-for',
    mutation: intercept(() => (honest, served, call) => {
      const latest = call.operation === 'fetch' && reportsOf(served, call.service).at(-1)?.id;
      return honest(served, latest ? { ...call, id: latest } : call);
    }),
  },
  ...[34, 35].map(
    (compared): Mutant => ({
      name: `fetch-compares-${compared}-characters`,
      breaks: 'fetch/gives-the-report-asked-for',
      mutation: intercept(() => async (honest, served, call) => {
        const reply = await honest(served, call);
        if (call.operation !== 'fetch' || reply.outcome !== 'unknown-report') return reply;
        const begin = call.id.slice(0, compared);
        const like = reportsOf(served, call.service).find(({ id }) => id.startsWith(begin));
        return like ? served.replies.succeeded('fetch', like) : reply;
      }),
    }),
  ),
  {
    name: 'fetch-gives-something-for-unknown-ids',
    breaks: 'fetch/unknown-id-is-refused',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      const some = call.operation === 'fetch' && reportsOf(served, call.service)[0];
      return some && reply.outcome === 'unknown-report'
        ? served.replies.succeeded('fetch', some)
        : reply;
    }),
  },
  {
    name: 'fetch-gives-null-for-unknown-ids',
    breaks: 'fetch/unknown-id-is-refused',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      return call.operation === 'fetch' && reply.outcome === 'unknown-report'
        ? {
            ...reply,
            status: 200,
            body: { type: 'json', value: { report: null, successful: true } },
          }
        : reply;
    }),
  },
  {
    name: 'fetch-finds-ids-of-every-feed',
    breaks: 'fetch/own-feed-only',
    mutation: intercept(() => (honest, served, call) => {
      const service = call.operation === 'fetch' && feedOf(served, call.id);
      return honest(served, service ? { ...call, service } : call);
    }),
  },
  {
    name: 'fetch-counts-the-views',
    breaks: 'fetch/repeated-fetches-agree',
    mutation: intercept(() => {
      let views = 0;
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (reply.outcome !== 'fetched') return reply;
        return changed(reply, (value) => ({
          ...value,
          report: { ...(value.report as Json), reportedBy: `seen ${++views} times` },
        }));
      };
    }),
  },
  {
    name: 'fetch-names-the-reader-as-reporter',
    breaks: 'fetch/callers-agree',
    mutation: intercept(() => async (honest, served, call) => {
      const reply = await honest(served, call);
      if (call.operation !== 'fetch' || reply.outcome !== 'fetched') return reply;
      return changed(reply, (value) => ({
        ...value,
        report: { ...(value.report as Json), reportedBy: call.authorization ?? 'nobody' },
      }));
    }),
  },
  {
    name: 'reports-vanish-after-a-while',
    breaks: 'fetch/report-stays',
    mutation: intercept(() => {
      const made: { service: string; id: string }[] = [];
      return async (honest, served, call) => {
        const reply = await honest(served, call);
        if (call.operation !== 'create' || reply.outcome !== 'created') return reply;
        made.push({ service: call.service, id: idOf(reply) });
        const oldest = made.length > 4 ? made.shift() : undefined;
        if (oldest) {
          const { store } = served.dependencies;
          await store.commit({ type: 'report-removed', ...oldest, remember: false });
        }
        return reply;
      };
    }),
  },
  {
    name: 'now-and-then-a-report-lacks-its-name',
    breaks: 'report/name-present',
    mutation: everyFewFetches(({ name: _, ...rest }) => rest),
  },
  {
    name: 'now-and-then-a-hash-is-in-upper-case',
    breaks: 'report/file256-hash-format',
    mutation: everyFewFetches((report) => ({
      ...report,
      file256Hash: String(report.file256Hash).toUpperCase(),
    })),
  },
];
